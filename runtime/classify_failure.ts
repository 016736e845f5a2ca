/**
 * What kind of failure a server reports.
 *
 * @module
 */

import {
  AUTH_CODE,
  CONTEXT_WINDOW_EXCEEDED_CODE,
  INVALID_REQUEST_CODE,
  QUOTA_EXCEEDED_CODE,
  RATE_LIMIT_CODE,
  SERVER_CODE,
} from "./codes.ts";
import { isContextWindowExceededError } from "./is_context_window_exceeded_error.ts";
import { isQuotaExceededError } from "./is_quota_exceeded_error.ts";

/** The words of a failure. */
export interface FailureWords {
  /** The server's own sentence, or the empty string. */
  readonly message: string;
  /** Types and codes the server gave the failure, in lower case, or nothing. */
  readonly kind: string;
}

// How much of what a server says is searched for what it means.
const MAX_WORDS_LENGTH = 10_000;

/**
 * Finds the code of a failure: by its status where that is certain, else by its
 * words, for gateways wrap some failures in almost any status.
 *
 * @param status HTTP status of the answer, or the one the failure names.
 * @param words What the server said.
 * @returns The code.
 */
export function classifyFailure(
  status: number | undefined,
  { message, kind }: FailureWords,
): string {
  const words = `${kind} ${message}`.slice(0, MAX_WORDS_LENGTH);
  if (status === 401 || status === 403) return AUTH_CODE;
  if (status === 402 || isQuotaExceededError(words)) return QUOTA_EXCEEDED_CODE;
  if (isContextWindowExceededError(words)) return CONTEXT_WINDOW_EXCEEDED_CODE;
  if (status === undefined) {
    return /rate[ _-]?limit/i.test(words)
      ? RATE_LIMIT_CODE
      : classifyKind(kind);
  }
  return codeOfStatus(status);
}

/**
 * Finds the code of a failure of which nothing but the status is known.
 *
 * @param status HTTP status of the answer.
 * @returns The code.
 */
export function codeOfStatus(status: number): string {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return INVALID_REQUEST_CODE;
    case 401:
    case 403:
      return AUTH_CODE;
    case 402:
      return QUOTA_EXCEEDED_CODE;
    case 429:
      return RATE_LIMIT_CODE;
    default:
      return status >= 500 && status <= 599 ? SERVER_CODE : `HTTP_${status}`;
  }
}

function classifyKind(kind: string): string {
  if (kind.includes("authentication")) return AUTH_CODE;
  if (/invalid_?request|bad_?request/.test(kind)) return INVALID_REQUEST_CODE;
  return SERVER_CODE;
}
