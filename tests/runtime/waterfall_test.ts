// The waterfall of function listeners, rule by rule.
import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { ChunkStream, StreamChunk } from "../../message.ts";
import { deferred } from "../../runtime/deferred.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  runWaterfall,
  type WaterfallListener,
} from "../../runtime/waterfall.ts";
import {
  type ScriptedSource,
  scriptedSource,
  see,
  task,
  textIn,
  turn,
} from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

function request(): GenerateOptions {
  return { provider: "p", model: "m", messages: [] };
}

/** Runs a waterfall, and keeps what reached its end. */
function run(
  listeners: readonly WaterfallListener[],
  {
    options = request(),
    runtime = new LlmRuntime(),
    source = () => scriptedSource([["a"]]),
  }: {
    options?: GenerateOptions;
    runtime?: LlmRuntime;
    source?: () => ScriptedSource;
  } = {},
): { stream: ChunkStream; reached: GenerateOptions[] } {
  const reached: GenerateOptions[] = [];
  const stream = runWaterfall(options, {
    listeners,
    runtime,
    innermost(request) {
      reached.push(request);
      return source();
    },
  });
  return { stream, reached };
}

/** A stream through which every text gets a mark. */
function marking(mark: string): TransformStream<StreamChunk, StreamChunk> {
  return new TransformStream({
    transform: (chunk, controller) =>
      controller.enqueue(text(textIn(chunk) + mark)),
  });
}

Deno.test("runWaterfall() gives the adapter's chunks where nobody listens", async () => {
  assertEquals(await see(run([]).stream), { texts: ["a"], end: "close" });
});

Deno.test("runWaterfall() makes the first listener the outermost", async () => {
  const journal: string[] = [];
  const listener = (mark: string): WaterfallListener => (_options, next) => {
    journal.push(mark);
    return next().pipeThrough(marking(mark));
  };

  const { stream } = run([listener("1"), listener("2"), listener("3")]);

  assertEquals(journal, ["1", "2", "3"]);
  assertEquals((await see(stream)).texts, ["a321"]);
});

Deno.test("runWaterfall() calls every listener before it returns", () => {
  const journal: string[] = [];

  run([
    (_options, next) => {
      journal.push("before");
      const stream = next();
      journal.push("after");
      return stream;
    },
    {
      transformer() {
        journal.push("transformer");
        return { start: () => void journal.push("start") };
      },
    },
  ]);

  assertEquals(journal, ["before", "transformer", "start", "after"]);
});

Deno.test("runWaterfall() reads nothing before it is read", async () => {
  const source = scriptedSource([["a"]]);

  run([{ transformer: () => ({}) }, (_options, next) => next()], {
    source: () => source,
  });
  await turn();

  assertEquals(source.reads, 0);
});

Deno.test("runWaterfall() throws what a listener throws", () => {
  const error = new Error("No call");

  const thrown = assertThrows(() =>
    run([(_options, next) => next(), () => {
      throw error;
    }])
  );

  assertStrictEquals(thrown, error);
});

Deno.test("runWaterfall() calls function listeners with the runtime as this", () => {
  const runtime = new LlmRuntime();
  const receivers: unknown[] = [];

  run([function (_options, next) {
    receivers.push(this);
    return next();
  }], { runtime });

  assertStrictEquals(receivers[0], runtime);
});

Deno.test("runWaterfall() gives listeners and adapter the caller's very request", () => {
  const options = request();
  const seen: GenerateOptions[] = [];

  const { reached } = run([
    (options, next) => {
      seen.push(options);
      return next();
    },
    {
      transformer(options) {
        seen.push(options);
        return undefined;
      },
    },
  ], { options });

  assertStrictEquals(seen[0], options);
  assertStrictEquals(seen[1], options);
  assertStrictEquals(reached[0], options);
});

Deno.test("runWaterfall() lets a listener answer without next()", async () => {
  const { stream, reached } = run([() => ReadableStream.from([text("own")])]);

  assertEquals(await see(stream), { texts: ["own"], end: "close" });
  assertEquals(reached, []);
});

Deno.test("runWaterfall() makes a fresh run of what is inside for each next()", async () => {
  const made: string[] = [];
  const { stream, reached } = run([
    (_options, next) => {
      const first = next();
      const second = next();
      assertNotStrictEquals(first, second);
      void first.cancel();
      return second;
    },
    {
      transformer() {
        made.push("transformer");
        return {};
      },
    },
  ]);

  assertEquals(await see(stream), { texts: ["a"], end: "close" });
  assertEquals(made, ["transformer", "transformer"]);
  assertEquals(reached.length, 2);
});

Deno.test("runWaterfall() lets a listener call next() after it returned", async () => {
  const { stream, reached } = run([
    async (_options, next) => {
      await turn();
      return next();
    },
  ]);
  assertEquals(reached.length, 0);

  assertEquals((await see(stream)).texts, ["a"]);
  assertEquals(reached.length, 1);
});

Deno.test("runWaterfall() takes a change of an unfrozen request before next() on", () => {
  const { reached } = run([(options, next) => {
    options.model = "other";
    return next();
  }]);

  assertEquals(reached[0]?.model, "other");
});

Deno.test("runWaterfall() returns a stream at once for a listener that takes its time", async () => {
  const late = deferred<ChunkStream>();
  const { stream } = run([() => late.promise]);
  const seen = see(stream);
  await turn();

  late.resolve(ReadableStream.from([text("late")]));

  assertEquals(await seen, { texts: ["late"], end: "close" });
});

Deno.test("runWaterfall() gives a stream from next() whatever an inner listener returns", () => {
  const seen: unknown[] = [];

  run([
    (_options, next) => {
      const stream = next();
      seen.push(stream instanceof ReadableStream);
      return stream;
    },
    (_options, next) => Promise.resolve(next()),
  ]);

  assertEquals(seen, [true]);
});

Deno.test("runWaterfall() takes any thenable from a listener", async () => {
  const thenable = {
    then: (resolve: (stream: ChunkStream) => void) =>
      resolve(ReadableStream.from([text("then")])),
  };
  const { stream } = run([() => thenable as Promise<ChunkStream>]);

  assertEquals((await see(stream)).texts, ["then"]);
});

Deno.test("runWaterfall() errors the stream with what a listener rejects with", async () => {
  const error = new Error("No call");
  const { stream } = run([() => Promise.reject(error)]);

  const { end } = await see(stream);

  assertStrictEquals((end as { error: unknown }).error, error);
});

Deno.test("runWaterfall() leaves a listener's rejection handled when nobody reads", async () => {
  const { stream } = run([() => Promise.reject(new Error("No call"))]);

  // The test runner fails on a rejection that is left unhandled.
  await task();

  assertEquals(stream.locked, false);
});

Deno.test("runWaterfall() cancels a stream that comes after the consumer left", async () => {
  const late = deferred<ChunkStream>();
  const source = scriptedSource([["a"]]);
  const { stream } = run([async (_options, next) => {
    await late.promise;
    return next();
  }], { source: () => source });
  const reader = stream.getReader();
  const read = reader.read();
  await turn();
  const cancelled = reader.cancel("enough");

  late.resolve(new ReadableStream());

  await cancelled;
  assertEquals((await read).done, true);
  assertEquals(source.cancels, ["enough"]);
  // A read would have started a call that nobody wants any more.
  assertEquals(source.reads, 0);
});

for (
  const [what, value] of Object.entries({ undefined, null: null, text: "" })
) {
  Deno.test(`runWaterfall() refuses ${what} from a listener`, async () => {
    const message =
      'Cannot run listener: "listener()" must be a ReadableStream that is not locked';

    assertThrows(() => run([() => value as never]), TypeError, message);
    const { stream } = run([() => Promise.resolve(value as never)]);
    const { error } = (await see(stream)).end as { error: TypeError };

    assertEquals([error.name, error.message], ["TypeError", message]);
  });
}
