/**
 * Asking which models there are.
 *
 * @module
 */

import { isRecord, refuse } from "../../message/find_fault.ts";
import { baseURL, trimBaseURL } from "../../runtime/base_url.ts";
import {
  INVALID_DISCOVERY_CODE,
  MALFORMED_RESPONSE_CODE,
  TIMEOUT_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type {
  LlmDiscoveredModel,
  LlmModelDiscovery,
  LlmModelDiscoveryRequest,
} from "../../runtime/model_discovery.ts";
import { raceTimeout } from "../../runtime/race_timeout.ts";
import { readModelList } from "../../runtime/read_model_list.ts";
import { readText } from "../../runtime/read_text.ts";
import { redactor } from "../../runtime/redactor.ts";
import { refusalFailure } from "../../runtime/refusal_failure.ts";
import { reportedFailure } from "../../runtime/reported_failure.ts";
import { resolveApiKey } from "../../runtime/resolve_api_key.ts";
import { Exchange, type ExchangeHost } from "./exchange.ts";
import { loadProvider } from "./load_pi_ai.ts";
import { readWords } from "./read_words.ts";
import type { ResolvedPiAiOptions } from "./resolve_options.ts";
import type { ResolvedRoute } from "./resolve_route.ts";
import { SHIPPED_PROVIDERS } from "./shipped_providers.ts";

/** An endpoint, and what it is to be asked with. */
interface Endpoint extends Pick<ResolvedRoute, "apiKey" | "fetch" | "headers"> {
  readonly baseURL: string;
  readonly api: string | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 4 * 1024 * 1024;

// Nobody watches: the question as a whole has its time.
const HOST: ExchangeHost = {
  answered() {},
  wanted: () => Promise.resolve(),
  waiting() {},
  received() {},
};

/**
 * Makes a function that finds the models of a provider: in its catalogue if pi-ai ships
 * it, from the endpoint if the question names one or a declared route is asked about.
 *
 * @param read Reads the configuration.
 * @returns The function.
 */
export function createDiscovery(
  read: () => ResolvedPiAiOptions,
): LlmModelDiscovery {
  return async (request) => {
    const config = read();
    const endpoint = endpointOf(request, config);
    if (endpoint === undefined) return await listCatalogue(request, config);
    return await raceTimeout((signal) => ask(endpoint, config, signal), {
      limitMs: TIMEOUT_MS,
      signals: [request.signal],
      tooLate,
    });
  };
}

function endpointOf(
  { provider = "", baseURL: asked, api, apiKey }: LlmModelDiscoveryRequest,
  config: ResolvedPiAiOptions,
): Endpoint | undefined {
  const route = config.routes.get(provider);
  const own = route?.shipped ? undefined : route?.baseURL;
  if (asked) refuse(baseURL(asked, "request.baseURL"), "discover models");
  const url = asked ? trimBaseURL(asked) : own;
  if (url === undefined) return undefined;
  // What opens one door is shown at no other.
  const known = url === route?.baseURL ? route : undefined;
  return {
    baseURL: url,
    api: api || route?.api,
    apiKey: apiKey?.trim() || known?.apiKey,
    fetch: route?.fetch,
    headers: known?.headers ?? {},
  };
}

async function listCatalogue(
  { provider = "" }: LlmModelDiscoveryRequest,
  config: ResolvedPiAiOptions,
): Promise<LlmDiscoveredModel[]> {
  if (!SHIPPED_PROVIDERS.has(provider)) {
    throw new LlmError(
      'Cannot discover models: "request.provider" must be a provider that pi-ai ships or a configured route, or come with a baseURL',
      INVALID_DISCOVERY_CODE,
    );
  }
  const shipped = await loadProvider(provider, config.load);
  return shipped.getModels().map(({ id, name, contextWindow, maxTokens }) => ({
    id,
    name,
    contextWindow,
    maxTokens,
  }));
}

async function ask(
  { baseURL, api, apiKey, fetch, headers }: Endpoint,
  config: ResolvedPiAiOptions,
  signal: AbortSignal,
): Promise<LlmDiscoveredModel[]> {
  const key = apiKey === undefined
    ? undefined
    : await resolveApiKey(apiKey, JSON.stringify(baseURL), { signal });
  const redact = redactor([key ?? "", ...Object.values(headers)]);
  const exchange = new Exchange({
    fetch,
    userAgent: config.userAgent,
    keyless: false,
    redact,
    signal,
    host: HOST,
  });
  const response = await exchange.fetch(`${baseURL}${pathOf(api)}`, {
    headers: { ...headers, "accept": "application/json", ...keyOf(api, key) },
    signal,
  });
  const { text, cut, error } = await readText(response.body?.getReader(), {
    maxBytes: MAX_BYTES,
    signal,
  });
  const { requestId } = exchange;
  if (!response.ok) {
    throw refusalFailure(readWords(exchange.words), {
      response,
      body: exchange.words,
      requestId,
      redact,
    });
  }
  if (error !== undefined) throw exchange.fault ?? error;
  if (cut) throw malformed(`it is longer than ${MAX_BYTES} bytes`, exchange);
  const value = valueIn(text);
  const models = readModelList(value);
  if (models !== undefined) return models;
  if (isRecord(value) && value.error) {
    throw reportedFailure(value, { requestId, redact });
  }
  throw malformed("it is not a list of models", exchange);
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function malformed(
  state: string,
  { requestId }: Pick<Exchange, "requestId">,
): LlmError {
  return new LlmError(
    `Cannot read response: ${state}`,
    MALFORMED_RESPONSE_CODE,
    { requestId },
  );
}

function pathOf(api: string | undefined): string {
  switch (api) {
    case "anthropic-messages":
      return "/v1/models?limit=1000";
    case "google-generative-ai":
      return "/models?pageSize=1000";
    case "mistral-conversations":
      return "/v1/models";
    default:
      return "/models";
  }
}

function keyOf(
  api: string | undefined,
  key: string | undefined,
): Record<string, string> {
  switch (api) {
    case "anthropic-messages":
      return {
        "anthropic-version": "2023-06-01",
        ...(key !== undefined && { "x-api-key": key }),
      };
    case "google-generative-ai":
      return key === undefined ? {} : { "x-goog-api-key": key };
    default:
      return key === undefined ? {} : { "authorization": `Bearer ${key}` };
  }
}

function tooLate(): LlmError {
  return new LlmError(
    `Cannot discover models: no whole answer came within ${TIMEOUT_MS} ms`,
    TIMEOUT_CODE,
  );
}
