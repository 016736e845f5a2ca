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
  const { id, name, arguments: text }: ToolCallBlock = Object(block);
  try {
    if (typeof text !== "string") throw new TypeError("they are not a string");
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch (cause) {
    const call = `call ${describe(id)} to tool ${describe(name)}`;
    const fault = (cause as Error).message;
    throw new TypeError(
      `Cannot parse arguments of ${call}: ${fault}`,
      { cause },
    );
  }
}
