/**
 * Everything a runtime needs to reach models through pi-ai, in one call.
 *
 * @module
 */

import { configReader } from "../../runtime/config_reader.ts";
import type { LlmConfigurableProvider } from "../../runtime/configurable_provider.ts";
import type { LlmRuntime } from "../../runtime/llm_runtime.ts";
import {
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
} from "../../runtime/registration.ts";
import { PiAiAdapter } from "./adapter.ts";
import { createDiscovery } from "./create_discovery.ts";
import type { PiAiOptions } from "./options.ts";
import { resolvePiAiOptions } from "./resolve_options.ts";
import { SHIPPED_PROVIDERS } from "./shipped_providers.ts";

/** Takes a registration of pi-ai back, or follows a change of its routes. */
export interface PiAiRegistration extends Disposer {
  /** What serves the routes. */
  readonly adapter: PiAiAdapter;
  /**
   * Follows a changed configuration: its routes take the place of those before in one
   * step that no request can see half of. Nothing changes when it throws.
   *
   * @param options The configuration from here on. Left out, the function that was
   * given before is read anew.
   * @throws {TypeError} If an option is unknown or wrong in kind.
   * @throws {RangeError} If a number is out of its range.
   * @throws {LlmError} `DUPLICATE_ADAPTER` for a route that is taken,
   * `REGISTRATION_DISPOSED` once the registration was taken back.
   */
  update(options?: PiAiOptions | (() => PiAiOptions)): void;
}

/** Namespace of the settings, and of the model discovery. */
export const PI_AI_SETTINGS_NS = "pi-ai";

/**
 * Registers the configured routes, a directory entry for each provider that pi-ai
 * ships, and the discovery of models. Pi-ai itself is not imported.
 *
 * The directory and the discovery go by the settings namespace `pi-ai`: the settings of
 * a provider are at `routes` and its name. The directory tells what could be configured:
 * a route that a configuration declares is none of its entries, it is there already.
 *
 * @example Follow a change of the configuration
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { type PiAiOptions, registerPiAi } from "@dsh/llm/pi-ai";
 * import { deepEqual } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * const options: PiAiOptions = { routes: { openai: { apiKey: "sk-1" } } };
 * using registration = await registerPiAi(runtime, options);
 *
 * registration.update({ routes: { groq: { apiKey: "sk-2" } } });
 *
 * deepEqual(runtime.listProviders(), [{ id: "groq", name: "Groq" }]);
 * ```
 *
 * @param runtime Where to register.
 * @param options The configuration, or what returns it: that is read once for each
 * operation.
 * @param registration How long it lasts.
 * @returns Takes everything back, or follows a change.
 * @throws {TypeError} If an option is unknown or wrong in kind, or a route could never
 * be served.
 * @throws {RangeError} If a number is out of its range.
 * @throws {LlmError} `INVALID_ADAPTER` if there is no route, `DUPLICATE_ADAPTER`,
 * `DUPLICATE_DIRECTORY` or `DUPLICATE_DISCOVERY` where something of it is taken.
 */
// Async, so that whatever is wrong rejects.
// deno-lint-ignore require-await
export async function registerPiAi(
  runtime: LlmRuntime,
  options: PiAiOptions | (() => PiAiOptions),
  registration: RegistrationOptions = {},
): Promise<PiAiRegistration> {
  const signal = registrationSignal(registration);
  const taken: Disposer[] = [];
  const dispose = toDisposer(() => {
    for (const take of taken.toReversed()) take();
  }, signal);
  let read = configReader(options, resolvePiAiOptions);
  // What was checked is taken as it is.
  const adapter = new PiAiAdapter(() => read() as object as PiAiOptions);
  const routeNames = () => [...read().routes.keys()];

  try {
    const routes = runtime.registerAdapter(routeNames(), adapter, { signal });
    taken.push(routes);
    taken.push(runtime.registerConfigurableProviders(directory(), { signal }));
    const discover = createDiscovery(() => read());
    taken.push(
      runtime.registerModelDiscovery(PI_AI_SETTINGS_NS, discover, { signal }),
    );
    return Object.assign(dispose, {
      adapter,
      update(next?: PiAiOptions | (() => PiAiOptions)) {
        const before = read;
        try {
          if (next !== undefined) read = configReader(next, resolvePiAiOptions);
          routes.replace(routeNames());
        } catch (error) {
          read = before;
          throw error;
        }
      },
    });
  } catch (error) {
    dispose();
    throw error;
  }
}

function directory(): LlmConfigurableProvider[] {
  return Array.from(SHIPPED_PROVIDERS, ([provider, displayName]) => ({
    provider,
    displayName,
    settingsNs: PI_AI_SETTINGS_NS,
    settingsPath: ["routes", provider],
    declared: false,
  }));
}
