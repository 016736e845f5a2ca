/**
 * The real pi-ai, as `run/bundle_pi_ai.ts` has bundled it.
 *
 * @module
 */

/** Imports modules of a bundle, when the first is needed. */
export function importPiAi(
  bundle: string,
): (specifier: string) => Promise<unknown> {
  return async (specifier) => {
    const { MODULES } = await import(bundle);
    return MODULES[specifier];
  };
}
