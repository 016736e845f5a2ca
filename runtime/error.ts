/**
 * The errors of this module.
 *
 * @module
 */

import type { LlmFailure, ProviderRequestId } from "../message.ts";

/** Options for {@linkcode HarnessError}. */
export interface HarnessErrorOptions {
  /** What led to the error. */
  cause?: unknown;
}

/** An error with a stable code. */
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
   * @throws {TypeError} If the message or the code is empty or no string.
   */
  constructor(
    message: string,
    code: string,
    options: HarnessErrorOptions = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
  }
}

/** Options for {@linkcode LlmError}. */
export interface LlmErrorOptions extends HarnessErrorOptions {
  /** HTTP status of the provider's answer: an integer from 100 to 599. */
  status?: number | undefined;
  /** Milliseconds the provider asked to wait: positive and finite. */
  providerRetryAfterMs?: number | undefined;
  /** Name the provider gave the exchange. */
  requestId?: ProviderRequestId | undefined;
}

/** A failed model call. */
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
   * @throws {TypeError} If the message or the code is empty or no string.
   * @throws {RangeError} If a fact is out of its range.
   */
  constructor(message: string, code: string, options: LlmErrorOptions = {}) {
    super(message, code, options);
    this.failure = Object.freeze({ message, code });
  }
}
