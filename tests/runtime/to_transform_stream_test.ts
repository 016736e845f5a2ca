import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import type { StreamChunk } from "../../message.ts";
import {
  toTransformStream,
  withCancel,
} from "../../runtime/to_transform_stream.ts";

type ChunkTransformer = Transformer<StreamChunk, StreamChunk>;
type ChunkTransform = TransformStream<StreamChunk, StreamChunk>;

const native = (transformer: ChunkTransformer): ChunkTransform =>
  new TransformStream(transformer);

function text(value: string): StreamChunk {
  return { type: "text-delta", index: 0, text: value };
}

async function turn(): Promise<void> {
  for (let k = 0; k < 30; k++) await undefined;
}

Deno.test("toTransformStream() passes chunks through the transformer", async () => {
  const source = ReadableStream.from([text("a"), text("b")]);
  const doubled = toTransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      controller.enqueue(chunk);
    },
    flush: (controller) => controller.enqueue(text("end")),
  });

  const chunks = await Array.fromAsync(source.pipeThrough(doubled));

  assertEquals(chunks, ["a", "a", "b", "b", "end"].map(text));
});

Deno.test("toTransformStream() calls the methods on the transformer itself", async () => {
  const seen: unknown[] = [];
  const transformer: ChunkTransformer = {
    start() {
      seen.push(this);
    },
    transform() {
      seen.push(this);
    },
    flush() {
      seen.push(this);
    },
  };

  await Array.fromAsync(
    ReadableStream.from([text("a")]).pipeThrough(
      toTransformStream(transformer),
    ),
  );

  assertEquals(seen.length, 3);
  assert(seen.every((receiver) => receiver === transformer));
});

Deno.test("toTransformStream() calls cancel when its readable side is cancelled", async () => {
  const reasons: unknown[] = [];
  const { readable } = toTransformStream({
    cancel: (reason) => void reasons.push(reason),
  });

  await readable.cancel("enough");

  assertEquals(reasons, ["enough"]);
});

Deno.test("toTransformStream() asks for nothing before it is read", async () => {
  let pulled = 0;
  const source = new ReadableStream<StreamChunk>({
    pull: () => void pulled++,
  }, { highWaterMark: 0 });
  let transformed = 0;

  source.pipeThrough(
    toTransformStream({ transform: () => void transformed++ }),
  );
  await turn();

  // The writable side takes one chunk, as that of any transform stream does.
  assertEquals(pulled, 1);
  assertEquals(transformed, 0);
});

Deno.test("toTransformStream() refuses what is no object", () => {
  for (const value of [undefined, null, "text", () => {}]) {
    assertThrows(
      () => toTransformStream(value as never),
      TypeError,
      "Cannot make a transform stream: `transformer` is no object",
    );
  }
});

Deno.test("toTransformStream() throws what a synchronous start throws", () => {
  const error = new Error("No start");

  for (const make of [toTransformStream, withCancel]) {
    const thrown = assertThrows(() =>
      make({
        start() {
          throw error;
        },
      })
    );

    assertStrictEquals(thrown, error);
  }
});

Deno.test("toTransformStream() emulates cancel where the platform never looks at it", async () => {
  const Native = globalThis.TransformStream;
  const reasons: unknown[] = [];
  // What Chromium, Firefox and WebKit do: they never look at `cancel`.
  globalThis.TransformStream = class {
    constructor({ start: _ }: Transformer) {}
  } as typeof TransformStream;
  let stream: ChunkTransform;
  try {
    stream = toTransformStream({
      cancel: (reason) => void reasons.push(reason),
    });
  } finally {
    globalThis.TransformStream = Native;
  }

  await stream.readable.cancel("enough");

  assertEquals(reasons, ["enough"]);
});

Deno.test("toTransformStream() uses the platform's own stream where that calls cancel", () => {
  assertInstanceOf(toTransformStream({}), TransformStream);
});

/** What a transformer does in one of its calls. */
const CALLS = [
  "nothing",
  "enqueue",
  "enqueue twice",
  "async enqueue",
  "throw",
  "reject",
  "error",
  "terminate",
  "enqueue, then terminate",
  "enqueue, then error",
  "hang",
] as const;
type Call = typeof CALLS[number];

/** What the two ends of the stream are asked to do. */
const STEPS = [
  "write",
  "write",
  "write",
  "read",
  "read",
  "read",
  "close",
  "abort",
  "cancel",
  "enqueue",
  "terminate",
  "error",
] as const;
type Step = typeof STEPS[number];

interface Script {
  readonly start: Call;
  readonly transform: readonly Call[];
  readonly flush: Call;
  readonly cancel: "nothing" | "throw" | "reject" | "hang" | "later";
  readonly steps: readonly Step[];
}

const scripts: fc.Arbitrary<Script> = fc.record({
  start: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Call>("nothing") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...CALLS.filter((call) => call !== "throw")),
    },
  ),
  transform: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Call>("enqueue") },
      { weight: 2, arbitrary: fc.constantFrom(...CALLS) },
    ),
    { minLength: 1, maxLength: 5 },
  ),
  flush: fc.constantFrom(...CALLS),
  cancel: fc.constantFrom<Script["cancel"][]>(
    "nothing",
    "throw",
    "reject",
    "hang",
    "later",
  ),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 12 })
    // The platform's own never settles an abort that waits when these come.
    .filter((steps) => {
      const abort = steps.indexOf("abort");
      return abort < 0 || !steps.slice(abort).some(isOwnEnd);
    }),
});

function isOwnEnd(step: Step): boolean {
  return step === "terminate" || step === "error";
}

function show(value: unknown): string {
  // The platform's own errors are compared by kind: their texts differ.
  return value instanceof Error ? value.name : JSON.stringify(value) ?? "-";
}

/**
 * Plays a script and tells what each party saw, or nothing if the stream is so
 * broken that `cancel()` throws: the platform's own is after a `terminate()` with
 * chunks queued.
 */
async function play(
  make: (transformer: ChunkTransformer) => ChunkTransform,
  script: Script,
): Promise<string[] | undefined> {
  const journal: string[] = [];
  let calls = 0;
  let count = 0;
  let own!: TransformStreamDefaultController<StreamChunk>;

  function perform(
    call: Call,
    name: string,
    controller: TransformStreamDefaultController<StreamChunk>,
  ): void | Promise<void> {
    switch (call) {
      case "nothing":
        return;
      case "enqueue":
        return controller.enqueue(text(name));
      case "enqueue twice":
        controller.enqueue(text(name));
        return controller.enqueue(text(`${name} again`));
      case "async enqueue":
        return turn().then(() => controller.enqueue(text(name)));
      case "throw":
        throw `${name} thrown`;
      case "reject":
        return Promise.reject(`${name} rejected`);
      case "error":
        return controller.error(`${name} errored`);
      case "terminate":
        return controller.terminate();
      case "enqueue, then terminate":
        controller.enqueue(text(name));
        return controller.terminate();
      case "enqueue, then error":
        controller.enqueue(text(name));
        return controller.error(`${name} errored`);
      case "hang":
        return new Promise(() => {});
    }
  }

  const { readable, writable } = make({
    start(controller) {
      own = controller;
      return perform(script.start, "start", controller);
    },
    transform(chunk, controller) {
      journal.push(`transform ${show(chunk)}`);
      const call = script.transform[calls++ % script.transform.length]!;
      return perform(call, `transform ${calls}`, controller);
    },
    flush(controller) {
      journal.push("flush");
      return perform(script.flush, "flush", controller);
    },
    cancel(reason) {
      journal.push(`cancel ${show(reason)}`);
      switch (script.cancel) {
        case "nothing":
          return;
        case "throw":
          throw "cancel thrown";
        case "reject":
          return Promise.reject("cancel rejected");
        case "hang":
          return new Promise(() => {});
        case "later":
          return turn();
      }
    },
  });
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const states: Record<string, string> = {};
  function watch(name: string, promise: Promise<unknown>): void {
    states[name] = "pending";
    promise.then(
      (value) => states[name] = `gave ${show(value)}`,
      (error) => states[name] = `failed with ${show(error)}`,
    );
  }

  watch("writer", writer.closed);
  watch("reader", reader.closed);
  for (const step of script.steps) {
    const name = `${step} ${count++}`;
    if (step === "write") watch(name, writer.write(text(name)));
    else if (step === "read") watch(name, reader.read());
    else if (step === "close") watch(name, writer.close());
    else if (step === "abort") watch(name, writer.abort("aborted"));
    else {
      try {
        if (step === "cancel") watch(name, reader.cancel("cancelled"));
        else if (step === "enqueue") own.enqueue(text(name));
        else if (step === "terminate") own.terminate();
        else own.error(name);
      } catch (error) {
        if (step === "cancel") return undefined;
        states[name] = `threw ${show(error)}`;
      }
    }
    await turn();
    await turn();
    journal.push(`${name}: ${JSON.stringify(states)} ${own.desiredSize}`);
    writer.ready.catch(() => {});
  }
  return journal;
}

Deno.test("withCancel() cancels no transformer that terminated by itself", async () => {
  const reasons: unknown[] = [];
  let own!: TransformStreamDefaultController<StreamChunk>;
  const { writable } = withCancel({
    start: (controller) => void (own = controller),
    cancel: (reason) => void reasons.push(reason),
  });
  const writer = writable.getWriter();
  const write = writer.write(text("waits for a reader"));
  await turn();
  const abort = writer.abort("aborted");

  own.terminate();

  await abort;
  assertEquals(reasons, []);
  assertEquals(await write.catch((reason) => reason), "aborted");
});

Deno.test("withCancel() cancels once, however the sides end from within", async () => {
  const reasons: unknown[] = [];
  const { readable, writable } = withCancel({
    cancel(reason) {
      reasons.push(reason);
      writable.abort("from within").catch(() => {});
    },
  });
  await turn();

  await readable.cancel("from outside").catch(() => {});

  assertEquals(reasons, ["from outside"]);
});

Deno.test("withCancel() shows what the platform's own transform stream shows", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const expected = await play(native, script);
      fc.pre(expected !== undefined);

      assertEquals(await play(withCancel, script), expected);
    }),
    { numRuns: 3_000 },
  );
});
