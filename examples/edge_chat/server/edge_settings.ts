/**
 * Settings, out of the text that runtimes bind.
 *
 * @module
 */

import type { EdgeEnv } from "./edge_env.ts";

/** What {@linkcode EdgeEnv} says, page apart. */
export interface EdgeSettings {
  /** `DEEPSEEK_API_KEY`. */
  readonly apiKey: string | undefined;
  /** `HOSTS`. */
  readonly hosts: readonly string[];
  /** `MAX_CALLS`. */
  readonly maxCalls: number;
}

/**
 * Reads the settings.
 *
 * @param env Where they are.
 * @returns The settings.
 * @throws {RangeError} If `MAX_CALLS` is not a positive integer.
 */
export function edgeSettings(env: EdgeEnv): EdgeSettings {
  const maxCalls = Number(env.MAX_CALLS || 100);
  if (!Number.isSafeInteger(maxCalls) || maxCalls < 1) {
    throw new RangeError(
      'Cannot start chat: "MAX_CALLS" must be a positive integer',
    );
  }
  return {
    apiKey: env.DEEPSEEK_API_KEY || undefined,
    // As URLs have them.
    hosts: (env.HOSTS ?? "").toLowerCase().split(/[\s,]+/),
    maxCalls,
  };
}
