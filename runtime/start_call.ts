/**
 * Starts one call: through the listeners to the final boundary.
 *
 * @module
 */

import type { ChunkStream } from "../message.ts";
import type { AdapterRegistry } from "./adapter_registry.ts";
import { callConfigEquals } from "./call_config.ts";
import {
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
import { ABORTED_CODE, INVALID_PREPARED_CALL_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { FinalBoundary } from "./final_boundary.ts";
import type { LlmRuntime } from "./llm_runtime.ts";
import {
  type Preparation,
  prepareAdapterCall,
  routeOf,
} from "./preparation.ts";
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
  /** Holds the calls that are under way. */
  readonly calls: Set<FinalBoundary>;
  /** Whether the runtime was closed. */
  readonly isClosed: () => boolean;
}

/** A preparation, and the config it was made for with its defaults filled in. */
export interface BoundCall {
  /** What was settled. */
  readonly preparation: Preparation;
  /** What a request must ask for. */
  readonly config: LlmCallConfig;
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
  const stream = runWaterfall(options, {
    listeners: call.events.streamListeners(),
    runtime: call.runtime,
    innermost: (request) => boundaryOf(request, record, call, bound),
  });
  // A listener may hand out a stream that is some other call's already.
  const own = hasCallRecord(stream)
    ? toChunkStream(takeChunkSource(stream))
    : stream;
  setCallRecord(own, record);
  return own;
}

/** What is behind the last listener. */
function boundaryOf(
  options: GenerateOptions,
  record: CallRecord,
  { calls, events, registry, isClosed }: CallOptions,
  bound: BoundCall | undefined,
): ChunkSource {
  // What becomes of the request from here on is no part of the call: whoever
  // made it may go on with the conversation before the first read.
  const request = Object.isFrozen(options)
    ? options
    : { ...options, messages: [...options.messages] };
  return new FinalBoundary({
    signal: request.signal,
    calls,
    async prepare(signal) {
      record.retryPolicy = undefined;
      record.response = undefined;
      record.error = undefined;
      const route = bound?.preparation.route ??
        routeOf(registry, request.provider);
      record.retryPolicy = route.retryPolicy;
      if (bound !== undefined) {
        if (isClosed()) throw closed();
        checkBound(request, bound);
      }
      const preparation = bound?.preparation ??
        await prepareAdapterCall(route, request, signal);
      return () =>
        startAdapterCall(request, preparation, {
          registry,
          record,
          report: events.report,
        });
    },
    failed(failure, error) {
      record.failures.push({ failure, error });
      record.error = error;
    },
  });
}

/** A listener may have changed what the call was prepared for. */
function checkBound(request: GenerateOptions, { config }: BoundCall): void {
  if (callConfigEquals(request, config)) return;
  throw new LlmError(
    "Cannot start prepared call: the request asks for another config",
    INVALID_PREPARED_CALL_CODE,
  );
}

// A closed runtime has no routes left to look up. A prepared call needs none.
function closed(): LlmError {
  return new LlmError(
    "Cannot start prepared call: the runtime was closed",
    ABORTED_CODE,
  );
}
