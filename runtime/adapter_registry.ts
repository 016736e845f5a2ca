/**
 * Which adapter serves which route.
 *
 * @module
 */

import { type Fault, filled, must, refuse } from "../message/find_fault.ts";
import { isFilledString } from "./_is_filled_string.ts";
import type { LlmAdapter } from "./adapter.ts";
import { codedRefusal } from "./coded_refusal.ts";
import {
  DUPLICATE_ADAPTER_CODE,
  INVALID_ADAPTER_CODE,
  NO_ADAPTER_CODE,
} from "./codes.ts";
import { LlmError } from "./error.ts";
import { createKeyedRegistry, type KeyedRegistry } from "./keyed_registry.ts";
import type { LlmProviderInfo } from "./model_info.ts";
import { callable, readShape, type Shape } from "./read_shape.ts";
import {
  type AdapterRegistrationHandle,
  type RegistrationOptions,
  registrationSignal,
} from "./registration.ts";
import {
  type ResolvedRetryPolicy,
  resolveRetryPolicy,
} from "./retry_policy.ts";

const REGISTER = "register adapter";

// By its methods, not by its class: another copy of this module may have made it.
const ADAPTER: Shape = {
  providerInfo: callable,
  providerRetryPolicy: callable,
  listModels: callable,
  resolveModel: callable,
  prepareCall: callable,
  stream: callable,
};

/** One route, as it was registered. A call keeps the one it began with. */
export interface Route {
  /** The route's name. */
  readonly provider: string;
  /** Who serves it. */
  readonly adapter: LlmAdapter;
  /** What to call it. */
  readonly info: Readonly<LlmProviderInfo>;
  /** How its calls should be retried. */
  readonly retryPolicy: ResolvedRetryPolicy;
}

/** The routes of one runtime. */
export interface AdapterRegistry
  extends Omit<KeyedRegistry<Route>, "register"> {
  /** Registers an adapter. See `LlmRuntime.registerAdapter`. */
  register(
    providers: readonly string[],
    adapter: LlmAdapter,
    options?: RegistrationOptions,
  ): AdapterRegistrationHandle;
}

/**
 * Makes an empty registry.
 *
 * @param changed Called after each change, when it can be read.
 * @returns The registry.
 */
export function createAdapterRegistry(changed: () => void): AdapterRegistry {
  const registry = createKeyedRegistry<Route>({
    keyOf: ({ provider }) => provider,
    what: `${REGISTER} for provider`,
    duplicateCode: DUPLICATE_ADAPTER_CODE,
    changed,
  });
  return {
    ...registry,
    register(providers, adapter, options = {}) {
      const signal = registrationSignal(options);
      checkProviders(providers);
      readShape(adapter, ADAPTER, { path: "adapter", error });
      const fault = must(
        providers.length > 0,
        "providers",
        "a non-empty array",
      );
      if (fault) throw error(fault);
      const { dispose, replace } = registry.register(
        toRoutes(providers, adapter),
        signal,
      );
      return Object.assign(dispose, {
        replace: (next: readonly string[]) =>
          replace(() => {
            checkProviders(next);
            return toRoutes(next, adapter);
          }),
      });
    },
  };
}

/**
 * Looks a route up.
 *
 * @param registry Where to look.
 * @param provider The route.
 * @returns The route.
 * @throws {LlmError} `NO_ADAPTER` if there is none.
 */
export function routeOf(registry: AdapterRegistry, provider: string): Route {
  const route = registry.get(provider);
  if (route !== undefined) return route;
  throw new LlmError(
    `Cannot call model: no adapter is registered for provider "${provider}"`,
    NO_ADAPTER_CODE,
  );
}

function checkProviders(providers: readonly string[]): void {
  refuse(must(Array.isArray(providers), "providers", "an array"), REGISTER);
}

function toRoutes(providers: readonly string[], adapter: LlmAdapter): Route[] {
  return readShape<string[]>(providers, [filled], { path: "providers", error })
    .map((provider) => toRoute(provider, adapter));
}

function toRoute(provider: string, adapter: LlmAdapter): Route {
  try {
    const { id, name } = adapter.providerInfo(provider);
    if (id !== provider || !isFilledString(name)) {
      throw new TypeError(
        'Cannot use provider info: "id" must be the route, "name" a non-empty string',
      );
    }
    const retryPolicy = capture(adapter.providerRetryPolicy(provider));
    return { provider, adapter, info: { id, name }, retryPolicy };
  } catch (cause) {
    throw new LlmError(
      `Cannot register adapter: provider info or retry policy of "${provider}" is invalid`,
      INVALID_ADAPTER_CODE,
      { cause },
    );
  }
}

/** Checks and copies a policy by resolving it anew. */
function capture(policy: ResolvedRetryPolicy | undefined): ResolvedRetryPolicy {
  if (policy === undefined) return resolveRetryPolicy(undefined, "retryPolicy");
  const { initialDelayMs, maxDelayMs, jitterRatio, ...rest } = policy;
  const backoff = { initialDelayMs, maxDelayMs, jitterRatio };
  return resolveRetryPolicy({ backoff, ...rest }, "retryPolicy");
}

function error(fault: Fault): Error {
  return codedRefusal(REGISTER, INVALID_ADAPTER_CODE)(fault);
}
