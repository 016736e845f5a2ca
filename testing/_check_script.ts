/**
 * Refuses scripts that would play something else than what was meant.
 *
 * @module
 */

import type { ScriptedPlan } from "./scripted_adapter.ts";

// A record, so that no key can be forgotten.
const PLAN_KEYS: Readonly<Record<keyof ScriptedPlan, true>> = {
  chunks: true,
  delayMs: true,
  error: true,
  hang: true,
  onAbort: true,
};

/**
 * Checks a script, and leaves functions for when they are called.
 *
 * @param script The script.
 * @throws {TypeError} If it is not a list of calls.
 * @throws {RangeError} If it is empty.
 */
export function checkScript(script: unknown): void {
  if (!Array.isArray(script)) throw badScript("script", "an array of calls");
  if (script.length === 0) {
    throw new RangeError('Cannot play script: "script" must not be empty');
  }
  for (const [i, call] of script.entries()) {
    if (typeof call !== "function") checkCall(call, `script[${i}]`);
  }
}

/**
 * Checks that a value is a call, and of known keys if it is a plan.
 *
 * @param call The value.
 * @param path Where it is.
 * @throws {TypeError} If it is something else, or has another key.
 */
export function checkCall(call: unknown, path: string): void {
  if (typeof call !== "object" || call === null) {
    throw badScript(path, "chunks, an error, a plan, a stream or a function");
  }
  if (
    Array.isArray(call) || call instanceof Error ||
    call instanceof ReadableStream
  ) return;
  for (const key of Object.keys(call)) {
    if (Object.hasOwn(PLAN_KEYS, key)) continue;
    throw badScript(`${path}.${key}`, "left out, it is not part of a plan");
  }
}

function badScript(path: string, expected: string): TypeError {
  return new TypeError(
    `Cannot play script: "${path}" must be ${expected}`,
  );
}
