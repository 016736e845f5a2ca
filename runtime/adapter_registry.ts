/**
 * Which adapter serves which route.
 *
 * @module
 */

import { isFilledString } from "./_is_filled_string.ts";
import type { LlmAdapter } from "./adapter.ts";
import { DUPLICATE_ADAPTER_CODE, INVALID_ADAPTER_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { createKeyedRegistry, type KeyedRegistry } from "./keyed_registry.ts";
import type { LlmProviderInfo } from "./model_info.ts";
import {
  type AdapterRegistrationHandle,
  type RegistrationOptions,
  registrationSignal,
} from "./registration.ts";
import {
  type ResolvedRetryPolicy,
  resolveRetryPolicy,
} from "./retry_policy.ts";

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
    duplicate: (provider, state) =>
      new LlmError(
        `Cannot register adapter: provider "${provider}" is ${state}`,
        DUPLICATE_ADAPTER_CODE,
      ),
    changed,
  });
  return {
    ...registry,
    register(providers, adapter, options = {}) {
      const signal = registrationSignal(options);
      checkProviders(providers);
      checkAdapter(adapter);
      if (providers.length === 0) {
        throw new LlmError(
          'Cannot register adapter: "providers" must be a non-empty array',
          INVALID_ADAPTER_CODE,
        );
      }
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

function checkProviders(providers: readonly string[]): void {
  if (!Array.isArray(providers)) {
    throw new TypeError(
      'Cannot register adapter: "providers" must be an array',
    );
  }
}

function checkAdapter(adapter: LlmAdapter): void {
  // By its methods, not by its class: another copy of this module may have made
  // it.
  for (
    const method of [
      "providerInfo",
      "providerRetryPolicy",
      "listModels",
      "resolveModel",
      "prepareCall",
      "stream",
    ] as const
  ) {
    if (typeof adapter?.[method] !== "function") {
      throw new LlmError(
        `Cannot register adapter: "adapter" must extend LlmAdapter, but has no method "${method}"`,
        INVALID_ADAPTER_CODE,
      );
    }
  }
}

function toRoutes(providers: readonly string[], adapter: LlmAdapter): Route[] {
  return Array.from(providers, (provider, k) => {
    if (isFilledString(provider)) {
      return toRoute(provider, adapter);
    }
    throw new LlmError(
      `Cannot register adapter: "providers[${k}]" must be a non-empty string`,
      INVALID_ADAPTER_CODE,
    );
  });
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
