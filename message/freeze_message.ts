/**
 * Takes a message in from outside.
 *
 * @module
 */

import { deepFreeze } from "./deep_freeze.ts";
import { object, refuse } from "./find_fault.ts";
import { findMessageFault } from "./find_message_fault.ts";
import type { Message } from "./message.ts";

/**
 * Copies a message that already has an identity, and freezes the copy deeply.
 *
 * @example Reading a stored message
 * ```ts
 * import { createUserMessage, freezeMessage } from "@dsh/llm/message";
 * import { deepEqual, notEqual } from "node:assert/strict";
 *
 * const stored = JSON.parse(
 *   JSON.stringify(createUserMessage({ content: "Hello" })),
 * );
 *
 * const message = freezeMessage(stored);
 *
 * deepEqual(message, stored);
 * notEqual(message, stored);
 * ```
 *
 * @typeParam M Type of the message.
 * @param message The message.
 * @returns A deeply frozen copy with the same id.
 * @throws {TypeError} If it is not a message, or holds what cannot be cloned. The
 * error names the field.
 */
export function freezeMessage<M extends Message>(message: M): M {
  refuse(object(message, "message"));
  const copy = Object.fromEntries(
    Object.entries(message).map(([key, value]) => [key, detach(value, key)]),
  ) as unknown as M;
  // The copy is what is kept, so the copy is what is checked.
  refuse(findMessageFault(copy, ""));
  return deepFreeze(copy);
}

function detach(value: unknown, path: string): unknown {
  try {
    return structuredClone(value);
  } catch (cause) {
    throw new TypeError(
      `Cannot create message: "${path}" cannot be cloned`,
      { cause },
    );
  }
}
