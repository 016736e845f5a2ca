/**
 * From a request to the events of its response.
 *
 * @module
 */

import type { LlmResponseFacts } from "../../runtime/adapter.ts";
import { unsupportedEffort } from "../../runtime/call_config.ts";
import type { LlmError } from "../../runtime/error.ts";
import { isRecord } from "../../runtime/json_record.ts";
import { type Redact, redactor } from "../../runtime/redactor.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { callFailure } from "./call_failure.ts";
import { EventReader } from "./event_reader.ts";
import { Exchange, type ExchangeHost } from "./exchange.ts";
import { findCredential } from "./find_credential.ts";
import {
  defaultEffort,
  findEfforts,
  findModel,
  type FoundModel,
} from "./find_model.ts";
import { findPlace } from "./find_place.ts";
import { loadApi, loadCore } from "./load_pi_ai.ts";
import type { PiAiCall } from "./open_call.ts";
import type { PiAiEffort } from "./options.ts";
import { payloadOptions } from "./payload_options.ts";
import type {
  PiAiAnswer,
  PiAiEvent,
  PiAiStreamOptions,
  PiAiStreams,
} from "./pi_ai_module.ts";
import { createReportOdd } from "./report_odd.ts";
import { toContext } from "./to_context.ts";

/** What {@linkcode startEvents} needs. */
export interface StartEventsOptions extends PiAiCall {
  /** Who reads the bytes. */
  readonly host: ExchangeHost;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Told when the request is about to be sent. */
  readonly begin: (exchange: Exchange) => void;
}

/** A response that comes. */
export interface StartedEvents {
  /** Its events. */
  readonly events: AsyncIterable<PiAiEvent>;
  /** Its HTTP requests. */
  readonly exchange: Exchange;
  /** What makes chunks of the events. */
  readonly reader: EventReader;
}

// After these a server has said all, yet pi-ai waits for it to hang up.
const LAST_EVENTS: ReadonlySet<unknown> = new Set([
  "message_stop",
  "response.completed",
  "response.incomplete",
]);

// More than any timer waits: the clocks of the call are the only ones.
const NO_TIMEOUT_MS = 2_147_483_647;

/**
 * Sends a request. Whatever can be refused is refused before.
 *
 * @param start The request, and who reads the response.
 * @returns The response.
 * @throws {LlmError} What is wrong with the request.
 */
export async function startEvents(
  start: StartEventsOptions,
): Promise<StartedEvents> {
  const { options, config, route, context, host, signal, begin } = start;
  const core = await loadCore(config.load);
  const model = await findModel(config, options.provider, options.model);
  const { record } = model;
  const reasoning = await effortOf(start, model);
  const maxTokens = options.maxTokens ?? model.maxTokens;
  const write = payloadOptions(options, {
    api: record.api,
    capped: maxTokens !== undefined || model.sized,
    context,
  });
  const conversation = await toContext(options, {
    model: record,
    config,
    timeoutMs: route.streamIdleTimeoutMs,
    signal,
    context,
  });
  const credential = await findCredential({ config, route, model, signal });
  const { auth, env, keyless } = credential;
  const baseUrl = findPlace({ route, record, credential });
  const streams = await streamsOf(model, start);
  signal.throwIfAborted();

  const headers = { ...auth.headers, ...route.headers };
  const redact = redactor([
    keyless ? "" : auth.apiKey ?? "",
    ...Object.values(headers).filter((value) => value !== null),
  ]);
  const exchange = new Exchange({
    fetch: route.fetch,
    userAgent: config.userAgent,
    keyless,
    redact,
    signal,
    host,
  });
  let refused: LlmError | undefined;
  const overflows = (answer: PiAiAnswer) =>
    core.isContextOverflow(answer, model.contextWindow);
  const reader = new EventReader({
    model: record,
    stop: options.stop ?? [],
    requestId: () => exchange.requestId,
    report: createReportOdd(context),
    respond: (facts) =>
      context?.response(
        withoutSecrets(facts, { redact, asked: options.model }),
      ),
    failure: (answer) =>
      refused ?? callFailure(answer, { exchange, redact, overflows }),
    overflows,
  });
  begin(exchange);
  const events = streams.streamSimple(
    { ...record, baseUrl },
    core.normalizeContext(conversation),
    {
      ...sampling(options),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(reasoning !== undefined && reasoning !== "off" && { reasoning }),
      ...(route.thinkingBudgets && { thinkingBudgets: route.thinkingBudgets }),
      ...(auth.apiKey !== undefined && { apiKey: auth.apiKey }),
      ...(env && { env }),
      ...(options.sessionId && { sessionId: options.sessionId }),
      signal,
      fetch: exchange.fetch,
      headers,
      identity: { userAgent: { custom: config.userAgent } },
      maxRetries: 0,
      timeoutMs: NO_TIMEOUT_MS,
      transport: "sse",
      // A request says all by itself, and is made once.
      disableContinuation: true,
      cacheRetention: route.cacheRetention,
      onResponse: (response) => exchange.note(response),
      onProviderStreamEvent(event) {
        if (isRecord(event) && LAST_EVENTS.has(event.type)) exchange.complete();
      },
      onPayload(payload) {
        try {
          return write(payload);
        } catch (error) {
          refused = error as LlmError;
          throw error;
        }
      },
    },
  );
  return { events, exchange, reader };
}

/** Facts of an answer: whatever a server writes may hold what it was sent. */
function withoutSecrets(
  facts: LlmResponseFacts,
  { redact, asked }: { redact: Redact; asked: string },
): LlmResponseFacts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      // The caller's own word, even where a secret has part of it in common.
      typeof value === "string" && value !== asked ? redact(value) : value,
    ]),
  );
}

function sampling(
  { temperature, toolChoice }: GenerateOptions,
): Pick<PiAiStreamOptions, "temperature" | "toolChoice"> {
  return {
    ...(temperature !== undefined && { temperature }),
    ...((toolChoice === "auto" || toolChoice === "none") && { toolChoice }),
  };
}

async function effortOf(
  { options, config, route }: StartEventsOptions,
  { record }: FoundModel,
): Promise<PiAiEffort | undefined> {
  const efforts = await findEfforts(record, config);
  const asked = options.reasoningEffort as PiAiEffort | undefined;
  if (asked !== undefined && !efforts.includes(asked)) {
    throw unsupportedEffort(asked, {
      model: options.model,
      offered: efforts,
    });
  }
  // A title gets a small output cap, which is to be spent on visible text.
  if (options.purpose === "session-title" && efforts.includes("off")) {
    return "off";
  }
  return asked ?? defaultEffort(efforts, route);
}

/** What reaches the model: its provider, where that knows the protocol. */
function streamsOf(
  { record, provider }: FoundModel,
  { config }: StartEventsOptions,
): PiAiStreams | Promise<PiAiStreams> {
  return provider?.getModels().some(({ api }) => api === record.api)
    ? provider
    : loadApi(record.api, config.load);
}
