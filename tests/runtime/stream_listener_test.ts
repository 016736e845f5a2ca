// Listeners as a program registers them: nothing here needs a cast.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type {
  LlmStreamListener,
  LlmStreamNext,
  LlmStreamTransformerFactory,
} from "../../runtime/stream_listener.ts";
import { toTransformStream } from "../../runtime/to_transform_stream.ts";
import { textChunks } from "../../testing/chunks.ts";
import {
  type ScriptedAdapter,
  scriptedAdapter,
} from "../../testing/scripted_adapter.ts";

function request(): GenerateOptions {
  return { provider: "local", model: "m", messages: [] };
}

function runtimeWith(adapter: ScriptedAdapter): LlmRuntime {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["local", "other"], adapter);
  return runtime;
}

/** Holds at compile time if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;

Deno.test("LlmStreamListener is inferred from a plain function, `this` included", async () => {
  const runtime = runtimeWith(scriptedAdapter());
  const seen: unknown[] = [];
  runtime.on("llm/stream", function (options, next) {
    const types: [
      Same<typeof this, LlmRuntime>,
      Same<typeof options, GenerateOptions>,
      Same<typeof next, LlmStreamNext>,
    ] = [true, true, true];
    seen.push(this, types);
    return next();
  });

  await Array.fromAsync(runtime.stream(request()));

  assertStrictEquals(seen[0], runtime);
});

Deno.test("LlmStreamListener may be an arrow function that pipes", async () => {
  const runtime = runtimeWith(scriptedAdapter([textChunks("Hello")]));
  runtime.on("llm/stream", (_options, next) =>
    next().pipeThrough(
      toTransformStream({
        transform(chunk, controller) {
          if (chunk.type === "text-delta") {
            controller.enqueue({ ...chunk, text: chunk.text.toUpperCase() });
          } else controller.enqueue(chunk);
        },
      }),
    ));

  const chunks = await Array.fromAsync(runtime.stream(request()));

  const text = chunks.flatMap((chunk) =>
    chunk.type === "text-delta" ? [chunk.text] : []
  );
  assertEquals(text.join(""), "HELLO");
});

Deno.test("LlmStreamListener may be asynchronous", async () => {
  const runtime = runtimeWith(scriptedAdapter());
  runtime.on("llm/stream", async (options, next) => {
    await Promise.resolve();
    return next({ ...options, model: "late" });
  });

  const chunks = await Array.fromAsync(runtime.stream(request()));

  assertEquals(chunks.at(-1), { type: "finish", reason: { kind: "stop" } });
});

Deno.test("LlmStreamTransformerFactory is inferred from an object, its chunks included", async () => {
  const runtime = runtimeWith(scriptedAdapter());
  let finished = false;
  runtime.on("llm/stream", {
    transformer(options) {
      if (options.purpose !== undefined) return undefined;
      return {
        transform(chunk, controller) {
          const same: Same<typeof chunk, StreamChunk> = true;
          finished ||= same && chunk.type === "finish";
          controller.enqueue(chunk);
        },
      };
    },
  });

  await Array.fromAsync(runtime.stream(request()));

  assertEquals(finished, true);
});

Deno.test("LlmStreamListener and LlmStreamTransformerFactory can be declared apart", async () => {
  const adapter = scriptedAdapter();
  const runtime = runtimeWith(adapter);
  const listener: LlmStreamListener = (options, next) =>
    next({ ...options, model: "other" });
  const transformer: LlmStreamTransformerFactory = {
    transformer: () => undefined,
  };
  runtime.on("llm/stream", listener);
  runtime.on("llm/stream", transformer);

  await Array.fromAsync(runtime.stream(request()));

  assertEquals(adapter.requests[0]?.model, "other");
});

Deno.test("LlmStreamListener routes by changing an unfrozen request before next()", async () => {
  const adapter = scriptedAdapter();
  const runtime = runtimeWith(adapter);
  runtime.on("llm/stream", (options, next) => {
    options.provider = "other";
    return next();
  });

  await Array.fromAsync(
    runtime.stream({ ...request(), provider: "nobody" }),
  );

  assertEquals(adapter.requests.map(({ provider }) => provider), ["other"]);
});

Deno.test("LlmStreamListener changes nothing by changing its request after next()", async () => {
  const adapter = scriptedAdapter();
  const runtime = runtimeWith(adapter);
  runtime.on("llm/stream", (options, next) => {
    const stream = next();
    options.provider = "nobody";
    return stream;
  });

  await Array.fromAsync(runtime.stream(request()));

  assertEquals(adapter.requests.map(({ provider }) => provider), ["local"]);
});

Deno.test("LlmStreamListener may try again before it passed on a chunk", async () => {
  const adapter = scriptedAdapter([new Error("Reset"), textChunks("Hello")]);
  const runtime = runtimeWith(adapter);
  runtime.on("llm/stream", async (_options, next) => {
    const [first] = await Array.fromAsync(next());
    return first?.type === "finish" && first.reason.kind === "error"
      ? next()
      : ReadableStream.from(first === undefined ? [] : [first]);
  });

  const chunks = await Array.fromAsync(runtime.stream(request()));

  assertEquals(chunks, textChunks("Hello"));
  assertEquals(adapter.requests.length, 2);
});

Deno.test("LlmStreamTransformerFactory fails the stream with the very error it throws", async () => {
  const error = new Error("No transform");
  const adapter = scriptedAdapter();
  const runtime = runtimeWith(adapter);
  runtime.on("llm/stream", {
    transformer: () => ({
      transform() {
        throw error;
      },
    }),
  });

  const thrown = await Array.fromAsync(runtime.stream(request())).catch((
    error,
  ) => error);

  assertStrictEquals(thrown, error);
  assertStrictEquals(adapter.cancels[0], error);
});
