/**
 * From a route and a model id to everything that is known about the model.
 *
 * @module
 */

import { UNKNOWN_MODEL_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { loadCore, loadProvider } from "./load_pi_ai.ts";
import type { PiAiEffort } from "./options.ts";
import type { PiAiModelRecord, PiAiProvider } from "./pi_ai_module.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import type { ResolvedRoute } from "./resolve_route.ts";

/** A model of a route. */
export interface FoundModel {
  /** The model, as pi-ai takes it. */
  readonly record: PiAiModelRecord;
  /** What sets it apart from its neighbours. */
  readonly description: string | undefined;
  /** Output cap of calls that name none. */
  readonly maxTokens: number | undefined;
  /** Whether somebody knows how much it can produce. */
  readonly sized: boolean;
  /** Its context window, if that is more than a guess. */
  readonly contextWindow: number | undefined;
  /** The shipped provider that knows how to reach it. */
  readonly provider: PiAiProvider | undefined;
}

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/**
 * Finds a route.
 *
 * @param config The configuration.
 * @param provider The name of the route.
 * @returns The route.
 * @throws {LlmError} `UNKNOWN_MODEL` if there is none of that name.
 */
export function findRoute(
  config: ResolvedPiAiOptions,
  provider: string,
): ResolvedRoute {
  const route = config.routes.get(provider);
  if (route !== undefined) return route;
  throw new LlmError(
    `Cannot find model: no route ${JSON.stringify(provider)} is configured`,
    UNKNOWN_MODEL_CODE,
  );
}

/**
 * Finds a model of a route.
 *
 * @param config The configuration.
 * @param provider The name of the route.
 * @param id The model id.
 * @returns The model.
 * @throws {LlmError} `UNKNOWN_MODEL` if the route is none, or has a catalogue without
 * it, `MISSING_PACKAGE` if there is no pi-ai to ask.
 */
export async function findModel(
  config: ResolvedPiAiOptions,
  provider: string,
  id: string,
): Promise<FoundModel> {
  const route = findRoute(config, provider);
  return describeModel(route, id, await shippedProvider(route, config));
}

/**
 * Finds the models to offer on a route.
 *
 * @param config The configuration.
 * @param provider The name of the route.
 * @returns The models, in their order.
 * @throws {LlmError} As {@linkcode findModel}.
 */
export async function findModels(
  config: ResolvedPiAiOptions,
  provider: string,
): Promise<FoundModel[]> {
  const route = findRoute(config, provider);
  const shipped = await shippedProvider(route, config);
  const listed = route.models ?? shipped?.getModels() ?? [];
  return listed.map(({ id }) => describeModel(route, id, shipped));
}

/**
 * Finds the efforts that a model offers.
 *
 * @param record The model.
 * @param config The configuration.
 * @returns The efforts, or none for a model that cannot think.
 */
export async function findEfforts(
  record: PiAiModelRecord,
  config: ResolvedPiAiOptions,
): Promise<PiAiEffort[]> {
  if (!record.reasoning) return [];
  const { getSupportedThinkingLevels } = await loadCore(config.load);
  return getSupportedThinkingLevels(record) as PiAiEffort[];
}

/**
 * Finds the effort of calls that name none.
 *
 * @param efforts Those the model offers.
 * @param route The route.
 * @returns The configured one if the model offers it, else none at all.
 */
export function defaultEffort(
  efforts: readonly PiAiEffort[],
  route: ResolvedRoute,
): PiAiEffort | undefined {
  // Left to itself, pi-ai tells a model that can do without thinking to do so.
  return [route.reasoning, "off" as const].find((effort) =>
    effort !== undefined && efforts.includes(effort)
  );
}

function shippedProvider(
  route: ResolvedRoute,
  config: ResolvedPiAiOptions,
): Promise<PiAiProvider> | undefined {
  return route.shipped ? loadProvider(route.route, config.load) : undefined;
}

function describeModel(
  route: ResolvedRoute,
  id: string,
  provider: PiAiProvider | undefined,
): FoundModel {
  const catalogue = provider?.getModels() ?? [];
  const known = catalogue.find((model) => model.id === id);
  const listed = route.models?.find((model) => model.id === id);
  const override = route.modelOverrides.get(id);
  const said = { ...listed, ...override };
  if (route.shipped && (known ?? listed ?? override) === undefined) {
    throw new LlmError(
      `Cannot find model ${JSON.stringify(id)}: the catalogue of ${
        JSON.stringify(route.route)
      } does not have it`,
      UNKNOWN_MODEL_CODE,
    );
  }
  // A new model of a provider is reached as its others are.
  const place = known ?? catalogue[0];
  const api = said.api ?? route.api ?? place?.api;
  const baseUrl = route.baseURL ?? place?.baseUrl;
  if (api === undefined || baseUrl === undefined) {
    const missing = api === undefined ? "api" : "baseURL";
    throw new LlmError(
      `Cannot find model ${JSON.stringify(id)}: "routes[${
        JSON.stringify(route.route)
      }].${missing}" must be given, for the catalogue has no models`,
      UNKNOWN_MODEL_CODE,
    );
  }
  const contextWindow = said.contextWindow ?? known?.contextWindow;
  const output = said.maxTokens ?? known?.maxTokens;
  const compat = { ...known?.compat, ...route.compat, ...said.compat };
  return {
    record: {
      ...known,
      id,
      name: said.name ?? known?.name ?? id,
      api,
      provider: route.route,
      baseUrl,
      reasoning: said.reasoning ?? known?.reasoning ?? false,
      thinkingLevelMap: {
        ...known?.thinkingLevelMap,
        ...said.thinkingLevelMap,
      },
      input: [...said.input ?? known?.input ?? route.defaultInput],
      cost: known?.cost ?? NO_COST,
      contextWindow: contextWindow ?? route.defaultContextWindow,
      maxTokens: output ?? route.defaultMaxTokens,
      ...(Object.keys(compat).length > 0 && { compat }),
    },
    description: said.description,
    maxTokens: said.maxTokens,
    sized: output !== undefined,
    contextWindow,
    provider,
  };
}
