/**
 * Chunks between servers and browsers.
 *
 * @module
 */

export type { WireLimits } from "./wire_limits.ts";
