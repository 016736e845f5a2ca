/**
 * From the JSON text a model wrote to a value.
 *
 * @module
 */

import { describe } from "./_describe.ts";
import type { ToolCallBlock } from "./content_block.ts";

/**
 * Parses the arguments of a tool call.
 *
 * A model writes nothing for a tool without parameters, so blank text is `{}`.
 * The value is what the model chose to write: check it against the tool's schema.
 *
 * @example Usage
 * ```ts
 * import { CallId, parseToolArguments } from "@dsh/llm/message";
 * import { deepEqual } from "node:assert/strict";
 *
 * const call = {
 *   type: "tool-call",
 *   id: CallId("call-1"),
 *   name: "list",
 *   arguments: '{"path":"/"}',
 * } as const;
 *
 * deepEqual(parseToolArguments(call), { path: "/" });
 * deepEqual(parseToolArguments({ ...call, arguments: "" }), {});
 * ```
 *
 * @param block The call.
 * @returns The value, unchecked.
 * @throws {TypeError} If the text is not JSON. The message names the call and
 * the fault, and the cause is the `SyntaxError`.
 */
export function parseToolArguments(block: ToolCallBlock): unknown {
  const { arguments: text } = block;
  if (typeof text !== "string") throw refusal(block, "they are not a string");
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refusal(block, (cause as SyntaxError).message, { cause });
  }
}

function refusal(
  { id, name }: ToolCallBlock,
  fault: string,
  options?: ErrorOptions,
): TypeError {
  const subject = `arguments of call ${describe(id)} to tool ${describe(name)}`;
  return new TypeError(`Cannot parse ${subject}: ${fault}`, options);
}
