/**
 * Refuses subjects that would be judged by less than was meant.
 *
 * @module
 */

import { ADAPTER_SCENARIOS, type AdapterSubject } from "./adapter_subject.ts";

// Longest real wait for an adapter to give up.
const MAX_REAL_STALL_MS = 10_000;

/**
 * Checks a subject.
 *
 * @param subject The subject.
 * @throws {TypeError} If it is incomplete, or leaves out a scenario without a
 * reason.
 * @throws {RangeError} If a time is out of its range.
 */
export function checkSubject(subject: AdapterSubject): void {
  if (typeof subject !== "object" || subject === null) {
    throw bad("subject", "an object");
  }
  for (const field of ["name", "provider", "model"] as const) {
    if (!isFilled(subject[field])) throw bad(field, "a non-empty string");
  }
  if (typeof subject.create !== "function") throw bad("create", "a function");
  const { unsupported = [], secrets = [], fakeTime } = subject;
  const { stallMs = 300_000, patienceMs = 5_000 } = subject;
  for (const [i, entry] of unsupported.entries()) {
    if (!ADAPTER_SCENARIOS.includes(entry?.scenario)) {
      throw bad(`unsupported[${i}].scenario`, "a known scenario");
    }
    if (!isFilled(entry.why)) {
      throw bad(`unsupported[${i}].why`, "a non-empty string");
    }
  }
  for (const [i, secret] of secrets.entries()) {
    // An empty one would show everywhere.
    if (!isFilled(secret)) throw bad(`secrets[${i}]`, "a non-empty string");
  }
  if (!(stallMs > 0)) throw out("stallMs", "greater than 0");
  if (
    fakeTime === undefined && stallMs > MAX_REAL_STALL_MS &&
    stallMs !== Infinity
  ) {
    const range = `Infinity, or ${MAX_REAL_STALL_MS} at most`;
    throw out("stallMs", `${range} where time is not faked`);
  }
  if (!(patienceMs > 0 && patienceMs < Infinity)) {
    throw out("patienceMs", "greater than 0 and finite");
  }
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function bad(path: string, expected: string): TypeError {
  return new TypeError(`Cannot make cases: "${path}" must be ${expected}`);
}

function out(path: string, range: string): RangeError {
  return new RangeError(`Cannot make cases: "${path}" must be ${range}`);
}
