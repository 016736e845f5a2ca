// How one transformer in a fused run ends, rule by rule.
import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { toChunkStream } from "../../runtime/chunk_source.ts";
import { deferred } from "../../runtime/deferred.ts";
import { fuse } from "../../runtime/fuse.ts";
import { scriptedSource, see, textIn, turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";
import { type ChunkTransformer, marking, run } from "./_marking.ts";

Deno.test("Stage error() errors the stream after what was enqueued", async () => {
  const error = new Error("Enough");
  const source = scriptedSource([["a", "b"]]);
  const stream = toChunkStream(
    fuse(source, [{
      transform(chunk, controller) {
        controller.enqueue(chunk);
        controller.error(error);
      },
    }]),
  );

  const { texts, end } = await see(stream);

  assertEquals(texts, ["a"]);
  assertStrictEquals((end as { error: unknown }).error, error);
  assertStrictEquals(source.cancels[0], error);
});

Deno.test("Stage terminate() drops the rest of its input and cancels upstream", async () => {
  const source = scriptedSource([["a", "b"], ["c"]]);
  const journal: string[] = [];
  const stream = toChunkStream(
    fuse(source, [{
      transform(chunk, controller) {
        journal.push(textIn(chunk));
        controller.enqueue(chunk);
        controller.terminate();
      },
      flush: () => void journal.push("flush"),
      cancel: () => void journal.push("cancel"),
    }]),
  );

  assertEquals(await see(stream), { texts: ["a"], end: "close" });
  assertEquals(journal, ["a"]);
  assertEquals(source.cancels.length, 1);
  assertInstanceOf(source.cancels[0], TypeError);
});

Deno.test("Stage terminate() cancels the stages before it and flushes those after", async () => {
  const journal: string[] = [];
  const stream = run(
    ["a", "b"],
    {
      transform(chunk, controller) {
        journal.push(textIn(chunk));
        controller.enqueue(chunk);
      },
      cancel: () => void journal.push("cancel"),
    },
    { transform: (_chunk, controller) => controller.terminate() },
    marking("!"),
  );

  assertEquals((await see(stream)).texts, ["end!"]);
  assertEquals(journal, ["a", "cancel"]);
});

Deno.test("Stage terminate() gives stages that wait before it no more input", async () => {
  const journal: string[] = [];
  const stream = run(["a", "b", "c"], {
    // Parked by "a", so that the rest and the end are queued.
    transform(chunk, controller) {
      journal.push(textIn(chunk));
      if (textIn(chunk) === "a") return turn();
      controller.enqueue(chunk);
    },
    flush: () => void journal.push("flush"),
    cancel: () => void journal.push("cancel"),
  }, {
    transform: (_chunk, controller) => controller.terminate(),
  });

  await see(stream);
  await turn();

  assertEquals(journal, ["a", "b", "cancel"]);
});

Deno.test("Stage lets the stage before it finish the call in which it terminated", async () => {
  const thrown: unknown[] = [];
  const stream = run(["a"], {
    transform(chunk, controller) {
      controller.enqueue(chunk);
      try {
        controller.enqueue(chunk);
      } catch (error) {
        thrown.push(error);
      }
    },
  }, {
    transform: (_chunk, controller) => controller.terminate(),
  });

  await see(stream);

  assertEquals(thrown, []);
});

Deno.test("Stage flushes adapter side first, its output passing the later stages", async () => {
  const stream = run([], marking("1"), marking("2"), marking("3"));

  assertEquals((await see(stream)).texts, ["end123", "end23", "end3"]);
});

Deno.test("Stage waits for a flush that takes its time", async () => {
  const flushed = deferred<void>();
  const stream = run(["a"], {
    async flush(controller) {
      await flushed.promise;
      controller.enqueue(text("end"));
    },
  }, marking("!"));
  const seen = see(stream);
  await turn();

  flushed.resolve();

  assertEquals((await seen).texts, ["a!", "end!", "end!"]);
});

for (const how of ["throws", "rejects"] as const) {
  Deno.test(`Stage errors the stream when flush ${how}, after all output`, async () => {
    const error = new Error("No flush");
    const stream = run(["a"], {
      flush(controller) {
        controller.enqueue(text("end"));
        if (how === "throws") throw error;
        return Promise.reject(error);
      },
    }, marking("!"));

    const { texts, end } = await see(stream);

    assertEquals(texts, ["a!", "end!"]);
    assertStrictEquals((end as { error: unknown }).error, error);
  });
}

Deno.test("Stage skips flush and cancels, once, when its upstream fails", async () => {
  const failure = new Error("Reset");
  const journal: unknown[] = [];
  const watch = (name: string): ChunkTransformer => ({
    flush: () => void journal.push(`${name} flush`),
    cancel: (reason) => void journal.push(name, reason),
  });
  const source = scriptedSource([["a"]], { failure: { error: failure } });
  const stream = toChunkStream(fuse(source, [watch("inner"), watch("outer")]));

  const { texts, end } = await see(stream);
  await stream.cancel().catch(() => {});

  assertEquals(texts, ["a"]);
  assertStrictEquals((end as { error: unknown }).error, failure);
  assertEquals(journal, ["inner", failure, "outer", failure]);
  assertEquals(source.cancels, []);
});

Deno.test("Stage holds an upstream failure back until its queue is worked off", async () => {
  const source = scriptedSource([["a", "b"]], { failure: { error: "reset" } });
  const stream = toChunkStream(
    fuse(source, [{
      async transform(chunk, controller) {
        await turn();
        controller.enqueue(chunk);
      },
    }]),
  );

  assertEquals(await see(stream), {
    texts: ["a", "b"],
    end: { error: "reset" },
  });
});

Deno.test("Stage waits for a cancel before it passes an upstream failure on", async () => {
  const cancelled = deferred<void>();
  const source = scriptedSource([], { failure: { error: "reset" } });
  const stream = toChunkStream(
    fuse(source, [{ cancel: () => cancelled.promise }]),
  );
  let ended = false;
  const seen = see(stream).finally(() => ended = true);
  await turn();
  assertEquals(ended, false);

  cancelled.resolve();

  assertEquals((await seen).end, { error: "reset" });
});

for (const how of ["throws", "rejects"] as const) {
  Deno.test(`Stage fails with what cancel ${how} in place of an upstream failure`, async () => {
    const source = scriptedSource([], { failure: { error: "reset" } });
    const stream = toChunkStream(
      fuse(source, [{
        cancel() {
          if (how === "throws") throw "no cancel";
          return Promise.reject("no cancel");
        },
      }]),
    );

    assertEquals((await see(stream)).end, { error: "no cancel" });
  });
}

Deno.test("Stage cancels, once, when the consumer cancels", async () => {
  const reasons: unknown[] = [];
  const stream = run(["a"], { cancel: (reason) => void reasons.push(reason) });

  await stream.cancel("enough");
  await stream.cancel("again");

  assertEquals(reasons, ["enough"]);
});

Deno.test("Stage does not cancel what has flushed", async () => {
  const journal: string[] = [];
  const stream = run(["a"], {
    flush: () => void journal.push("flush"),
    cancel: () => void journal.push("cancel"),
  }, { flush: () => new Promise(() => {}) });
  const reader = stream.getReader();
  await reader.read();
  reader.read();
  await turn();

  reader.cancel("enough");
  await turn();

  assertEquals(journal, ["flush"]);
});

Deno.test("Stage makes a cancel that meets a running flush wait for it", async () => {
  const flushed = deferred<void>();
  const journal: string[] = [];
  const stream = run([], {
    flush: () => flushed.promise,
    cancel: () => void journal.push("cancel"),
  });
  const reader = stream.getReader();
  reader.read();
  await turn();

  const cancelled = reader.cancel("enough").catch((error) => error);
  await turn();
  flushed.reject("no flush");

  assertEquals(await cancelled, "no flush");
  assertEquals(journal, []);
});

Deno.test("Stage does not cancel a transformer that threw", async () => {
  const journal: string[] = [];
  const stream = run(["a"], {
    transform() {
      throw "no transform";
    },
    cancel: () => void journal.push("cancel"),
  });

  assertEquals((await see(stream)).end, { error: "no transform" });
  assertEquals(journal, []);
});
