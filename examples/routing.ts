/**
 * Sends each call to the provider that is right for it.
 *
 * Run with `deno run examples/routing.ts`.
 *
 * @module
 */

import { deepEqual } from "node:assert/strict";
import {
  assemble,
  createUserMessage,
  type GenerateOptions,
  isAgentLoopRequest,
  LlmRuntime,
  textOf,
} from "../mod.ts";
import { scriptedAdapter, textChunks } from "../testing/mod.ts";

const runtime = new LlmRuntime();
runtime.registerAdapter(["small"], scriptedAdapter([textChunks("quick")]));
runtime.registerAdapter(["large"], scriptedAdapter([textChunks("thorough")]));

// The request goes on with another provider. What the caller passed stays as it is.
runtime.on("llm/stream", (request, next) => {
  // A conversation loop has logged where its requests go: they stay as they are.
  if (isAgentLoopRequest(request)) return next();
  const { purpose, messages } = request;
  const easy = purpose === "session-title" || messages.length < 2;
  return next({ ...request, provider: easy ? "small" : "large" });
});

async function ask(options: Partial<GenerateOptions>): Promise<string> {
  const messages = [createUserMessage({ content: "Hello" })];
  const answer = await assemble(
    runtime.stream({ provider: "auto", model: "any", messages, ...options }),
  );
  return textOf(answer.message());
}

const question = createUserMessage({ content: "Why?" });

deepEqual(await ask({}), "quick");
deepEqual(await ask({ messages: [question, question] }), "thorough");
