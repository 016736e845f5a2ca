/**
 * From anything that was thrown to the facts of a failure.
 *
 * Whatever is thrown may be hostile: a proxy, an object with getters, a
 * `toString` that throws. So properties are only read from their descriptors,
 * and objects are never converted to strings.
 *
 * @module
 */

import type { LlmFailure } from "../message.ts";
import { filled } from "../message/find_fault.ts";
import { FACTS } from "./_failure_facts.ts";
import { isFilledString } from "./_is_filled_string.ts";
import { isObject } from "./_is_object.ts";
import { UNKNOWN_CODE } from "./codes.ts";
import { isHarnessError } from "./error.ts";
import { readShape, refusal } from "./read_shape.ts";

const NO_MESSAGE = "Cannot complete call: the error tells nothing";

// A `DOMException` keeps its message behind an accessor of the platform, which
// is safe to call on anything, unlike an accessor of the value itself.
const domExceptionMessage = Object.getOwnPropertyDescriptor(
  globalThis.DOMException?.prototype ?? {},
  "message",
)?.get;

/**
 * Turns any thrown value into an {@linkcode LlmFailure}.
 *
 * An error that carries a sound `failure` which agrees with its `code` keeps it.
 * That goes by shape, so it holds for an `LlmError` of another copy of this
 * module too. A `HarnessError` keeps its code. Anything else is `UNKNOWN`.
 *
 * Never throws, and runs no code of the value but the traps of a proxy.
 *
 * @param value Anything that was thrown.
 * @returns The facts: frozen, new for each call, sharing nothing with the value.
 */
export function failureOf(value: unknown): LlmFailure {
  return carriedFailure(value) ?? Object.freeze({
    message: messageOf(value) ?? NO_MESSAGE,
    code: codeOf(value) ?? UNKNOWN_CODE,
  });
}

/**
 * Copies the facts of a failure out of a value that should be one.
 *
 * Never throws, and runs no code of the value but the traps of a proxy.
 *
 * @param value Anything.
 * @returns The known facts, frozen, or `undefined` where one of them is unsound.
 */
export function copyFailure(value: unknown): LlmFailure | undefined {
  const shape = { message: filled, code: filled, ...FACTS };
  const own = Object.fromEntries(
    Object.keys(shape).map((key) => key.replace("?", "")).map((name) => [
      name,
      ownData(value, name),
    ]),
  );
  try {
    return Object.freeze(
      readShape<LlmFailure>(own, shape, {
        path: "failure",
        error: refusal("copy failure"),
      }),
    );
  } catch {
    return undefined;
  }
}

function carriedFailure(value: unknown): LlmFailure | undefined {
  const failure = copyFailure(ownData(value, "failure"));
  return failure?.code === ownData(value, "code") ? failure : undefined;
}

function codeOf(value: unknown): string | undefined {
  const code = isHarnessError(value) ? ownData(value, "code") : undefined;
  return isFilledString(code) ? code : undefined;
}

function messageOf(value: unknown): string | undefined {
  const message = isObject(value)
    ? ownData(value, "message") ?? platformMessage(value)
    : value ?? undefined;
  // Objects are gone by now, so this calls no `toString` of anyone's.
  const text = isObject(message) || message === undefined
    ? ""
    : String(message);
  return text.trim() === "" ? undefined : text;
}

function platformMessage(value: object): unknown {
  try {
    return domExceptionMessage?.call(value);
  } catch {
    return undefined;
  }
}

function ownData(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined;
  try {
    return Object.getOwnPropertyDescriptor(value, key)?.value;
  } catch {
    return undefined;
  }
}
