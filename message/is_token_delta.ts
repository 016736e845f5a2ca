/**
 * Tells the chunks that bring output.
 *
 * @module
 */

import { assertNever } from "./assert_never.ts";
import type { StreamChunk } from "./stream_chunk.ts";

/**
 * Tells whether a chunk brings something the model produced: text, reasoning, or
 * a part of a tool call. The first such chunk marks the time to first token.
 *
 * @example Usage
 * ```ts
 * import { isTokenDelta } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * equal(isTokenDelta({ type: "text-delta", index: 0, text: "Hi" }), true);
 * equal(isTokenDelta({ type: "text-delta", index: 0, text: "" }), false);
 * equal(isTokenDelta({ type: "finish", reason: { kind: "stop" } }), false);
 * ```
 *
 * @param chunk The chunk.
 * @returns Whether it is a delta that is not empty. A tool's name counts.
 * @throws {TypeError} If the type of the chunk is unknown.
 */
export function isTokenDelta(chunk: StreamChunk): boolean {
  // From a caller without types, nothing may come.
  switch (chunk?.type) {
    case "text-delta":
    case "reasoning-delta":
      return chunk.text !== "";
    case "tool-call-delta":
      return Boolean(chunk.argumentsDelta || chunk.name);
    case "block-start":
    case "block-end":
    case "usage":
    case "finish":
      return false;
    default:
      return assertNever(chunk, "stream chunk");
  }
}
