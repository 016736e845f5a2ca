/**
 * Getting hold of pi-ai, piece by piece, when a piece is needed.
 *
 * @module
 */

import { LlmError } from "../../runtime/error.ts";
import type { PiAiCore, PiAiProvider, PiAiStreams } from "./pi_ai_module.ts";

/** Code of the failure to import pi-ai. */
export const MISSING_PACKAGE_CODE = "MISSING_PACKAGE";

/**
 * Imports a module of pi-ai by its specifier: the package itself, one of its
 * `/providers/…` or one of its `/api/…`. None is asked for before it is needed.
 *
 * @example Say what a bundle holds
 * ```ts ignore
 * import { PiAiAdapter } from "@dsh/llm/pi-ai";
 *
 * const modules: Record<string, () => Promise<unknown>> = {
 *   "@earendil-works/pi-ai": () => import("@earendil-works/pi-ai"),
 *   "@earendil-works/pi-ai/providers/groq": () =>
 *     import("@earendil-works/pi-ai/providers/groq"),
 * };
 *
 * const adapter = new PiAiAdapter({
 *   routes: { groq: { apiKey: "sk-1" } },
 *   load: (specifier) => modules[specifier]!(),
 * });
 * ```
 *
 * @param specifier The name of the package, and the path in it.
 * @returns The module.
 */
export type PiAiLoad = (specifier: string) => Promise<unknown>;

const PACKAGE = "@earendil-works/pi-ai";
const RANGE = "^1.6";

// Importing twice is cheap, yet not as cheap as this. By who loads: options may be
// read anew for each call.
const caches = new WeakMap<PiAiLoad, Map<string, Promise<unknown>>>();

/**
 * Imports what every call needs. No vendor's SDK comes along.
 *
 * @param load Imports a module.
 * @returns The module.
 * @throws {LlmError} `MISSING_PACKAGE` if it cannot be imported.
 */
export function loadCore(load: PiAiLoad = importModule): Promise<PiAiCore> {
  return loadOnce(load, PACKAGE) as Promise<PiAiCore>;
}

/**
 * Imports one protocol, and with it the SDK of a vendor.
 *
 * @param api The protocol.
 * @param load Imports a module.
 * @returns What speaks it.
 * @throws {LlmError} `MISSING_PACKAGE` if it cannot be imported.
 */
export function loadApi(
  api: string,
  load: PiAiLoad = importModule,
): Promise<PiAiStreams> {
  return loadOnce(load, `${PACKAGE}/api/${api}`) as Promise<PiAiStreams>;
}

/**
 * Imports one shipped provider with its catalogue. No vendor's SDK comes along.
 *
 * @param id The provider.
 * @param load Imports a module.
 * @returns The provider.
 * @throws {LlmError} `MISSING_PACKAGE` if it cannot be imported.
 */
export async function loadProvider(
  id: string,
  load: PiAiLoad = importModule,
): Promise<PiAiProvider> {
  const specifier = `${PACKAGE}/providers/${id}`;
  const module = await loadOnce(load, specifier) as Record<string, unknown>;
  // Each module has one such function. Its name is not spelled as the id is.
  const name = Object.keys(module).find((key) => key.endsWith("Provider"));
  const make = module[name ?? ""];
  if (typeof make !== "function") throw notImported(specifier);
  return make();
}

function loadOnce(load: PiAiLoad, specifier: string): Promise<unknown> {
  let cache = caches.get(load);
  if (cache === undefined) caches.set(load, cache = new Map());
  let loading = cache.get(specifier);
  if (loading === undefined) {
    const known = cache;
    cache.set(
      specifier,
      loading = Promise.resolve().then(() => load(specifier)).catch((cause) => {
        // It may be there the next time.
        known.delete(specifier);
        throw notImported(specifier, cause);
      }),
    );
  }
  return loading;
}

// The specifier is put together here, where no tool can read it: Deno would
// download the package with whoever imports this module.
function importModule(specifier: string): Promise<unknown> {
  const path = specifier.slice(PACKAGE.length);
  return import(
    globalThis.navigator?.userAgent?.startsWith("Deno/")
      ? `npm:${PACKAGE}@${RANGE}${path}`
      : specifier
  );
}

function notImported(specifier: string, cause?: unknown): LlmError {
  return new LlmError(
    `Cannot import "${specifier}": install the package with "npm install ${PACKAGE}@${RANGE}", or let "options.load" import it`,
    MISSING_PACKAGE_CODE,
    { cause },
  );
}
