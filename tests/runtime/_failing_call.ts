/**
 * Calls that fail.
 *
 * @module
 */

import type { ChunkStream, LlmFailure } from "../../message.ts";
import { LlmError } from "../../runtime/error.ts";
import { failureIn, streamOf } from "./_stub_adapter.ts";

export const ERROR: LlmError = new LlmError("Cannot read", "SERVER");

export function failing(error: unknown = ERROR): ChunkStream {
  return streamOf([], (controller) => controller.error(error));
}

export async function fail(stream: ChunkStream): Promise<LlmFailure> {
  return failureIn(await Array.fromAsync(stream));
}
