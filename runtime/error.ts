/**
 * The errors of this module.
 *
 * @module
 */

import type { LlmFailure, ProviderRequestId } from "../message.ts";
import { filled, refuse } from "../message/find_fault.ts";
import { FACTS } from "./_failure_facts.ts";
import { readShape, refusal } from "./read_shape.ts";

const WHAT = "construct error";

// Membership is the mark of a real instance: unlike `instanceof`, asking for it
// runs no trap of a proxy and no `Symbol.hasInstance`.
const instances = new WeakSet<object>();

/** Options for {@linkcode HarnessError}. */
export interface HarnessErrorOptions {
  /** What led to the error. */
  cause?: unknown;
}

/**
 * An error with a stable code.
 *
 * Route on `code`: the message is for people and may change at any time.
 *
 * @example Route on the code
 * ```ts
 * import { HarnessError } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const error = new HarnessError("Cannot open log: disk is full", "LOG_FULL");
 *
 * equal(error.code, "LOG_FULL");
 * equal(error.name, "HarnessError");
 * ```
 */
export class HarnessError extends Error {
  /** Names the class. */
  override readonly name: string = "HarnessError";
  /** Stable code to route on. */
  readonly code: string;

  /**
   * Constructs a new instance.
   *
   * @param message What went wrong, for a person. Never empty.
   * @param code Stable code to route on. Never empty.
   * @param options What led to it.
   * @throws {TypeError} If the message or the code is not a non-empty string.
   */
  constructor(
    message: string,
    code: string,
    options: HarnessErrorOptions = {},
  ) {
    refuse(filled(message, "message") ?? filled(code, "code"), WHAT);
    const { cause } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    instances.add(this);
  }
}

/** Options for {@linkcode LlmError}. */
export interface LlmErrorOptions extends HarnessErrorOptions {
  /** HTTP status of the provider's answer: an integer from 100 to 599. */
  status?: number | undefined;
  /** Milliseconds the provider asked to wait: positive and finite. */
  providerRetryAfterMs?: number | undefined;
  /** Name the provider gave the exchange. Never empty. */
  requestId?: ProviderRequestId | undefined;
}

/**
 * A failed model call.
 *
 * Its `failure` holds the same message and code with whatever the provider told,
 * as frozen plain JSON: that is what a `finish` chunk carries.
 *
 * @example Tell what the provider told
 * ```ts
 * import { LlmError } from "@dsh/llm";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const error = new LlmError("Cannot call model: too many requests", "RATE_LIMIT", {
 *   status: 429,
 *   providerRetryAfterMs: 1_500,
 * });
 *
 * equal(error.code, "RATE_LIMIT");
 * deepEqual(error.failure, {
 *   message: "Cannot call model: too many requests",
 *   code: "RATE_LIMIT",
 *   status: 429,
 *   providerRetryAfterMs: 1_500,
 * });
 * ```
 */
export class LlmError extends HarnessError {
  /** Names the class. */
  override readonly name: string = "LlmError";
  /** The facts, as a `finish` chunk carries them. Frozen. */
  readonly failure: LlmFailure;

  /**
   * Constructs a new instance.
   *
   * @param message What went wrong, for a person. Never empty.
   * @param code Stable code to route on. Never empty.
   * @param options What led to it, and what the provider told.
   * @throws {TypeError} If the message, the code or the request id is not a
   * non-empty string, or another fact is not a number.
   * @throws {RangeError} If a fact is out of its range.
   */
  constructor(message: string, code: string, options: LlmErrorOptions = {}) {
    super(message, code, options);
    this.failure = Object.freeze({
      message,
      code,
      ...readShape<LlmErrorOptions>(options, FACTS, {
        path: "options",
        error: refusal(WHAT),
      }),
    });
  }
}

/**
 * Tells whether a value is a {@linkcode HarnessError}, an {@linkcode LlmError}
 * included.
 *
 * Only real instances made by this copy of the module are: an object that looks
 * like one is not. Never throws, whatever the value.
 *
 * @example Handle what has a code
 * ```ts
 * import { isHarnessError, LlmError } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * equal(isHarnessError(new LlmError("Cannot call model: no key", "AUTH")), true);
 * equal(isHarnessError({ name: "HarnessError", code: "AUTH" }), false);
 * ```
 *
 * @param value Anything that was thrown.
 * @returns Whether it is one.
 */
export function isHarnessError(value: unknown): value is HarnessError {
  return typeof value === "object" && value !== null && instances.has(value);
}
