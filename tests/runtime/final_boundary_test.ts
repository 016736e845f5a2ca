import {
  assertEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import type { ChunkStream, StreamChunk } from "../../message.ts";
import { type ChunkBatch, toChunkStream } from "../../runtime/chunk_source.ts";
import { LlmError } from "../../runtime/error.ts";
import {
  call,
  endOf,
  failureIn,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
  watchedSignal,
} from "./_stub_adapter.ts";

/** A stream that hands over whole batches, as the adapters of the module do. */
function batches(
  reads: readonly ChunkBatch[],
  cancel: () => void = () => {},
): ChunkStream {
  const left = [...reads];
  return toChunkStream({
    read: () => Promise.resolve(left.shift()!),
    cancel: (_reason) => Promise.resolve(cancel()),
  });
}

Deno.test("FinalBoundary passes on chunks and the finish as the very objects", async () => {
  const chunks = [text("a"), text("b"), STOP];

  const received = await Array.fromAsync(call(() => streamOf(chunks)));

  assertEquals(received.length, 3);
  for (const [k, chunk] of chunks.entries()) {
    assertStrictEquals(received[k], chunk);
  }
});

Deno.test("FinalBoundary ends a failed selection with one finish", async () => {
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP])));

  const chunks = await Array.fromAsync(
    runtime.stream({ ...REQUEST, provider: "q" }),
  );

  assertEquals(chunks.length, 1);
  assertEquals(endOf(chunks), "error NO_ADAPTER");
});

Deno.test("FinalBoundary ends a failed preparation with one finish", async () => {
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP]), {
    prepareCall: () => Promise.reject(new LlmError("Cannot prepare", "AUTH")),
  }));

  const chunks = await Array.fromAsync(runtime.stream(REQUEST));

  assertEquals(chunks.length, 1);
  assertEquals(endOf(chunks), "error AUTH");
});

Deno.test("FinalBoundary ends a failed dispatch with one finish", async () => {
  const stream = call(() => {
    throw new LlmError("Cannot dispatch", "SERVER");
  });

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks.length, 1);
  assertEquals(endOf(chunks), "error SERVER");
});

Deno.test("FinalBoundary ends a failed iteration with one finish after the chunks", async () => {
  const error = new LlmError("Cannot read", "RATE_LIMIT", { status: 429 });
  const stream = call(() =>
    streamOf([text("a")], (controller) => controller.error(error))
  );

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks.length, 2);
  assertEquals(chunks[0], text("a"));
  assertEquals(endOf(chunks), "error RATE_LIMIT");
  assertEquals(failureIn(chunks).status, 429);
});

Deno.test("FinalBoundary makes its failures frozen and new for each call", async () => {
  const runtime = runtimeOf(stubAdapter(() => streamOf([])));

  const first = failureIn(await Array.fromAsync(runtime.stream(REQUEST)));
  const second = failureIn(await Array.fromAsync(runtime.stream(REQUEST)));

  assertStrictEquals(Object.isFrozen(first), true);
  assertEquals(first, second);
  assertNotStrictEquals(first, second);
});

for (const kind of ["error", "aborted"] as const) {
  Deno.test(`FinalBoundary freezes the very failure of a finish of kind ${kind}`, async () => {
    const failure = { code: "SERVER", message: "Cannot go on" };

    const chunks = await Array.fromAsync(
      call(() => streamOf([{ type: "finish", reason: { kind, failure } }])),
    );

    assertStrictEquals(failureIn(chunks), failure);
    assertStrictEquals(Object.isFrozen(failure), true);
  });
}

Deno.test("FinalBoundary tells ABORTED from the code, whatever the signal", async () => {
  const error = new LlmError("Cannot go on: a person said stop", "ABORTED");

  const chunks = await Array.fromAsync(
    call(() => streamOf([], (controller) => controller.error(error))),
  );

  assertEquals(endOf(chunks), "aborted ABORTED");
});

Deno.test("FinalBoundary lets the first finish win and cancels the source", async () => {
  let cancels = 0;
  const left = [text("a"), STOP, text("b"), STOP];
  const stream = call(() =>
    pulled({
      pull: (controller) => controller.enqueue(left.shift()!),
      cancel: () => void cancels++,
    })
  );

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks, [text("a"), STOP]);
  assertStrictEquals(cancels, 1);
});

Deno.test("FinalBoundary handles the rejection of a cancel after the finish", async () => {
  const stream = call(() =>
    pulled({
      pull: (controller) => controller.enqueue(STOP),
      cancel: () => Promise.reject(new Error("cancel")),
    })
  );

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks, [STOP]);
});

Deno.test("FinalBoundary drops what follows the finish in the same batch", async () => {
  let cancels = 0;
  const stream = call(() =>
    batches(
      [{ chunks: [text("a"), STOP, text("b"), STOP], done: false }],
      () => cancels++,
    )
  );

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks, [text("a"), STOP]);
  assertStrictEquals(cancels, 1);
});

Deno.test("FinalBoundary cancels no source that ended with its finish", async () => {
  let cancels = 0;
  const stream = call(() =>
    batches([{ chunks: [STOP], done: true }], () => cancels++)
  );

  await Array.fromAsync(stream);

  assertStrictEquals(cancels, 0);
});

Deno.test("FinalBoundary ends a source without finish as STREAM_CLOSED", async () => {
  const chunks = await Array.fromAsync(call(() => streamOf([text("a")])));

  assertEquals(chunks[0], text("a"));
  assertEquals(endOf(chunks), "error STREAM_CLOSED");
  assertEquals(chunks.length, 2);
});

Deno.test("FinalBoundary delivers a last batch before it misses the finish", async () => {
  const chunks = await Array.fromAsync(
    call(() => batches([{ chunks: [text("a"), text("b")], done: true }])),
  );

  assertEquals(chunks.slice(0, 2), [text("a"), text("b")]);
  assertEquals(endOf(chunks), "error STREAM_CLOSED");
});

function failing(failure: unknown): unknown {
  return { type: "finish", reason: { kind: "error", failure } };
}

const getter: StreamChunk = Object.defineProperty({}, "type", {
  get() {
    throw new LlmError("Cannot look", "MALFORMED_RESPONSE");
  },
}) as StreamChunk;

for (
  const [name, broken, code] of [
    ["null", null, "UNKNOWN"],
    ["undefined", undefined, "UNKNOWN"],
    ["a getter that throws", getter, "MALFORMED_RESPONSE"],
    ["a finish without reason", { type: "finish" }, "UNKNOWN"],
    ["an error without failure", failing(undefined), "UNKNOWN"],
    ["an error without code", failing({ message: "Broken" }), "UNKNOWN"],
  ] as const
) {
  Deno.test(`FinalBoundary makes ${name} the adapter's failure, after what came before`, async () => {
    let cancels = 0;
    const batch = [text("a"), broken as StreamChunk, text("b"), STOP];
    const left = [...batch];

    const whole = await Array.fromAsync(
      call(() => batches([{ chunks: batch, done: false }], () => cancels++)),
    );
    const single = await Array.fromAsync(call(() =>
      pulled({
        pull: (controller) => controller.enqueue(left.shift()!),
        cancel: () => void cancels++,
      })
    ));

    assertEquals(whole.length, 2);
    assertEquals(whole[0], text("a"));
    assertEquals(endOf(whole), `error ${code}`);
    assertEquals(single, whole);
    assertStrictEquals(cancels, 2);
  });
}

for (
  const value of [undefined, null, "text", 0, {
    get message() {
      throw 1;
    },
  }]
) {
  Deno.test(`FinalBoundary survives a thrown ${typeof value} ${value === null ? "null" : ""}`, async () => {
    const thrown = await Array.fromAsync(call(() => {
      throw value;
    }));
    const errored = await Array.fromAsync(
      call(() => streamOf([], (controller) => controller.error(value))),
    );

    assertEquals(endOf(thrown), "error UNKNOWN");
    assertEquals(endOf(errored), "error UNKNOWN");
  });
}

Deno.test("FinalBoundary listens to the signal once and lets go at each ending", async () => {
  const endings: (() => ChunkStream)[] = [
    () => streamOf([STOP]),
    () => streamOf([]),
    () => streamOf([], (controller) => controller.error(new Error("read"))),
    () => streamOf([null as unknown as StreamChunk]),
    () => {
      throw new Error("dispatch");
    },
  ];

  for (const ending of endings) {
    const watched = watchedSignal();

    await Array.fromAsync(call(ending, { signal: watched.signal }));

    assertStrictEquals(watched.added(), 1);
    assertStrictEquals(watched.listeners(), 0);
  }
});

Deno.test("FinalBoundary leaves what a listener throws into its stream thrown", async () => {
  const runtime = runtimeOf(stubAdapter(() => streamOf([text("a"), STOP])));
  const error = new Error("listener");
  runtime.on("llm/stream", {
    transformer: () => ({
      transform() {
        throw error;
      },
    }),
  });

  const thrown = await assertRejects(() =>
    Array.fromAsync(runtime.stream(REQUEST))
  );

  assertStrictEquals(thrown, error);
});
