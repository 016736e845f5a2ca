// One transformer in a fused run, rule by rule.
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { deferred } from "../../runtime/deferred.ts";
import { fuse } from "../../runtime/fuse.ts";
import { scriptedSource, see, textIn, turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";
import { type ChunkTransformer, marking, run } from "./_marking.ts";

type Controller = TransformStreamDefaultController<StreamChunk>;

Deno.test("Stage passes chunks on unchanged without a transform", async () => {
  const chunk = text("a");
  const source = {
    read: () => Promise.resolve({ chunks: [chunk], done: true }),
    cancel: () => Promise.resolve(),
  };

  const { value } = await toChunkStream(fuse(source, [{}])).getReader().read();

  assertStrictEquals(value, chunk);
});

Deno.test("Stage calls every method on the transformer itself", async () => {
  const receivers: unknown[] = [];
  const transformer: ChunkTransformer = {
    start() {
      receivers.push(this);
    },
    transform() {
      receivers.push(this);
    },
    flush() {
      receivers.push(this);
    },
    cancel() {
      receivers.push(this);
    },
  };

  await see(run(["a"], transformer));
  await run(["a"], transformer).cancel();

  assertEquals(receivers.length, 5);
  assert(receivers.every((receiver) => receiver === transformer));
});

Deno.test("Stage awaits start before its first chunk", async () => {
  const started = deferred<void>();
  const journal: string[] = [];
  const stream = run(["a"], {
    async start() {
      await started.promise;
      journal.push("started");
    },
    transform: () => void journal.push("transform"),
  });
  const seen = see(stream);
  await turn();

  started.resolve();

  await seen;
  assertEquals(journal, ["started", "transform"]);
});

Deno.test("Stage delivers what start enqueued before any chunk", async () => {
  const stream = run(["a"], {
    start: (controller) => controller.enqueue(text("first")),
  }, marking("!"));

  assertEquals((await see(stream)).texts, ["first!", "a!", "end!"]);
});

Deno.test("Stage errors the stream when start rejects", async () => {
  const error = new Error("No start");
  const source = scriptedSource([["a"]]);
  const stream = toChunkStream(
    fuse(source, [{ start: () => Promise.reject(error) }]),
  );

  const { texts, end } = await see(stream);

  assertEquals(texts, []);
  assertStrictEquals((end as { error: unknown }).error, error);
  assertEquals(source.reads, 0);
  assertStrictEquals(source.cancels[0], error);
});

Deno.test("Stage keeps the order of chunks behind a transform that waits", async () => {
  const gates = [deferred<void>(), deferred<void>(), deferred<void>()];
  let count = 0;
  const stream = run(["a", "b", "c"], {
    async transform(chunk, controller) {
      await gates[count++]!.promise;
      controller.enqueue(chunk);
    },
  });
  const seen = see(stream);

  for (const gate of gates.toReversed()) gate.resolve();

  assertEquals(await seen, { texts: ["a", "b", "c"], end: "close" });
});

Deno.test("Stage waits for any thenable, not for promises alone", async () => {
  let settle: (() => void) | undefined;
  const journal: string[] = [];
  const stream = run(["a", "b"], {
    transform(chunk) {
      journal.push(textIn(chunk));
      if (settle !== undefined) return;
      return { then: (resolve: () => void) => settle = resolve } as never;
    },
  });
  const seen = see(stream);
  await turn();
  assertEquals(journal, ["a"]);

  settle?.();

  await seen;
  assertEquals(journal, ["a", "b"]);
});

Deno.test("Stage errors the stream with what a thenable's then throws", async () => {
  const error = new Error("No then");
  const stream = run(["a"], {
    transform: () =>
      ({
        get then() {
          throw error;
        },
      }) as never,
  });

  assertStrictEquals(
    ((await see(stream)).end as { error: unknown }).error,
    error,
  );
});

Deno.test("Stage works off 50,000 chunks that queue behind promises", async () => {
  const texts = Array.from({ length: 50_000 }, (_, k) => `${k}`);
  const stream = run(texts, {
    transform: (chunk, controller) =>
      Promise.resolve().then(() => controller.enqueue(chunk)),
  });

  assertEquals(await see(stream), { texts, end: "close" });
});

Deno.test("Stage takes chunks that a later stage asks for from within its transform", async () => {
  let upstream!: Controller;
  let left = 50_000;
  const stream = run(["a"], {
    start: (controller) => void (upstream = controller),
  }, {
    // Each chunk makes the stage before enqueue the next: no recursion.
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (left-- > 0) upstream.enqueue(text(`${left}`));
    },
  });

  assertEquals((await see(stream)).texts.length, 50_001);
});

Deno.test("Stage flushes when its input is closed from within its own transform", async () => {
  let upstream!: Controller;
  const stream = run(["a", "b"], {
    start: (controller) => void (upstream = controller),
  }, {
    transform(chunk, controller) {
      upstream.terminate();
      controller.enqueue(chunk);
    },
    flush: (controller) => controller.enqueue(text("end")),
  });

  assertEquals(await see(stream), { texts: ["a", "end"], end: "close" });
});

Deno.test("Stage reports a desired size of 0", async () => {
  const sizes: unknown[] = [];
  const stream = run(["a"], {
    start: (controller) => void sizes.push(controller.desiredSize),
    transform: (_chunk, controller) => void sizes.push(controller.desiredSize),
    flush: (controller) => void sizes.push(controller.desiredSize),
  });

  await see(stream);

  assertEquals(sizes, [0, 0, 0]);
});

for (const how of ["the end", "a terminate", "an error", "a cancel"] as const) {
  Deno.test(`Stage refuses to enqueue after ${how}`, async () => {
    let own!: Controller;
    const stream = run(["a"], {
      start: (controller) => void (own = controller),
    });
    if (how === "the end") await see(stream);
    else if (how === "a terminate") own.terminate();
    else if (how === "an error") own.error("failed");
    else await stream.cancel();

    assertThrows(
      () => own.enqueue(text("late")),
      TypeError,
      "Cannot enqueue chunk: the stream has ended",
    );
  });
}

Deno.test("Stage takes error and terminate after the end for nothing", async () => {
  let own!: Controller;
  const source = scriptedSource([["a"]]);
  const stream = toChunkStream(
    fuse(source, [{ start: (controller) => void (own = controller) }]),
  );
  const seen = await see(stream);

  own.error("late");
  own.terminate();

  assertEquals(seen.end, "close");
  assertEquals(source.cancels, []);
});
