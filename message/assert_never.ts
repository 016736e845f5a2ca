/**
 * The end of a `switch` over a closed union.
 *
 * @module
 */

import { describe } from "./_describe.ts";

/**
 * Refuses a value that the compiler takes for impossible.
 *
 * Put it in the `default` of a `switch` over a closed union such as
 * `StreamChunk`: a member that is added later stops compiling there, and a value
 * from outside that is not a member throws. Never use it on an open union such as
 * `ContentBlock`, whose unknown members are legal.
 *
 * @example Ending a switch
 * ```ts
 * import { assertNever, type StreamChunk } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * function isContent(chunk: StreamChunk): boolean {
 *   switch (chunk.type) {
 *     case "block-start":
 *     case "text-delta":
 *     case "reasoning-delta":
 *     case "tool-call-delta":
 *     case "block-end":
 *       return true;
 *     case "usage":
 *     case "finish":
 *       return false;
 *     default:
 *       return assertNever(chunk, "stream chunk");
 *   }
 * }
 *
 * equal(isContent({ type: "text-delta", index: 0, text: "Hi" }), true);
 * ```
 *
 * @param value The value no case took.
 * @param context What the value should have been, for the error message.
 * @returns Never.
 * @throws {TypeError} Always. The message names the value.
 */
export function assertNever(value: never, context: string = "value"): never {
  throw new TypeError(`Cannot handle ${context}: got ${describe(value)}`);
}
