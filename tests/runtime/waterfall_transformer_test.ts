// The waterfall of transformer listeners, rule by rule.
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { ChunkStream, StreamChunk } from "../../message.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { LlmStreamTransformerFactory } from "../../runtime/stream_listener.ts";
import {
  runWaterfall,
  type WaterfallListener,
} from "../../runtime/waterfall.ts";
import {
  type ScriptedSource,
  scriptedSource,
  see,
  textIn,
} from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

const REQUEST: GenerateOptions = { provider: "p", model: "m", messages: [] };

function run(
  listeners: readonly WaterfallListener[],
  source: ScriptedSource = scriptedSource([["a", "b"]]),
): ChunkStream {
  return runWaterfall(REQUEST, {
    listeners,
    runtime: new LlmRuntime(),
    innermost: () => source,
  });
}

/** Marks every text, and keeps a journal of when it does. */
function marking(
  mark: string,
  journal: string[] = [],
): LlmStreamTransformerFactory {
  return {
    transformer: () => ({
      transform(chunk, controller) {
        const marked = textIn(chunk) + mark;
        journal.push(marked);
        controller.enqueue(text(marked));
      },
    }),
  };
}

Deno.test("runWaterfall() makes the first transformer the outermost", async () => {
  const { texts } = await see(run([marking("1"), marking("2"), marking("3")]));

  assertEquals(texts, ["a321", "b321"]);
});

Deno.test("runWaterfall() runs adjacent transformers in one pass over a read", async () => {
  const journal: string[] = [];

  await run([marking("1", journal), marking("2", journal)]).getReader().read();

  // A chain of streams would not have touched "b" yet.
  assertEquals(journal, ["a2", "a21", "b2", "b21"]);
});

Deno.test("runWaterfall() keeps the order of transformers and function listeners", async () => {
  const listener = (mark: string): WaterfallListener => (_options, next) =>
    next().pipeThrough(
      new TransformStream<StreamChunk, StreamChunk>({
        transform: (chunk, controller) =>
          controller.enqueue(text(textIn(chunk) + mark)),
      }),
    );

  const { texts } = await see(run([
    marking("1"),
    marking("2"),
    listener("3"),
    marking("4"),
    listener("5"),
    marking("6"),
  ]));

  assertEquals(texts, ["a654321", "b654321"]);
});

Deno.test("runWaterfall() takes whole reads through a listener that only looks on", async () => {
  const journal: string[] = [];

  await run([
    marking("1", journal),
    (_options, next) => next(),
    marking("2", journal),
  ]).getReader().read();

  assertEquals(journal, ["a2", "b2", "a21", "b21"]);
});

Deno.test("runWaterfall() makes the transformers outermost first and starts them innermost first", () => {
  const journal: string[] = [];
  const listener = (name: string): LlmStreamTransformerFactory => ({
    transformer() {
      journal.push(`make ${name}`);
      return { start: () => void journal.push(`start ${name}`) };
    },
  });

  run([listener("1"), listener("2")]);

  assertEquals(journal, ["make 1", "make 2", "start 2", "start 1"]);
});

Deno.test("runWaterfall() makes a transformer on the listener itself, of the request", () => {
  const seen: unknown[] = [];
  const listener: LlmStreamTransformerFactory = {
    transformer(options) {
      seen.push(this, options);
      return undefined;
    },
  };

  run([listener]);

  assertStrictEquals(seen[0], listener);
  assertStrictEquals(seen[1], REQUEST);
});

Deno.test("runWaterfall() passes over a transformer that is not for this request", async () => {
  const source = scriptedSource([["a"]]);

  const { texts } = await see(
    run([marking("1"), { transformer: () => undefined }, marking("2")], source),
  );

  assertEquals(texts, ["a21"]);
});

Deno.test("runWaterfall() throws what transformer() throws", () => {
  const error = new Error("No transformer");

  const thrown = assertThrows(() =>
    run([{
      transformer() {
        throw error;
      },
    }])
  );

  assertStrictEquals(thrown, error);
});

Deno.test("runWaterfall() throws what start throws, and stops what is behind it", () => {
  const error = new Error("No start");
  const source = scriptedSource([["a"]]);
  const listener: LlmStreamTransformerFactory = {
    transformer: () => ({
      start() {
        throw error;
      },
    }),
  };

  const thrown = assertThrows(() => run([listener], source));

  assertStrictEquals(thrown, error);
  assertStrictEquals(source.cancels[0], error);
});

const GARBAGE: Record<string, unknown> = {
  null: null,
  "a text": "text",
  "a function": () => {},
  "a promise": Promise.resolve({}),
  "a transform stream": new TransformStream(),
};

for (const [what, value] of Object.entries(GARBAGE)) {
  Deno.test(`runWaterfall() refuses ${what} as a transformer`, () => {
    assertThrows(
      () => run([{ transformer: () => value as never }]),
      TypeError,
      'Cannot run listener: "transformer()" must be a transformer or undefined',
    );
  });
}

for (const name of ["start", "transform", "flush", "cancel"]) {
  Deno.test(`runWaterfall() refuses a transformer whose ${name} is not a function`, () => {
    assertThrows(
      () => run([{ transformer: () => ({ [name]: "text" }) as never }]),
      TypeError,
      `Cannot run listener: "transformer().${name}" must be a function`,
    );
  });
}

function locked(): ChunkStream {
  const stream: ChunkStream = new ReadableStream();
  stream.getReader();
  return stream;
}

for (const behind of [[], [marking("1")]]) {
  Deno.test(`runWaterfall() refuses a stream in use from behind ${behind.length} transformers`, async () => {
    const message =
      'Cannot run listener: "listener()" must be a ReadableStream that is not locked';

    assertThrows(() => run([...behind, locked]), TypeError, message);
    const { end } = await see(
      run([...behind, () => Promise.resolve(locked())]),
    );

    assertEquals((end as { error: TypeError }).error.message, message);
  });
}
