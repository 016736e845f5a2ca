/**
 * Which adapter serves which route.
 *
 * @module
 */

import type { LlmAdapter } from "./adapter.ts";
import {
  DUPLICATE_ADAPTER_CODE,
  INVALID_ADAPTER_CODE,
  REGISTRATION_DISPOSED_CODE,
} from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmProviderInfo } from "./model_info.ts";
import {
  type AdapterRegistrationHandle,
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
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
export interface AdapterRegistry {
  /** Registers an adapter. See `LlmRuntime.registerAdapter`. */
  register(
    providers: readonly string[],
    adapter: LlmAdapter,
    options?: RegistrationOptions,
  ): AdapterRegistrationHandle;
  /** Finds a route. */
  get(provider: string): Route | undefined;
  /** Lists the routes in the order they were registered. */
  list(): Route[];
  /** Takes every registration back. */
  close(): void;
}

/**
 * Makes an empty registry.
 *
 * @param changed Called after each change, when it can be read.
 * @returns The registry.
 */
export function createAdapterRegistry(changed: () => void): AdapterRegistry {
  const routes = new Map<string, Route>();
  const disposers = new Set<() => void>();

  /** Checks a whole set of routes before any of them changes anything. */
  function checkFree(next: readonly Route[], own: readonly Route[]): void {
    const seen = new Set<string>();
    for (const { provider } of next) {
      const holder = routes.get(provider);
      if (seen.has(provider) || holder && !own.includes(holder)) {
        throw new LlmError(
          `Cannot register adapter: provider "${provider}" is ${
            seen.has(provider) ? "named twice" : "registered already"
          }`,
          DUPLICATE_ADAPTER_CODE,
        );
      }
      seen.add(provider);
    }
  }

  return {
    register(providers, adapter, options = {}) {
      const signal = registrationSignal(options);
      checkProviders(providers);
      checkAdapter(adapter);
      if (providers.length === 0) {
        throw new LlmError(
          'Cannot register adapter: "providers" is empty',
          INVALID_ADAPTER_CODE,
        );
      }
      if (signal?.aborted) return toHandle(toDisposer(() => {}, undefined));
      let disposed = false;
      let own: Route[] = [];

      function swap(next: Route[]): void {
        for (const { provider } of own) routes.delete(provider);
        for (const route of next) routes.set(route.provider, route);
        own = next;
        changed();
      }

      const first = toRoutes(providers, adapter);
      checkFree(first, own);
      const dispose = toDisposer(() => {
        disposed = true;
        disposers.delete(dispose);
        swap([]);
      }, signal);
      disposers.add(dispose);
      // Last: whoever hears of the change may take the registration back at once.
      swap(first);

      return toHandle(dispose, (next) => {
        if (disposed) refuseReplace();
        checkProviders(next);
        const following = toRoutes(next, adapter);
        // The adapter was asked, and may have done anything meanwhile.
        if (disposed) refuseReplace();
        checkFree(following, own);
        swap(following);
      });
    },
    get: (provider) => routes.get(provider),
    list: () => [...routes.values()],
    close() {
      for (const dispose of [...disposers]) dispose();
    },
  };
}

function toHandle(
  dispose: Disposer,
  replace: (providers: readonly string[]) => void = refuseReplace,
): AdapterRegistrationHandle {
  return Object.assign(dispose, { replace });
}

function refuseReplace(): never {
  throw new LlmError(
    "Cannot replace routes: the registration was disposed",
    REGISTRATION_DISPOSED_CODE,
  );
}

function checkProviders(providers: readonly string[]): void {
  if (!Array.isArray(providers)) {
    throw new TypeError('Cannot register adapter: "providers" is no array');
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
        `Cannot register adapter: it has no method "${method}"`,
        INVALID_ADAPTER_CODE,
      );
    }
  }
}

function toRoutes(providers: readonly string[], adapter: LlmAdapter): Route[] {
  return Array.from(providers, (provider) => {
    if (typeof provider === "string" && provider !== "") {
      return toRoute(provider, adapter);
    }
    throw new LlmError(
      "Cannot register adapter: a provider name is empty or no string",
      INVALID_ADAPTER_CODE,
    );
  });
}

function toRoute(provider: string, adapter: LlmAdapter): Route {
  try {
    const { id, name } = adapter.providerInfo(provider);
    if (id !== provider || typeof name !== "string" || name === "") {
      throw new TypeError("Cannot use provider info: wrong id or empty name");
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
