/**
 * Asking an endpoint which models it has, before it is a route.
 *
 * @module
 */

import { type Fault, filled, text } from "../message/find_fault.ts";
import { isFilledString } from "./_is_filled_string.ts";
import { checkSignal } from "./check_signal.ts";
import type { Closing } from "./closing.ts";
import { codedRefusal } from "./coded_refusal.ts";
import {
  DUPLICATE_DISCOVERY_CODE,
  INVALID_DISCOVERY_CODE,
  NO_DISCOVERY_CODE,
} from "./codes.ts";
import { LlmError } from "./error.ts";
import { createKeyedRegistry } from "./keyed_registry.ts";
import { raceAbort } from "./race_abort.ts";
import {
  anything,
  callable,
  isCount,
  readShape,
  type Shape,
} from "./read_shape.ts";
import {
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
} from "./registration.ts";

/** A question to an endpoint that may not be stored anywhere yet. */
export interface LlmModelDiscoveryRequest {
  /** The route being edited, when there is one. */
  provider?: string | undefined;
  /** The endpoint to ask. Needed unless `provider` says enough. */
  baseURL?: string | undefined;
  /** The protocol it speaks, when that is chosen already. */
  api?: string | undefined;
  /** The credential for this one question. Never stored. */
  apiKey?: string | undefined;
  /** Aborts the question. */
  signal?: AbortSignal | undefined;
}

/** A model, as an endpoint tells of itself. */
export interface LlmDiscoveredModel {
  /** Model id the endpoint takes. */
  id: string;
  /** What to call it, when the endpoint tells. */
  name?: string | undefined;
  /** Most tokens of input and output together, when the endpoint tells. */
  contextWindow?: number | undefined;
  /** Most tokens of output, when the endpoint tells. */
  maxTokens?: number | undefined;
}

/**
 * Asks one endpoint. Settles promptly after the signal of the request aborts.
 *
 * @example Offer to ask, and ask
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { asFetch } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const fetch = asFetch(() => Response.json([{ id: "small" }, { id: "large" }]));
 * const runtime = new LlmRuntime();
 * runtime.registerModelDiscovery("my-llm", async ({ baseURL, apiKey, signal }) => {
 *   const headers = { authorization: `Bearer ${apiKey}` };
 *   const response = await fetch(`${baseURL}/models`, {
 *     headers,
 *     signal: signal ?? null,
 *   });
 *   return await response.json();
 * });
 *
 * const models = await runtime.discoverModels("my-llm", {
 *   baseURL: "https://llm.example",
 *   apiKey: "sk-example",
 * });
 *
 * deepEqual(models, [{ id: "small" }, { id: "large" }]);
 * ```
 */
export type LlmModelDiscovery = (
  request: LlmModelDiscoveryRequest,
) => Promise<readonly LlmDiscoveredModel[]>;

/** The discoveries of one runtime. */
export interface ModelDiscoveries {
  /** Registers one. See `LlmRuntime.registerModelDiscovery`. */
  register(
    settingsNs: string,
    discover: LlmModelDiscovery,
    options?: RegistrationOptions,
  ): Disposer;
  /** Asks one. See `LlmRuntime.discoverModels`. */
  discover(
    settingsNs: string,
    request: LlmModelDiscoveryRequest,
  ): Promise<LlmDiscoveredModel[]>;
  /** Takes every registration back. */
  close(): void;
}

const REGISTER = "register model discovery";

const ENTRY: Shape = { settingsNs: filled, discover: callable };

const REQUEST: Shape = {
  "provider?": text,
  "baseURL?": text,
  "api?": text,
  "apiKey?": text,
  // Checked as every signal is.
  "signal?": anything,
};

interface Entry {
  readonly settingsNs: string;
  readonly discover: LlmModelDiscovery;
}

/**
 * Makes an empty set of discoveries.
 *
 * @param closing Ends the questions under way.
 * @returns The discoveries.
 */
export function createModelDiscoveries(closing: Closing): ModelDiscoveries {
  const registry = createKeyedRegistry<Entry>({
    keyOf: ({ settingsNs }) => settingsNs,
    what: `${REGISTER} for`,
    duplicateCode: DUPLICATE_DISCOVERY_CODE,
    // A discovery changes no route.
    changed: () => {},
  });
  return {
    register(settingsNs, discover, options = {}) {
      const signal = registrationSignal(options);
      const entry = readShape<Entry>({ settingsNs, discover }, ENTRY, {
        path: "",
        error: codedRefusal(REGISTER, INVALID_DISCOVERY_CODE),
      });
      return registry.register([entry], signal).dispose;
    },
    async discover(settingsNs, request) {
      const asked = readRequest(request);
      const { discover } = registry.get(settingsNs) ?? {};
      if (discover === undefined) {
        throw new LlmError(
          `Cannot discover models: nothing is registered for "${settingsNs}"`,
          NO_DISCOVERY_CODE,
        );
      }
      const models = await raceAbort(
        (signal) => discover({ ...asked, signal }),
        [asked.signal, closing.signal],
      );
      return checkDiscovered(models);
    },
    close: registry.close,
  };
}

function readRequest(
  request: LlmModelDiscoveryRequest,
): LlmModelDiscoveryRequest {
  const path = "request";
  const asked = readShape<LlmModelDiscoveryRequest>(request, REQUEST, {
    path,
    error: badAnswer,
  });
  checkSignal(asked.signal, "request.signal");
  if (asked.provider || asked.baseURL) return asked;
  throw badAnswer(`"${path}" must have a provider or a baseURL`);
}

/** Copies what is sound, each id once, in order. */
function checkDiscovered(
  models: readonly LlmDiscoveredModel[],
): LlmDiscoveredModel[] {
  if (!Array.isArray(models)) {
    throw badAnswer('"discover" must return an array');
  }
  const found = new Map<string, LlmDiscoveredModel>();
  for (const model of models) {
    const { id, name, contextWindow, maxTokens } = model ?? {};
    if (!isFilledString(id) || found.has(id)) continue;
    found.set(id, {
      id,
      ...(isFilledString(name) && { name }),
      ...(isCount(contextWindow) && { contextWindow }),
      ...(isCount(maxTokens) && { maxTokens }),
    });
  }
  return [...found.values()];
}

function badAnswer(fault: Fault): Error {
  return codedRefusal("discover models", INVALID_DISCOVERY_CODE)(fault);
}
