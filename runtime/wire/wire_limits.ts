/**
 * How much of a foreign body is put up with.
 *
 * @module
 */

import { COUNT, type Fields, readShape, refusal } from "../read_shape.ts";

const LIMITS: Fields = {
  "maxEventLength?": COUNT,
  "maxDepth?": COUNT,
  "maxEvents?": COUNT,
};

/** What a decoder refuses, with `MALFORMED_RESPONSE`. */
export interface WireLimits {
  /**
   * Longest event, in UTF-16 units. A server-sent event of many lines, or amid
   * comments, is refused before that if its lines, with 48 for each of them, come
   * to a million more.
   *
   * @default {16 * 1024 * 1024}
   */
  maxEventLength?: number | undefined;
  /**
   * Deepest nesting of objects and arrays in an event.
   *
   * @default {64}
   */
  maxDepth?: number | undefined;
  /**
   * Most events of a body.
   *
   * @default {1_000_000}
   */
  maxEvents?: number | undefined;
}

/** {@linkcode WireLimits}, each of them set. */
export interface ResolvedWireLimits {
  /** Longest event, in UTF-16 units. */
  readonly maxEventLength: number;
  /** Deepest nesting of objects and arrays in an event. */
  readonly maxDepth: number;
  /** Most events of a body. */
  readonly maxEvents: number;
}

/**
 * Checks limits, and sets those that are left out.
 *
 * @param limits The limits. Other options beside them are ignored.
 * @returns All limits.
 * @throws {TypeError} If a limit is not a number.
 * @throws {RangeError} If a limit is not a positive integer.
 */
export function resolveWireLimits(limits: WireLimits): ResolvedWireLimits {
  const {
    maxEventLength = 16 * 1024 * 1024,
    maxDepth = 64,
    maxEvents = 1_000_000,
  } = readShape<WireLimits>(limits, LIMITS, {
    path: "options",
    error: refusal("use limit"),
  });
  return { maxEventLength, maxDepth, maxEvents };
}
