/**
 * Chunks between servers and browsers.
 *
 * On the wire each chunk is a line of JSON: the data of a server-sent event that
 * has no name, or a line of NDJSON. The `finish` is the last of them, and a body
 * that ends without one was cut. What comes from the other side is trusted in
 * nothing: whatever it is becomes sound chunks and one `finish`.
 *
 * `toResponse` and `fromResponse` do all of it over HTTP. `resumable` and
 * `connect` survive a lost connection. Encoders and decoders alone are for other
 * ways to send bytes.
 *
 * @example From a server to a page
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { fromResponse, toResponse } from "@dsh/llm/wire";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["p"], scriptedAdapter([textChunks("Hello there")]));
 *
 * // On the server, the handler of a route.
 * async function handle(request: Request): Promise<Response> {
 *   const messages = [createUserMessage({ content: await request.text() })];
 *   const call = { provider: "p", model: "m", messages };
 *   return toResponse(runtime.stream(call));
 * }
 *
 * // On the page, with the answer to a `fetch`.
 * const question = new Request("https://app.example/chat", {
 *   method: "POST",
 *   body: "Say hello",
 * });
 * const answer = await assemble(fromResponse(await handle(question)));
 *
 * equal(textOf(answer.message()), "Hello there");
 * ```
 *
 * @module
 */

export * from "./connect.ts";
export type { DecodeOptions } from "./decode_body.ts";
export * from "./decode_ndjson.ts";
export * from "./decode_sse.ts";
export type { WireFormat } from "./encode_batch.ts";
export type { EncodeOptions } from "./encode_chunks.ts";
export * from "./encode_ndjson.ts";
export * from "./encode_sse.ts";
export * from "./from_response.ts";
export * from "./memory_resume_store.ts";
export * from "./respond_resumed.ts";
export type { ToResponseOptions } from "./response_options.ts";
export * from "./resumable.ts";
export * from "./resume_store.ts";
export * from "./to_response.ts";
export type { WireLimits } from "./wire_limits.ts";
