// What a call of `LlmRuntime.stream()` is settled on, and when.
import { assertEquals } from "@std/assert";
import { createUserMessage } from "../../message.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { LlmStreamListener } from "../../runtime/stream_listener.ts";
import {
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
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

Deno.test("stream() gives an adapter no hold on the caller's conversation", async () => {
  const messages = [createUserMessage({ content: "Hello" })];
  const runtime = runtimeOf(stubAdapter((options) => {
    options.messages.pop();
    return streamOf([STOP]);
  }));

  await Array.fromAsync(runtime.stream({ ...REQUEST, messages }));

  assertEquals(messages.length, 1);
});
