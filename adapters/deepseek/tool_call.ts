/**
 * Which tool call a fragment belongs to, and what it adds.
 *
 * Servers disagree on how to tell: by index, by id, by both, by neither, and
 * some give every call the same index.
 *
 * @module
 */

import type { JsonRecord } from "./_record.ts";
import type { ToolCallFragment } from "./payload.ts";

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
  /** Fields of the server's own that it wants back. */
  opaque: JsonRecord | null;
}

/**
 * Finds the call that a fragment continues.
 *
 * @param calls The calls so far, oldest first.
 * @param fragment The fragment.
 * @returns The call, or `undefined` when the fragment begins a new one.
 */
export function findToolCall(
  calls: readonly OpenToolCall[],
  fragment: ToolCallFragment,
): OpenToolCall | undefined {
  const { index, id } = fragment;
  const sameIndex = index === undefined
    ? calls
    : calls.filter((call) => call.wireIndex === index);

  if (id !== "") {
    const sameId = sameIndex.findLast((call) => call.id === id);
    if (sameId !== undefined) return sameId;
    // An index of its own, but no name: the server counts fragments, not calls.
    if (sameIndex.length === 0 && fragment.name === "") {
      return calls.findLast((call) => call.id === id);
    }
  }
  const latest = sameIndex.at(-1);
  if (latest === undefined) return undefined;
  if (id !== "" && latest.id !== "") return undefined;
  return beginsAnew(latest, fragment) ? undefined : latest;
}

// With nothing else to tell them apart: a call that is whole cannot be continued
// by a name and another object.
function beginsAnew(call: OpenToolCall, fragment: ToolCallFragment): boolean {
  return fragment.name !== "" && call.name !== "" &&
    fragment.arguments.trimStart().startsWith("{") &&
    !isRepeat(call, fragment) &&
    isWholeObject(call.arguments);
}

function isRepeat(call: OpenToolCall, fragment: ToolCallFragment): boolean {
  return fragment.index !== undefined && fragment.name === call.name &&
    fragment.arguments === call.arguments;
}

function isWholeObject(text: string): boolean {
  return text.trimEnd().endsWith("}") && isJson(text);
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
  return isWholeObject(text) ? "" : next;
}
