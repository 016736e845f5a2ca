import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { deferred } from "../../runtime/deferred.ts";
import {
  toTransformStream,
  withCancel,
} from "../../runtime/to_transform_stream.ts";
import { turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

type ChunkTransformer = Transformer<StreamChunk, StreamChunk>;
type ChunkTransform = TransformStream<StreamChunk, StreamChunk>;

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
      'Cannot make a transform stream: "transformer" must be an object',
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

Deno.test("withCancel() passes chunks on where there is no transform", async () => {
  const source = ReadableStream.from([text("a"), text("b")]);

  const chunks = await Array.fromAsync(source.pipeThrough(withCancel({})));

  assertEquals(chunks, [text("a"), text("b")]);
});

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

for (const side of ["readable", "writable"] as const) {
  Deno.test(`withCancel() fails an end of its ${side} side with a start that fails meanwhile`, async () => {
    const started = deferred<void>();
    const cancelled = deferred<void>();
    const { readable, writable } = withCancel({
      start: () => started.promise,
      cancel: () => cancelled.promise,
    });
    started.reject("no start");
    const end = side === "readable" ? readable.cancel() : writable.abort();
    await turn();

    cancelled.resolve();

    assertEquals(await end.catch((error) => error), "no start");
  });
}

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
