/**
 * The real pi-ai, at one version.
 *
 * @module
 */

import type { PiAiLoad } from "../../adapters/pi_ai/load_pi_ai.ts";
import { PI_AI } from "../npm_packages.ts";

/** The package, as Deno names it. Whatever reads imports must not find it. */
export const PACKAGE: string = `npm:${PI_AI}`;

/** Imports a module of it. */
export const load: PiAiLoad = (specifier) =>
  import(specifier.replace("@earendil-works/pi-ai", PACKAGE));
