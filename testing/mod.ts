/**
 * What tests of model calls need: an adapter that plays back a script, and a
 * provider that needs no network, keeps no key and fails on demand.
 *
 * ```ts
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const adapter = scriptedAdapter([textChunks("Hello")]);
 * const request = { provider: "test", model: "any", messages: [] };
 *
 * let text = "";
 * for await (const chunk of adapter.stream(request)) {
 *   if (chunk.type === "text-delta") text += chunk.text;
 * }
 *
 * equal(text, "Hello");
 * ```
 *
 * Delays are taken from the global timers, looked up when used. So are the
 * timeouts of the module, and under faked timers no test of a stall has to wait:
 *
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { FakeTime } from "@std/testing/time";
 * import { equal } from "node:assert/strict";
 *
 * using time = new FakeTime();
 * const stalled = { text: "Hello there", cutAfterEvents: 2, end: "stall" } as const;
 * const { fetch } = mockDeepSeek([stalled]);
 * const runtime = new LlmRuntime();
 * const adapter = new DeepSeekAdapter({ apiKey: "sk-example", fetch });
 * runtime.registerAdapter(["deepseek-official"], adapter);
 *
 * const pending = assemble(runtime.stream({
 *   provider: "deepseek-official",
 *   model: "deepseek-v4-flash",
 *   messages: [createUserMessage({ content: "Hi" })],
 * }));
 * await time.tickAsync(300_000);
 * const answer = await pending;
 *
 * const { finish } = answer;
 * equal(finish.kind === "error" && finish.failure.code, "TIMEOUT");
 * equal(textOf(answer.message()), "Hello");
 * ```
 *
 * @module
 */

export * from "./adapter_conformance/adapter_conformance.ts";
export * from "./adapter_conformance/adapter_subject.ts";
export * from "./as_fetch.ts";
export * from "./chunks.ts";
export * from "./faulty_body.ts";
export * from "./mock_deepseek.ts";
export * from "./mock_reply.ts";
export * from "./scripted_adapter.ts";
