/**
 * Tells a conversation loop's own requests from other calls.
 *
 * @module
 */

import { object, refuse } from "../message/find_fault.ts";
import type { GenerateOptions } from "./request.ts";

const marked = new WeakSet<GenerateOptions>();

/**
 * Marks a request as built by a conversation loop from its log. Listeners may
 * then change nothing but its signal.
 *
 * The mark is on this very object and in this process: no copy carries it.
 *
 * @example Usage
 * ```ts
 * import {
 *   type GenerateOptions,
 *   isAgentLoopRequest,
 *   markAgentLoopRequest,
 * } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const request: GenerateOptions = { provider: "p", model: "m", messages: [] };
 * markAgentLoopRequest(request);
 *
 * equal(isAgentLoopRequest(request), true);
 * equal(isAgentLoopRequest({ ...request }), false);
 * ```
 *
 * @param request The request.
 * @returns The same request.
 * @throws {TypeError} If the request is no object.
 */
export function markAgentLoopRequest<T extends GenerateOptions>(
  request: T,
): T {
  refuse(object(request, "request"), "mark request");
  marked.add(request);
  return request;
}

/**
 * Tells whether a request was marked by {@linkcode markAgentLoopRequest}.
 *
 * @example Leave a conversation's own requests alone
 * ```ts
 * import {
 *   assemble,
 *   isAgentLoopRequest,
 *   LlmRuntime,
 *   markAgentLoopRequest,
 * } from "@dsh/llm";
 * import { scriptedAdapter } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const adapter = scriptedAdapter();
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], adapter);
 * runtime.on("llm/stream", (options, next) =>
 *   isAgentLoopRequest(options) ? next() : next({ ...options, temperature: 0 }));
 *
 * const request = { provider: "local", model: "m", messages: [] };
 * await assemble(runtime.stream(request));
 * await assemble(runtime.stream(markAgentLoopRequest({ ...request })));
 *
 * deepEqual(adapter.requests.map((seen) => seen.temperature), [0, undefined]);
 * ```
 *
 * @param request The request.
 * @returns Whether it is the very object that was marked.
 */
export function isAgentLoopRequest(request: GenerateOptions): boolean {
  return marked.has(request);
}
