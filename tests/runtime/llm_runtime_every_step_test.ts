// Whatever happens to a call, and after however many steps of it, it ends once.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { ChunkStream, StreamChunk } from "../../message.ts";
import type { LlmAdapter } from "../../runtime/adapter.ts";
import type { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { LlmRuntimeEventMap } from "../../runtime/runtime_events.ts";
import {
  pulled,
  REQUEST,
  STOP,
  streamOf,
  stubAdapter,
  text,
  watchedSignal,
} from "./_stub_adapter.ts";

const STEPS = 40;
const REASON = new Error("reason");
const ANSWER: StreamChunk[] = [text("a"), text("b"), STOP];

/** An adapter that awaits at every turn, and heeds its signal. */
function slowAdapter(): LlmAdapter {
  return stubAdapter(({ signal }) => {
    const left = [...ANSWER];
    return pulled({
      async pull(controller) {
        await Promise.resolve();
        signal?.throwIfAborted();
        controller.enqueue(left.shift()!);
        if (left.length === 0) controller.close();
      },
    });
  }, {
    async resolveModel(provider, id) {
      await Promise.resolve();
      return { provider, id, name: id };
    },
  });
}

const LISTENERS: Record<string, LlmRuntimeEventMap["llm/stream"] | undefined> =
  {
    "nobody listening": undefined,
    "a listener that is late": async (_options, next) => {
      await Promise.resolve();
      return next();
    },
    "a listener that pipes": (_options, next) =>
      next().pipeThrough(new TransformStream()),
    "a listener that tries again": async (_options, next) => {
      await next().cancel();
      return next();
    },
    "a listener that nests a call": function (options, next) {
      const { signal } = options;
      if (options.system !== undefined) return next();
      return this.stream({ ...REQUEST, signal, system: "nested" });
    },
    "a transformer that awaits": {
      transformer: () => ({
        async transform(chunk, controller) {
          await Promise.resolve();
          controller.enqueue(chunk);
        },
      }),
    },
  };

/** Ways to start a call. */
const STARTS: Record<
  string,
  (runtime: LlmRuntime, request: GenerateOptions) => Promise<ChunkStream>
> = {
  "a call": (runtime, request) => Promise.resolve(runtime.stream(request)),
  "a prepared call": async (runtime, request) =>
    (await runtime.prepareCall(request)).stream(request),
};

/** Lets promises go on for a number of steps. */
async function steps(count: number): Promise<void> {
  for (let k = 0; k < count; k++) await null;
}

function kindsOf(chunks: readonly StreamChunk[]): string[] {
  return chunks.map((chunk) =>
    chunk.type === "finish" ? chunk.reason.kind : chunk.type
  );
}

/** Whether chunks are the answer, or the beginning of it with another end. */
function isWholeOrEndsIn(
  kind: string,
  chunks: readonly StreamChunk[],
): boolean {
  const kinds = kindsOf(chunks);
  const whole = ["text-delta", "text-delta", "stop"];
  return kinds.join() === whole.join() ||
    (kinds.at(-1) === kind && kinds.length <= whole.length &&
      kinds.slice(0, -1).every((kind) => kind === "text-delta"));
}

for (const [start, begin] of Object.entries(STARTS)) {
  for (const [who, listener] of Object.entries(LISTENERS)) {
    Deno.test(`${start} with ${who} ends once, wherever it is aborted`, async () => {
      const ends = new Set<string | undefined>();

      for (let k = 0; k < STEPS; k++) {
        const watched = watchedSignal();
        const runtime = new LlmRuntime();
        runtime.registerAdapter(["p"], slowAdapter());
        if (listener) runtime.on("llm/stream", listener);
        const stream = await begin(runtime, {
          ...REQUEST,
          signal: watched.signal,
        });
        const reading = Array.fromAsync(stream);

        await steps(k);
        watched.abort(REASON);
        const chunks = await reading;

        assert(isWholeOrEndsIn("aborted", chunks), `${k}: ${kindsOf(chunks)}`);
        assertStrictEquals(watched.listeners(), 0);
        ends.add(kindsOf(chunks).at(-1));
      }

      assertEquals(ends, new Set(["aborted", "stop"]));
    });

    Deno.test(`${start} with ${who} ends once, wherever its runtime is closed`, async () => {
      const ends = new Set<string | undefined>();

      for (let k = 0; k < STEPS; k++) {
        const runtime = new LlmRuntime();
        runtime.registerAdapter(["p"], slowAdapter());
        if (listener) runtime.on("llm/stream", listener);
        const reading = Array.fromAsync(await begin(runtime, { ...REQUEST }));

        await steps(k);
        runtime.close();
        const chunks = await reading;

        assert(
          isWholeOrEndsIn("aborted", chunks) ||
            isWholeOrEndsIn("error", chunks),
          `${k}: ${kindsOf(chunks)}`,
        );
        ends.add(kindsOf(chunks).at(-1));
      }

      assert(ends.has("aborted") && ends.has("stop"));
    });
  }

  Deno.test(`${start} keeps its adapter, wherever its route changes hands`, async () => {
    for (let k = 0; k < STEPS; k++) {
      const runtime = new LlmRuntime();
      const handle = runtime.registerAdapter(["p"], slowAdapter());
      const reading = Array.fromAsync(await begin(runtime, { ...REQUEST }));

      await steps(k);
      handle();
      runtime.registerAdapter(["p"], stubAdapter(() => streamOf([STOP])));

      assertEquals(await reading, ANSWER);
    }
  });
}

Deno.test("a call goes to whoever has its route at the first read", async () => {
  const runtime = new LlmRuntime();
  const handle = runtime.registerAdapter(["p"], slowAdapter());
  const stream = runtime.stream(REQUEST);

  handle();
  runtime.registerAdapter(["p"], stubAdapter(() => streamOf([STOP])));

  assertEquals(await Array.fromAsync(stream), [STOP]);
});

Deno.test("prepareCall() resolves or rejects with the reason, wherever it is aborted", async () => {
  const ends = new Set<string>();
  for (let k = 0; k < STEPS; k++) {
    const watched = watchedSignal();
    const runtime = new LlmRuntime();
    runtime.registerAdapter(["p"], slowAdapter());
    const preparing = runtime.prepareCall(REQUEST, watched.signal).then(
      () => "resolved",
      (error) => error === REASON ? "reason" : "other",
    );

    await steps(k);
    watched.abort(REASON);

    ends.add(await preparing);
    assertStrictEquals(watched.listeners(), 0);
  }
  assertEquals(ends, new Set(["reason", "resolved"]));
});

Deno.test("prepareCall() resolves or rejects as ABORTED, wherever its runtime is closed", async () => {
  const ends = new Set<string>();
  for (let k = 0; k < STEPS; k++) {
    const runtime = new LlmRuntime();
    runtime.registerAdapter(["p"], slowAdapter());
    const preparing = runtime.prepareCall(REQUEST).then(
      async (prepared) => {
        const chunks = await Array.fromAsync(prepared.stream(REQUEST));
        return kindsOf(chunks).join();
      },
      (error) => (error as LlmError).code,
    );

    await steps(k);
    runtime.close();

    ends.add(await preparing);
  }
  assert(ends.has("ABORTED"));
  assert(ends.has("text-delta,text-delta,stop"));
  for (const end of ends) {
    assert(/^(ABORTED|(text-delta,){0,2}(stop|aborted))$/.test(end), end);
  }
});
