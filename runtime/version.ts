/**
 * The version of this module. Written by `deno task version`.
 *
 * @module
 */

/** The version of this module, as its `deno.json` says. */
export const VERSION: string = "0.1.0";
