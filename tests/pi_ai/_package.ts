/**
 * The real pi-ai, at one version.
 *
 * @module
 */

import type { PiAiLoad } from "../../adapters/pi_ai/load_pi_ai.ts";

/** The package, as Deno names it. Whatever reads imports must not find it. */
export const PACKAGE: string = ["npm:@earendil-works/pi-ai@1.6.0"].join();

/** Imports a module of it. */
export const load: PiAiLoad = (specifier) =>
  import(specifier.replace("@earendil-works/pi-ai", PACKAGE));
