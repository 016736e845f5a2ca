/**
 * One call: request out, chunks in.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import type { ChunkSource } from "../../runtime/chunk_source.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import type { ResolvedDeepSeekOptions } from "./options.ts";

/** What one call needs. */
export interface DeepSeekCall {
  /** The request. Its `signal` aborts the call. */
  options: GenerateOptions;
  /** The configuration the call was made under. */
  config: ResolvedDeepSeekOptions;
  /** Where to report what is neither a chunk nor a failure. */
  context?: LlmAdapterContext | undefined;
}

/**
 * Starts a call at its first read.
 *
 * @param call What to send, how, and where to report.
 * @returns The response.
 */
export function openCall(call: DeepSeekCall): ChunkSource {
  return {
    read: () =>
      Promise.reject(new TypeError(`Cannot call ${call.options.model}`)),
    cancel: () => Promise.resolve(),
  };
}
