/**
 * A body that is told what to bring, and remembers what was asked of it.
 *
 * @module
 */

/** A body, and the means to make it go on. */
export interface ManualBody {
  /** The body, pulled. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The reason of each cancel. */
  readonly cancels: unknown[];
  /** Answers one read: the one in hand, or a later one. */
  readonly give: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Closes the body at the first read that is not answered. */
  readonly close: () => void;
  /** Fails the body at once. */
  readonly fail: (error: unknown) => void;
  /** How many reads there were. */
  reads(): number;
}

/** Makes a body whose reads wait until they are answered. */
export function manualBody(
  { cancelError }: { readonly cancelError?: unknown } = {},
): ManualBody {
  const answers: (Uint8Array<ArrayBuffer> | "close")[] = [];
  const cancels: unknown[] = [];
  let controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let reads = 0;
  let asked = false;

  function answer(): void {
    if (!asked) return;
    const next = answers.shift();
    if (next === undefined) return;
    asked = false;
    if (next === "close") controller.close();
    else controller.enqueue(next);
  }

  return {
    body: new ReadableStream({
      start(given) {
        controller = given;
      },
      pull() {
        reads++;
        asked = true;
        answer();
      },
      cancel(reason) {
        cancels.push(reason);
        if (cancelError !== undefined) throw cancelError;
      },
    }, { highWaterMark: 0 }),
    cancels,
    give(bytes) {
      answers.push(bytes);
      answer();
    },
    close() {
      answers.push("close");
      answer();
    },
    fail: (error) => controller.error(error),
    reads: () => reads,
  };
}
