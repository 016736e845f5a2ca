/**
 * One step of a turn: one attempt of one request.
 *
 * @module
 */

import type { ChunkStream, StreamChunk } from "../../message.ts";
import { markAgentLoopRequest } from "../agent_loop.ts";
import { leave } from "../assemble.ts";
import { llmErrorOf, llmRetryPolicyOf } from "../call_record.ts";
import { type ChunkBatch, takeChunkSource } from "../chunk_source.ts";
import { MALFORMED_RESPONSE_CODE, NO_ADAPTER_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import { failureOf } from "../failure_of.ts";
import type { LlmRuntime } from "../llm_runtime.ts";
import type { PreparedLlmCall } from "../prepared_call.ts";
import { raceAbort } from "../race_abort.ts";
import type { LlmCallConfig } from "../request.ts";
import type { ResolvedRetryPolicy } from "../retry_policy.ts";
import { chunkRuns } from "./_chunk_runs.ts";
import type { AgentEvents } from "./agent_events.ts";
import type { SurfaceNode } from "./fold_surface.ts";
import { patientSource } from "./patient_source.ts";
import { isSame, requestOf } from "./request_header.ts";
import type { EpochHeader } from "./session_event.ts";
import type { SessionInternals } from "./session_internals.ts";
import type { SeqRange, StepRef } from "./session_log.ts";
import type { Asked } from "./session_request.ts";
import {
  createStepFold,
  failedWith,
  INTERRUPTED,
  type StepFailure,
  type StepFold,
  type StepOutcome,
} from "./step_fold.ts";
import type { TurnLog } from "./turn_log.ts";

/** What a step needs. */
export interface StepScope
  extends Pick<SessionInternals, "runtime" | "sessionId"> {
  /** Who has a say. */
  readonly events: AgentEvents;
  /** What was logged. */
  readonly log: TurnLog;
  /** Whether the header in force is from another process, or there is none. */
  readonly resumed: boolean;
  /** Aborts once nobody waits for the answer. */
  readonly signal: AbortSignal;
  /** What is asked for. */
  readonly asked: Asked;
  /** What the model sees. */
  readonly surface: readonly SurfaceNode[];
}

/** How a step went. */
export interface StepReport {
  /** What came of it. */
  readonly outcome: StepOutcome;
  /** The route it was sent to. Absent if that was not settled. */
  readonly provider?: string | undefined;
  /** Policy of the route, if one was reached. */
  readonly retryPolicy?: ResolvedRetryPolicy | undefined;
}

/**
 * Takes one step, from its start, which is logged, to its end, which is not.
 *
 * @param scope What it needs.
 * @param ref Which step.
 * @returns How it went. Rejects with what the log fails with, and with nothing
 * else: the provider is not called, or its answer is cancelled.
 */
export async function takeStep(
  scope: StepScope,
  ref: StepRef,
): Promise<StepReport> {
  const { runtime, events, signal, asked, log } = scope;
  let config: LlmCallConfig;
  try {
    config = await raceAbort(() => events.settleConfig(asked.seed), [signal]);
  } catch (error) {
    return { outcome: beforehand(error, signal) };
  }
  const { provider } = config;
  let prepared: PreparedLlmCall | undefined;
  try {
    prepared = await prepare(runtime, config, signal);
  } catch (error) {
    const retryPolicy = policyOf(runtime, provider);
    return { outcome: beforehand(error, signal), provider, retryPolicy };
  }
  const header = await logHeader(scope, config, prepared);
  await logContext(scope, prepared);
  if (signal.aborted) {
    return { outcome: { kind: "interrupted", failure: INTERRUPTED }, provider };
  }
  const request = markAgentLoopRequest(requestOf(header, scope));
  const fold = createStepFold();
  let stream: ChunkStream | undefined;
  let failed: StepFailure | undefined;
  try {
    stream = prepared?.stream(request) ?? runtime.stream(request);
  } catch (error) {
    failed = failedWith(error);
  }
  if (stream !== undefined) failed = await read(stream, { scope, ref, fold });
  const outcome = await fold.conclude(log, {
    route: header.config,
    aborted: signal.aborted,
    failed,
    error: stream && llmErrorOf(stream),
  });
  const retryPolicy = (stream && llmRetryPolicyOf(stream)) ??
    prepared?.retryPolicy;
  return { outcome, provider, retryPolicy };
}

/** What a step failed with before anything was sent. */
function beforehand(error: unknown, { aborted }: AbortSignal): StepOutcome {
  return aborted
    ? { kind: "interrupted", failure: INTERRUPTED }
    : failedWith(error);
}

/** Nothing where no adapter serves the route: a listener may. */
async function prepare(
  runtime: LlmRuntime,
  config: LlmCallConfig,
  signal: AbortSignal,
): Promise<PreparedLlmCall | undefined> {
  try {
    return await runtime.prepareCall(config, signal);
  } catch (error) {
    if (!signal.aborted && failureOf(error).code === NO_ADAPTER_CODE) {
      return undefined;
    }
    throw error;
  }
}

function policyOf(
  runtime: LlmRuntime,
  provider: string,
): ResolvedRetryPolicy | undefined {
  try {
    return runtime.providerRetryPolicy(provider);
  } catch {
    // The route has gone meanwhile.
    return undefined;
  }
}

/** Logs the header if it has to be, and hands out the one that is logged. */
async function logHeader(
  { log, asked, resumed }: StepScope,
  config: LlmCallConfig,
  prepared: PreparedLlmCall | undefined,
): Promise<EpochHeader> {
  const { system, tools } = asked;
  const header: EpochHeader = {
    config: prepared?.config ?? config,
    adapterDefaults: prepared?.adapterDefaults ?? {},
    ...(system !== undefined && { system }),
    ...(tools !== undefined && { tools }),
  };
  const known = log.at<"request/header">(log.state.headerSeq)?.data.header;
  if (!resumed && known !== undefined && isSame(known, header)) return known;
  const event = await log.append("request/header", { header });
  return event.data.header;
}

async function logContext(
  { log }: StepScope,
  prepared: PreparedLlmCall | undefined,
): Promise<void> {
  const { context, inputModalities } = prepared ?? {};
  const now = {
    ...(context && { contextWindow: context.contextWindow }),
    ...(inputModalities && { inputModalities }),
  };
  const known = log.at<"request/context">(log.state.contextSeq)?.data ?? {};
  if (isSame(known, now)) return;
  await log.append("request/context", now);
}

interface ReadOptions {
  readonly scope: StepScope;
  readonly ref: StepRef;
  readonly fold: StepFold;
}

/** Logs and folds a response to its end. Tells how it failed, if out of band. */
async function read(
  stream: ChunkStream,
  { scope: { log, signal }, ref, fold }: ReadOptions,
): Promise<StepFailure | undefined> {
  const source = patientSource(takeChunkSource(stream), signal);
  try {
    for (;;) {
      let batch: ChunkBatch;
      try {
        batch = await source.read();
      } catch (error) {
        // Nothing failed but the wait if it is the reason to give up.
        return signal.aborted && error === signal.reason
          ? undefined
          : failedWith(error);
      }
      const { done } = batch;
      let { chunks } = batch;
      let range: SeqRange;
      try {
        chunks = upToFinish(chunks);
        range = await log.appendChunks(ref, chunks);
      } catch (error) {
        source.cancel(error).catch(() => {});
        return failedWith(malformed(error, ref, chunks));
      }
      fold.push(chunks, range);
      if (fold.reason === undefined && !done) continue;
      if (!done) await leave(source);
      return undefined;
    }
  } finally {
    source.release();
  }
}

function upToFinish(chunks: readonly StreamChunk[]): readonly StreamChunk[] {
  const finish = chunks.findIndex(({ type }) => type === "finish");
  return finish === -1 ? chunks : chunks.slice(0, finish + 1);
}

/** Throws what the log failed with, unless it was for something that is no chunk. */
function malformed(
  error: unknown,
  ref: StepRef,
  chunks: readonly StreamChunk[],
): LlmError {
  try {
    chunkRuns(ref, chunks);
  } catch (cause) {
    return new LlmError(
      "Cannot complete request: the response holds what is not a chunk",
      MALFORMED_RESPONSE_CODE,
      { cause },
    );
  }
  throw error;
}
