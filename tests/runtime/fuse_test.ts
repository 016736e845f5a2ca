// How a fused run reads, delivers and fails, rule by rule.
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { deferred } from "../../runtime/deferred.ts";
import { fuse } from "../../runtime/fuse.ts";
import { scriptedSource, see, textIn, turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

type ChunkTransformer = Transformer<StreamChunk, StreamChunk>;
type Controller = TransformStreamDefaultController<StreamChunk>;

Deno.test("fuse() passes a whole read through every stage in one batch", async () => {
  const journal: string[] = [];
  const watch = (name: string): ChunkTransformer => ({
    transform(chunk, controller) {
      journal.push(`${textIn(chunk)} ${name}`);
      controller.enqueue(chunk);
    },
  });
  const fused = fuse(scriptedSource([["a", "b"]]), [
    watch("inner"),
    watch("outer"),
  ]);

  const { chunks, done } = await fused.read();

  assertEquals(chunks.map(textIn), ["a", "b"]);
  assertEquals(done, false);
  assertEquals(journal, ["a inner", "a outer", "b inner", "b outer"]);
});

Deno.test("fuse() reads nothing before it is read", async () => {
  const source = scriptedSource([["a"]]);

  fuse(source, [{}]);
  await turn();

  assertEquals(source.reads, 0);
});

Deno.test("fuse() reads no further than the read in hand", async () => {
  const source = scriptedSource([["a", "b"], ["c"], ["d"]]);
  const reader = toChunkStream(fuse(source, [{}])).getReader();

  await reader.read();
  await turn();
  await reader.read();
  await turn();

  assertEquals(source.reads, 1);
});

Deno.test("fuse() reads on until something leaves the last stage", async () => {
  const source = scriptedSource([["a"], ["b"], ["keep"]]);
  const fused = fuse(source, [{
    transform(chunk, controller) {
      if (textIn(chunk) === "keep") controller.enqueue(chunk);
    },
  }]);

  const { chunks } = await fused.read();

  assertEquals(chunks.map(textIn), ["keep"]);
  assertEquals(source.reads, 3);
});

Deno.test("fuse() gives the last chunks together with the end", async () => {
  const fused = fuse(scriptedSource([]), [{
    flush: (controller) => controller.enqueue(text("end")),
  }]);

  assertEquals(await fused.read(), { chunks: [text("end")], done: true });
});

Deno.test("fuse() starts its stages adapter side first", () => {
  const journal: string[] = [];

  fuse(scriptedSource([]), [
    { start: () => void journal.push("inner") },
    { start: () => void journal.push("outer") },
  ]);

  assertEquals(journal, ["inner", "outer"]);
});

Deno.test("fuse() throws what a start throws and stops what it would have owned", async () => {
  const error = new Error("No start");
  const source = scriptedSource([["a"]]);
  const cancelled: string[] = [];

  const thrown = assertThrows(() =>
    fuse(source, [
      { cancel: () => void cancelled.push("started") },
      {
        start() {
          throw error;
        },
        cancel: () => void cancelled.push("thrower"),
      },
      { cancel: () => void cancelled.push("not started") },
    ])
  );
  await turn();

  assertStrictEquals(thrown, error);
  assertStrictEquals(source.cancels[0], error);
  assertEquals(cancelled, ["started"]);
});

Deno.test("fuse() holds the next read back while a stage waits", async () => {
  const gate = deferred<void>();
  const source = scriptedSource([["a"], ["b"]]);
  const reader = toChunkStream(
    fuse(source, [{
      async transform(chunk, controller) {
        controller.enqueue(chunk);
        await gate.promise;
      },
    }]),
  ).getReader();
  await reader.read();
  const second = reader.read();
  await turn();
  assertEquals(source.reads, 1);

  gate.resolve();

  assertEquals((await second).value, text("b"));
});

Deno.test("fuse() delivers what is out already while a stage waits", async () => {
  const source = scriptedSource([["a", "b", "c"]]);
  const fused = fuse(source, [{
    transform(chunk, controller) {
      controller.enqueue(chunk);
      return textIn(chunk) === "b" ? new Promise<void>(() => {}) : undefined;
    },
  }]);

  const { chunks } = await fused.read();

  assertEquals(chunks.map(textIn), ["a", "b"]);
});

Deno.test("fuse() delivers to a waiting reader what is enqueued outside any call", async () => {
  let own!: Controller;
  const silent = deferred<string[]>();
  const source = scriptedSource([silent.promise]);
  const reader = toChunkStream(
    fuse(source, [{ start: (controller) => void (own = controller) }]),
  ).getReader();
  const first = reader.read();
  await turn();

  own.enqueue(text("meanwhile"));

  assertEquals((await first).value, text("meanwhile"));
  const second = reader.read();
  await turn();
  assertEquals(source.reads, 1);
  silent.resolve(["at last"]);
  assertEquals((await second).value, text("at last"));
});

Deno.test("fuse() delivers at once what was enqueued while nobody read", async () => {
  let own!: Controller;
  const reader = toChunkStream(
    fuse(scriptedSource([new Promise(() => {})]), [{
      start: (controller) => void (own = controller),
    }]),
  ).getReader();
  const first = reader.read();
  await turn();
  own.enqueue(text("a"));
  await first;

  own.enqueue(text("b"));

  assertEquals((await reader.read()).value, text("b"));
});

Deno.test("fuse() passes what is enqueued outside any call through the later stages", async () => {
  let own!: Controller;
  const silent = new Promise<string[]>(() => {});
  const reader = toChunkStream(
    fuse(scriptedSource([silent]), [{
      start: (controller) => void (own = controller),
    }, {
      transform: (chunk, controller) =>
        controller.enqueue(text(`${textIn(chunk)}!`)),
    }]),
  ).getReader();
  const first = reader.read();
  await turn();

  own.enqueue(text("meanwhile"));

  assertEquals((await first).value, text("meanwhile!"));
});

Deno.test("fuse() ends a waiting reader when a stage terminates outside any call", async () => {
  let own!: Controller;
  const source = scriptedSource([new Promise<string[]>(() => {})]);
  const seen = see(toChunkStream(
    fuse(source, [{ start: (controller) => void (own = controller) }]),
  ));
  await turn();

  own.terminate();

  assertEquals(await seen, { texts: [], end: "close" });
  assertEquals(source.cancels.length, 1);
});

for (const how of ["throws", "rejects"] as const) {
  Deno.test(`fuse() raises what a transform ${how} after all output so far, that of its chunk included`, async () => {
    const error = new Error("No transform");
    const source = scriptedSource([["a", "b", "c"], ["d"]]);
    const stream = toChunkStream(fuse(source, [{
      transform(chunk, controller) {
        controller.enqueue(chunk);
        if (textIn(chunk) !== "b") return;
        if (how === "throws") throw error;
        return Promise.reject(error);
      },
    }, {
      // The later stage takes its time: the failure waits for it as well.
      async transform(chunk, controller) {
        await turn();
        controller.enqueue(chunk);
      },
    }]));

    const { texts, end } = await see(stream);

    assertEquals(texts, ["a", "b"]);
    assertStrictEquals((end as { error: unknown }).error, error);
    assertEquals(source.cancels.length, 1);
    assertStrictEquals(source.cancels[0], error);
  });
}

Deno.test("fuse() fails with undefined where undefined is thrown", async () => {
  const stream = toChunkStream(fuse(scriptedSource([["a"]]), [{
    transform() {
      throw undefined;
    },
  }]));

  assertEquals((await see(stream)).end, { error: undefined });
});

Deno.test("fuse() takes 50,000 chunks of one read, and as many of one chunk", async () => {
  const texts = Array.from({ length: 50_000 }, (_, k) => `${k}`);
  const expand: ChunkTransformer = {
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (textIn(chunk) !== "0") return;
      for (const value of texts) controller.enqueue(text(value));
    },
  };

  const seen = await see(
    toChunkStream(fuse(scriptedSource([texts]), [{}, expand, {}])),
  );

  assertEquals(seen.end, "close");
  assertEquals(seen.texts.length, 100_000);
});
