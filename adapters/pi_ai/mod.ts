/**
 * Every provider that pi-ai reaches.
 *
 * @module
 */

export type { PiAiOptions } from "./options.ts";
