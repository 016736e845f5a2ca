// What a call of `LlmRuntime.stream()` is settled on, and when.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { type ChunkStream, createUserMessage } from "../../message.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { LlmStreamListener } from "../../runtime/stream_listener.ts";
import { see, turn } from "./_scripted_source.ts";
import {
  endOf,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
  watchedSignal,
} from "./_stub_adapter.ts";

const ADAPTER = stubAdapter(() => streamOf([STOP]));

function listener(journal: string[], name: string): LlmStreamListener {
  return (_options, next) => {
    journal.push(name);
    return next();
  };
}

Deno.test("stream() leaves out a listener that comes during the call", async () => {
  const journal: string[] = [];
  const runtime = runtimeOf(ADAPTER);
  const once = runtime.on("llm/stream", async (_options, next) => {
    once();
    runtime.on("llm/stream", listener(journal, "late"));
    await Promise.resolve();
    return next();
  });

  await Array.fromAsync(runtime.stream(REQUEST));
  const during = [...journal];
  await Array.fromAsync(runtime.stream(REQUEST));

  assertEquals(during, []);
  assertEquals(journal, ["late"]);
});

Deno.test("stream() keeps a listener that is taken back during the call", async () => {
  const journal: string[] = [];
  const runtime = runtimeOf(ADAPTER);
  runtime.on("llm/stream", async (_options, next) => {
    dispose();
    await Promise.resolve();
    return next();
  });
  const dispose = runtime.on("llm/stream", listener(journal, "inner"));

  await Array.fromAsync(runtime.stream(REQUEST));
  await Array.fromAsync(runtime.stream(REQUEST));

  assertEquals(journal, ["inner"]);
});

Deno.test("stream() sends the conversation as it was at the call", async () => {
  const seen: GenerateOptions[] = [];
  const runtime = runtimeOf(stubAdapter((options) => {
    seen.push(options);
    return streamOf([STOP]);
  }));
  const first = createUserMessage({ content: "First" });
  const messages = [first];
  const stream = runtime.stream({ ...REQUEST, messages });

  messages.push(createUserMessage({ content: "Next" }));
  await Array.fromAsync(stream);

  assertEquals(seen.map(({ messages }) => messages), [[first]]);
});

Deno.test("stream() sends the conversation as it was at the call of a frozen request too", async () => {
  const seen: GenerateOptions[] = [];
  const runtime = runtimeOf(stubAdapter((options) => {
    seen.push(options);
    return streamOf([STOP]);
  }));
  const first = createUserMessage({ content: "First" });
  const messages = [first];
  const stream = runtime.stream(Object.freeze({ ...REQUEST, messages }));

  messages.push(createUserMessage({ content: "Next" }));
  await Array.fromAsync(stream);

  assertEquals(seen.map(({ messages }) => messages), [[first]]);
  assertEquals(seen.map(Object.isFrozen), [true]);
  assertEquals(seen.map(({ messages }) => Object.isFrozen(messages)), [true]);
  assertEquals(Object.isFrozen(messages), false);
});

Deno.test("stream() ends a call whose listener never answers with the reason of its abort", async () => {
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP])));
  runtime.on("llm/stream", () => new Promise(() => {}));
  const watched = watchedSignal();
  const reason = new Error("Caller left");
  const seeing = see(runtime.stream({ ...REQUEST, signal: watched.signal }));

  watched.abort(reason);

  assertStrictEquals(((await seeing).end as { error: unknown }).error, reason);
  assertEquals(watched.listeners(), 0);
});

Deno.test("stream() lets a listener that waits for the adapter answer with the adapter's abort", async () => {
  const watched = watchedSignal();
  const runtime = runtimeOf(
    stubAdapter(() => pulled({ pull: () => new Promise(() => {}) })),
  );
  runtime.on("llm/stream", async (_options, next) => {
    const [probe, response] = next().tee();
    await probe.getReader().read();
    return response;
  });
  const reading = Array.fromAsync(
    runtime.stream({ ...REQUEST, signal: watched.signal }),
  );
  await turn();

  watched.abort();

  assertEquals(endOf(await reading), "aborted ABORTED");
});

Deno.test("stream() reads a stream of another realm", async () => {
  const own = streamOf([text("a"), STOP]);
  const foreign = {
    locked: false,
    getReader: () => own.getReader(),
  } as ChunkStream;
  const runtime = runtimeOf(stubAdapter(() => foreign));
  runtime.on("llm/stream", { transformer: () => ({}) });
  runtime.on("llm/stream", (_options, next) => {
    const response = next();
    return {
      locked: false,
      getReader: () => response.getReader(),
    } as ChunkStream;
  });

  const chunks = await Array.fromAsync(runtime.stream(REQUEST));

  assertEquals(chunks, [text("a"), STOP]);
});

Deno.test("stream() gives an adapter no hold on the caller's conversation", async () => {
  const messages = [createUserMessage({ content: "Hello" })];
  const runtime = runtimeOf(stubAdapter((options) => {
    options.messages.pop();
    return streamOf([STOP]);
  }));

  await Array.fromAsync(runtime.stream({ ...REQUEST, messages }));

  assertEquals(messages.length, 1);
});
