/**
 * Renders what was thrown, with everything that led to it.
 *
 * @module
 */

import { isFilledString } from "./_is_filled_string.ts";
import { isObject } from "./_is_object.ts";

const UNRENDERABLE = "<unrenderable value>";
const CIRCULAR = "<circular cause>";

// Values can share causes, or make new ones each time they are asked: without an
// end to it, rendering those would take forever.
const MAX_VALUES = 1_000;

/** What is left to render, shared by one whole rendering. */
interface Budget {
  left: number;
}

/**
 * Renders a thrown value and its causes as one line.
 *
 * Errors show their message, or their name where that is empty, followed by each
 * cause. A cause that only repeats the end of what came before it is skipped. The
 * errors inside of an `AggregateError` stand in brackets.
 *
 * For people and logs alone: route on codes. Never throws, whatever the value.
 *
 * @example See why a fetch failed
 * ```ts
 * import { errorChain } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const refused = new AggregateError([
 *   new Error("::1 refused"),
 *   new Error("127.0.0.1 refused"),
 * ], "no address left");
 * const error = new TypeError("fetch failed", { cause: refused });
 *
 * equal(
 *   errorChain(error),
 *   "fetch failed: no address left [::1 refused; 127.0.0.1 refused]",
 * );
 * ```
 *
 * @param value Anything that was thrown.
 * @returns The line.
 */
export function errorChain(value: unknown): string {
  return render(value, new Set(), { left: MAX_VALUES });
}

function render(
  value: unknown,
  ancestors: ReadonlySet<unknown>,
  budget: Budget,
): string {
  const seen = new Set(ancestors);
  let chain: string | undefined;
  let link = value;
  do {
    const text = renderOne(link, seen, budget);
    if (chain === undefined) chain = text;
    else if (!repeats(chain, text)) chain += `: ${text}`;
    if (seen.has(link) || budget.left <= 0) break;
    if (isObject(link)) seen.add(link);
    link = read(link, "cause");
  } while (link !== undefined && link !== null);
  return chain;
}

function renderOne(
  value: unknown,
  seen: ReadonlySet<unknown>,
  budget: Budget,
): string {
  if (seen.has(value)) return CIRCULAR;
  budget.left--;
  if (budget.left <= 0) return "…";
  const head = headOf(value);
  if (!isAggregate(value)) return head;
  const errors = read(value, "errors");
  const members = membersOf(errors, new Set(seen).add(value), budget);
  return members === "" ? head : `${head} [${members}]`;
}

function headOf(value: unknown): string {
  if (!isObject(value)) return String(value);
  const message = read(value, "message");
  if (isFilledString(message)) return message;
  try {
    // An error without a message shows its name.
    return String(value);
  } catch {
    return UNRENDERABLE;
  }
}

function membersOf(
  errors: unknown,
  ancestors: ReadonlySet<unknown>,
  budget: Budget,
): string {
  const members: string[] = [];
  try {
    if (!Array.isArray(errors)) return "";
    for (let i = 0; i < errors.length && budget.left > 0; i++) {
      members.push(render(errors[i], ancestors, budget));
    }
  } catch {
    members.push(UNRENDERABLE);
  }
  return members.join("; ");
}

function isAggregate(value: unknown): boolean {
  try {
    // By name too, for those of another realm.
    return value instanceof AggregateError ||
      read(value, "name") === "AggregateError";
  } catch {
    return false;
  }
}

function read(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined;
  try {
    return Reflect.get(value, key);
  } catch {
    return UNRENDERABLE;
  }
}

function repeats(chain: string, text: string): boolean {
  return chain === text || chain.endsWith(`: ${text}`);
}
