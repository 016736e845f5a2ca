/**
 * Immutability all the way down.
 *
 * @module
 */

/**
 * Freezes a value and everything reachable through its own properties.
 *
 * Works in place, at any depth, and on cycles. Getters are not invoked. Functions
 * stay as they are, since they are code that others share; so do `AbortSignal`s,
 * which must go on changing, and `ArrayBuffer`s and their views, which cannot be
 * frozen.
 *
 * @example Freezing a request
 * ```ts
 * import { deepFreeze } from "@dsh/llm/message";
 * import { equal, throws } from "node:assert/strict";
 *
 * const request = { model: "m", stop: ["END"] };
 *
 * equal(deepFreeze(request), request);
 *
 * throws(() => request.stop.push("more"), TypeError);
 * ```
 *
 * @typeParam T Type of the value.
 * @param value The value to freeze.
 * @returns The same value.
 */
export function deepFreeze<T>(value: T): T {
  // Grows while it is walked, so depth cannot overflow the stack; a set, so that a
  // cycle ends. Frozen alone says nothing about what lies below.
  const pending = new Set<unknown>([value]);
  for (const next of pending) {
    if (!isFreezable(next)) continue;
    for (const key of Reflect.ownKeys(Object.freeze(next))) {
      pending.add(Object.getOwnPropertyDescriptor(next, key)?.value);
    }
  }
  return value;
}

function isFreezable(value: unknown): value is object {
  return typeof value === "object" && value !== null &&
    !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer) &&
    !(value instanceof AbortSignal);
}
