/**
 * A tool call, and what a fragment adds to it.
 *
 * @module
 */

import type { JsonNesting } from "./json_nesting.ts";
import type { ToolCallFragment } from "./payload_reader.ts";

/** A tool call while it grows. */
export interface OpenToolCall {
  /** Index of its block. */
  readonly index: number;
  /** Place of the call among the calls, when the server tells. */
  readonly wireIndex: number | undefined;
  /** Its id, or the empty string as long as none came. */
  id: string;
  /** Its name so far. */
  name: string;
  /** Its arguments so far. */
  arguments: string;
  /** How far its arguments are open. */
  readonly nesting: JsonNesting;
  /** Fields of the server's own that it wants back. */
  opaque: Map<string, unknown> | undefined;
}

/**
 * Tells whether a fragment begins a call of its own. With nothing else to tell
 * them apart, a call that is whole cannot be continued by a name and another
 * object.
 *
 * @param call The call it would continue.
 * @param fragment The fragment.
 * @returns Whether it does.
 */
export function beginsAnew(
  call: OpenToolCall,
  fragment: ToolCallFragment,
): boolean {
  return fragment.name !== "" && call.name !== "" &&
    fragment.arguments.trimStart().startsWith("{") &&
    !isRepeat(call, fragment) &&
    // The nesting first: it is known already, parsing would cost the square.
    call.nesting.closed && isJson(call.arguments);
}

function isRepeat(call: OpenToolCall, fragment: ToolCallFragment): boolean {
  return fragment.index !== undefined && fragment.name === call.name &&
    fragment.arguments === call.arguments;
}

/**
 * Tells whether a text is JSON.
 *
 * @param text The text.
 * @returns Whether it can be parsed.
 */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Joins what came of a name with what came now. Some servers send a name in
 * pieces, some send all of it again with every fragment.
 *
 * @param name The name so far.
 * @param next What came now.
 * @returns The name.
 */
export function joinName(name: string, next: string): string {
  return next === "" || next.startsWith(name) ? next || name : name + next;
}

/**
 * Tells what a fragment adds to the arguments. Some servers send everything
 * again with every fragment; nothing else makes an object begin with all of the
 * object before it.
 *
 * @param text The arguments so far.
 * @param next What came now.
 * @returns The text to append.
 */
export function newArguments(text: string, next: string): string {
  // Lengths first: comparing flattens the text, which must not happen for every
  // small fragment of a long one.
  if (text === "" || next.length < text.length) return next;
  if (!text.trimStart().startsWith("{") || !next.startsWith(text)) return next;
  if (next.length > text.length) return next.slice(text.length);
  return isJson(text) ? "" : next;
}
