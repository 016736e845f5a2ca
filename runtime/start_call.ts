/**
 * Starts one call: through the listeners to the final boundary.
 *
 * @module
 */

import type { ChunkStream, Message } from "../message.ts";
import { type AdapterRegistry, routeOf } from "./adapter_registry.ts";
import { callConfigEquals } from "./call_config.ts";
import {
  type CallAttempt,
  type CallRecord,
  createCallRecord,
  hasCallRecord,
  setCallRecord,
} from "./call_record.ts";
import {
  type ChunkSource,
  takeChunkSource,
  toChunkStream,
} from "./chunk_source.ts";
import type { Closing } from "./closing.ts";
import { INVALID_PREPARED_CALL_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { FinalBoundary } from "./final_boundary.ts";
import type { LlmRuntime } from "./llm_runtime.ts";
import { type Preparation, prepareAdapterCall } from "./preparation.ts";
import type { GenerateOptions, LlmCallConfig } from "./request.ts";
import type { RuntimeEvents } from "./runtime_events.ts";
import { startAdapterCall } from "./start_adapter_call.ts";
import { runWaterfall } from "./waterfall.ts";

/** What every call of a runtime needs. */
export interface CallOptions {
  /** What function listeners get as `this`. */
  readonly runtime: LlmRuntime;
  /** Who listens. */
  readonly events: RuntimeEvents;
  /** Where routes are looked up. */
  readonly registry: AdapterRegistry;
  /** Ends what has begun. */
  readonly closing: Closing;
}

/** A preparation, and the config it was made for with its defaults filled in. */
export interface BoundCall {
  /** What was settled. */
  readonly preparation: Preparation;
  /** What a request must ask for. */
  readonly config: LlmCallConfig;
  /** Aborted once the runtime was closed, with the error to end in. */
  readonly closed: AbortSignal;
}

/**
 * Starts a call.
 *
 * @param options The request, checked.
 * @param call What every call needs.
 * @param bound What was settled beforehand, if anything was.
 * @returns The response: a fresh stream.
 * @throws What a listener throws before it returns.
 */
export function startCall(
  options: GenerateOptions,
  call: CallOptions,
  bound?: BoundCall,
): ChunkStream {
  const record = createCallRecord();
  const closed = bound?.closed ?? call.closing.signal;
  const stream = runWaterfall(options, {
    listeners: call.events.streamListeners(),
    runtime: call.runtime,
    closed,
    innermost: (request) =>
      boundaryOf(request, { record, call, bound, closed }),
  });
  // A listener may hand out a stream that is some other call's already.
  const own = hasCallRecord(stream)
    ? toChunkStream(takeChunkSource(stream))
    : stream;
  setCallRecord(own, record);
  return own;
}

interface BoundaryOptions {
  readonly record: CallRecord;
  readonly call: CallOptions;
  readonly bound: BoundCall | undefined;
  readonly closed: AbortSignal;
}

/** What is behind the last listener. */
function boundaryOf(
  options: GenerateOptions,
  { record, call, bound, closed }: BoundaryOptions,
): ChunkSource {
  const { closing, events, registry } = call;
  const request = ownRequest(options);
  let attempt: CallAttempt | undefined;
  return new FinalBoundary({
    signal: request.signal,
    calls: closing.calls,
    closed,
    async prepare(signal) {
      const own: CallAttempt = attempt = record.attempt = {};
      const route = bound?.preparation.route ??
        routeOf(registry, request.provider);
      own.retryPolicy = route.retryPolicy;
      if (bound !== undefined) checkBound(request, bound);
      const preparation = bound?.preparation ??
        await prepareAdapterCall(route, request, { signal });
      return () =>
        startAdapterCall(request, preparation, {
          registry,
          attempt: own,
          report: events.report,
        });
    },
    failed(failure, error) {
      record.failures.push({ failure, error });
      // An end that came before the first step keeps the policy reached before.
      attempt ??= record.attempt = { retryPolicy: record.attempt.retryPolicy };
      attempt.error = error;
    },
  });
}

/**
 * Takes a request as it is. What becomes of it later is not part of the call:
 * whoever made it may go on with the conversation before the first read.
 */
function ownRequest(options: GenerateOptions): GenerateOptions {
  const frozen = Object.isFrozen(options);
  if (frozen && Object.isFrozen(options.messages)) return options;
  const messages = [...options.messages];
  return frozen
    // As frozen as it came, the list included: nobody else has a hold on it.
    ? Object.freeze({
      ...options,
      messages: Object.freeze(messages) as Message[],
    })
    : { ...options, messages };
}

function checkBound(request: GenerateOptions, { config }: BoundCall): void {
  // A listener may have changed what the call was prepared for.
  if (callConfigEquals(request, config)) return;
  throw new LlmError(
    "Cannot start prepared call: the request asks for another config",
    INVALID_PREPARED_CALL_CODE,
  );
}
