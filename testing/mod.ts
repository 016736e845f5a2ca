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
 * @module
 */

export * from "./as_fetch.ts";
export * from "./chunks.ts";
export * from "./faulty_body.ts";
export * from "./mock_deepseek.ts";
export * from "./mock_reply.ts";
export * from "./scripted_adapter.ts";
