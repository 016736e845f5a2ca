/**
 * A response body that is never silent for long.
 *
 * @module
 */

/** What one read of a {@linkcode ByteSource} brought. */
export interface ByteBatch {
  /** The bytes. May be empty only when `done`. */
  readonly bytes: Uint8Array;
  /** Whether nothing follows these bytes. */
  readonly done: boolean;
}

/** A pulled sequence of bytes. */
export interface ByteSource {
  /**
   * Reads until there is at least one byte, or the end.
   *
   * Called again only after the last call settled. A rejection is the end.
   *
   * @returns The bytes.
   */
  read(): Promise<ByteBatch>;
  /**
   * Stops the source. A pending read still settles, or may stay pending.
   *
   * @param reason Why.
   * @returns Settles when what lies behind the source has stopped.
   */
  cancel(reason: unknown): Promise<void>;
}

/** Options for {@linkcode keepAliveBody}. */
export interface KeepAliveBodyOptions {
  /** What to send when there is nothing to send. */
  readonly keepAlive: string;
  /** Milliseconds of silence before it is sent, or `false` for never. */
  readonly keepAliveMs: number | false;
  /**
   * Whether the silence before the first bytes is broken at once: Node and Bun do
   * not tell a client of its answer before there is something to send.
   *
   * @default {false}
   */
  readonly greets?: boolean | undefined;
  /** Stops the source, and closes the body. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes a body of a source. It is pulled: one read of the body is one read of
 * the source. A cancel reaches the source.
 *
 * Silence counts while a read is outstanding, so a client that does not read is
 * sent nothing. As a read stores a time and leaves the timer alone, the timer
 * arms itself again for what is left.
 *
 * @param source The source, owned by the body from here on.
 * @param options When to send something anyway, and when to stop.
 * @returns The body.
 */
export function keepAliveBody(
  source: ByteSource,
  { keepAlive, keepAliveMs, greets, signal }: KeepAliveBodyOptions,
): ReadableStream<Uint8Array> {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when the read in hand has brought nothing. */
  let silentSince: number | undefined;
  /** How long the silence before the first bytes, and then any other, may last. */
  let patienceMs = greets ? 0 : keepAliveMs || 0;
  let over = false;

  function arm(ms: number): void {
    timer = setTimeout(check, ms);
  }

  function check(): void {
    timer = undefined;
    // The next read arms it again.
    if (silentSince === undefined || keepAliveMs === false) return;
    const now = Date.now();
    // The clock of the system may have been set back.
    silentSince = Math.min(silentSince, now);
    const leftMs = patienceMs - (now - silentSince);
    if (leftMs > 0) {
      arm(leftMs);
      return;
    }
    // First of all: a server that finds its client gone cancels while it is handed
    // what follows.
    arm(keepAliveMs);
    // Less than 0 means the client has yet to read the last one.
    if (controller.desiredSize === 0) {
      // New bytes each time: whoever gets them may transfer them.
      controller.enqueue(new TextEncoder().encode(keepAlive));
    }
  }

  function end(): void {
    over = true;
    clearTimeout(timer);
    timer = undefined;
    signal?.removeEventListener("abort", abort);
  }

  function abort(): void {
    end();
    // Nothing has failed, and servers complain of bodies that do.
    controller.close();
    source.cancel(signal?.reason).catch(() => {});
  }

  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    pull() {
      silentSince = Date.now();
      if (keepAliveMs !== false && timer === undefined) arm(patienceMs);
      return source.read().then(({ bytes, done }) => {
        silentSince = undefined;
        patienceMs = keepAliveMs || 0;
        // A stream that has ended takes no more.
        if (over) return;
        if (bytes.length > 0) controller.enqueue(bytes);
        if (!done) return;
        end();
        controller.close();
      }, (error) => {
        end();
        // All it can overtake in the queue is something to keep alive.
        controller.error(error);
      });
    },
    cancel(reason) {
      end();
      return source.cancel(reason);
    },
  }, { highWaterMark: 0 });
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  return body;
}
