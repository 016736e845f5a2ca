/**
 * How much of a foreign body is put up with.
 *
 * @module
 */

/** What a decoder refuses, with `MALFORMED_RESPONSE`. */
export interface WireLimits {
  /**
   * Longest event, in UTF-16 units.
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
