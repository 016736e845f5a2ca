/**
 * Bodies that know what becomes of them.
 *
 * @module
 */

/** What comes after the pieces of a body. */
export type BodyEnd = "close" | "error" | "stall" | "keep-alive";

/** How a body comes. */
export interface CountedBodyOptions {
  /** What comes after the pieces. */
  readonly end: BodyEnd;
  /** What it fails with when it ends in an error. */
  readonly error: unknown;
  /** Milliseconds between comments that never end. */
  readonly keepAliveMs: number;
  /** What its cancel throws, if it does. */
  readonly cancelError?: { readonly value: unknown } | undefined;
  /** Whether it is a stream of bytes in the sense of the standard. */
  readonly byob: boolean;
  /** Called at each read, with their number. */
  readonly onRead: (count: number) => void;
}

/** A body, and what became of it. */
export interface CountedBody {
  /** The body. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** How often it was asked for more. */
  reads(): number;
  /** Whether somebody still has to read or cancel it. */
  isOpen(): boolean;
  /** Fails it, as the abort of its request does. */
  abort(reason: unknown): void;
}

const COMMENT = new TextEncoder().encode(": keep-alive\n\n");

/**
 * Makes a body that is pulled piece by piece.
 *
 * @param pieces Its pieces.
 * @param options How it comes.
 * @returns The body.
 */
export function countedBody(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  options: CountedBodyOptions,
): CountedBody {
  const { end, error, keepAliveMs, cancelError, byob, onRead } = options;
  let reads = 0;
  let open = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller!: ReadableStreamController<Uint8Array<ArrayBuffer>>;

  function pull(): void | Promise<void> {
    const piece = pieces[reads++];
    onRead(reads);
    if (!open) return;
    if (piece !== undefined) {
      // A stream of bytes refuses to be given none.
      if (piece.length > 0 || !byob) return controller.enqueue(piece.slice());
      return pull();
    }
    if (end === "stall") return new Promise(() => {});
    if (end === "keep-alive") {
      return new Promise((resolve) => {
        timer = setTimeout(() => {
          if (open) controller.enqueue(COMMENT.slice());
          resolve();
        }, keepAliveMs);
      });
    }
    open = false;
    if (end === "error") controller.error(error);
    else {
      controller.close();
      if ("byobRequest" in controller) controller.byobRequest?.respond(0);
    }
  }

  const source = {
    start(given: typeof controller): void {
      controller = given;
    },
    pull,
    cancel(): void {
      open = false;
      clearTimeout(timer);
      if (cancelError !== undefined) throw cancelError.value;
    },
  };
  return {
    stream: byob
      ? new ReadableStream({ ...source, type: "bytes" })
      : new ReadableStream(source, { highWaterMark: 0 }),
    reads: () => reads,
    isOpen: () => open,
    abort(reason) {
      if (!open) return;
      open = false;
      clearTimeout(timer);
      controller.error(reason);
    },
  };
}
