/**
 * Tells a conversation loop's own requests from other calls.
 *
 * @module
 */

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
 */
export function markAgentLoopRequest<T extends GenerateOptions>(
  request: T,
): T {
  marked.add(request);
  return request;
}

/**
 * Tells whether a request was marked by {@linkcode markAgentLoopRequest}.
 *
 * @param request The request.
 * @returns Whether it is the very object that was marked.
 */
export function isAgentLoopRequest(request: GenerateOptions): boolean {
  return marked.has(request);
}
