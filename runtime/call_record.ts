/**
 * What is known of a call beside its chunks.
 *
 * @module
 */

import type { ChunkStream, LlmFailure } from "../message.ts";
import type { LlmResponseFacts } from "./adapter.ts";
import type { ResolvedRetryPolicy } from "./retry_policy.ts";

/** What is known of one call. */
export interface CallRecord {
  /** What its boundaries failed with, in order. */
  readonly failures: CallFailure[];
  /** The attempt at the boundary reached last. */
  attempt: CallAttempt;
}

/**
 * What is known of one attempt. An object for each: what an earlier one still
 * tells when another has begun stays there.
 */
export interface CallAttempt {
  /** What it failed with, unless it failed in-band. */
  error?: { readonly value: unknown } | undefined;
  /** Policy of the route, once there is one. */
  retryPolicy?: ResolvedRetryPolicy | undefined;
  /** Facts of the answer, added to as they become known. */
  response?: LlmResponseFacts | undefined;
}

/** One failure of one boundary. */
export interface CallFailure {
  /** The facts, the very object the finish carries. */
  readonly failure: LlmFailure;
  /** What was thrown, unless the failure came in-band. */
  readonly error?: { readonly value: unknown } | undefined;
}

const records = new WeakMap<ChunkStream, CallRecord>();

/** Makes the record of a call that has not begun. */
export function createCallRecord(): CallRecord {
  return { failures: [], attempt: {} };
}

/** Ties a record to the very stream a call returned. */
export function setCallRecord(stream: ChunkStream, record: CallRecord): void {
  records.set(stream, record);
}

/** Whether a call returned this very stream. */
export function hasCallRecord(stream: ChunkStream): boolean {
  return records.has(stream);
}

/**
 * Finds what an adapter's call threw.
 *
 * @example Usage
 * ```ts
 * import { LlmError, LlmRuntime, llmErrorOf } from "@dsh/llm";
 * import { scriptedAdapter } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const error = new LlmError("Cannot call model: overloaded", "SERVER");
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([error]));
 *
 * const request = { provider: "local", model: "any", messages: [] };
 * const stream = runtime.stream(request);
 * for await (const _ of stream);
 *
 * equal(llmErrorOf(stream), error);
 * ```
 *
 * @param stream The very stream `LlmRuntime.stream()` returned.
 * @returns The thrown value itself, or `undefined` when nothing was thrown: the
 * call did not fail, or failed in-band.
 */
export function llmErrorOf(stream: ChunkStream): unknown {
  return records.get(stream)?.attempt.error?.value;
}

/**
 * Finds the facts of a failure of this very call.
 *
 * @example Usage
 * ```ts
 * import { LlmError, LlmRuntime, llmFailureOf } from "@dsh/llm";
 * import { scriptedAdapter } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const error = new LlmError("Cannot call model: overloaded", "SERVER");
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([error]));
 *
 * const request = { provider: "local", model: "any", messages: [] };
 * const stream = runtime.stream(request);
 * for await (const _ of stream);
 *
 * equal(llmFailureOf(stream, error)?.code, "SERVER");
 * equal(llmFailureOf(stream, new Error("another")), undefined);
 * ```
 *
 * @param stream The very stream `LlmRuntime.stream()` returned.
 * @param value What was thrown, or the failure of the finish.
 * @returns The facts, or `undefined` when the value is not of this call.
 */
export function llmFailureOf(
  stream: ChunkStream,
  value: unknown,
): LlmFailure | undefined {
  return records.get(stream)?.failures.find(({ failure, error }) =>
    failure === value || (error !== undefined && error.value === value)
  )?.failure;
}

/**
 * Tells whether a value is a failure of this very call, not of a listener, a
 * nested call or the consumer.
 *
 * @example Usage
 * ```ts
 * import { isLlmAdapterFailure, LlmError, LlmRuntime } from "@dsh/llm";
 * import { scriptedAdapter } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const error = new LlmError("Cannot call model: overloaded", "SERVER");
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter([error]));
 *
 * const request = { provider: "local", model: "any", messages: [] };
 * const stream = runtime.stream(request);
 * for await (const chunk of stream) {
 *   if (chunk.type === "finish" && chunk.reason.kind === "error") {
 *     equal(isLlmAdapterFailure(stream, chunk.reason.failure), true);
 *   }
 * }
 *
 * equal(isLlmAdapterFailure(stream, new Error("of the consumer")), false);
 * ```
 *
 * @param stream The very stream `LlmRuntime.stream()` returned.
 * @param value What was thrown, or the failure of the finish.
 * @returns Whether it is.
 */
export function isLlmAdapterFailure(
  stream: ChunkStream,
  value: unknown,
): boolean {
  return llmFailureOf(stream, value) !== undefined;
}

/**
 * Finds the retry policy that was in force where a call was served.
 *
 * @example Usage
 * ```ts
 * import { LlmRuntime, llmRetryPolicyOf } from "@dsh/llm";
 * import { scriptedAdapter } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], scriptedAdapter());
 *
 * const request = { provider: "local", model: "any", messages: [] };
 * const stream = runtime.stream(request);
 * for await (const _ of stream);
 *
 * equal(llmRetryPolicyOf(stream)?.mode, "normal");
 * ```
 *
 * @param stream The very stream `LlmRuntime.stream()` returned.
 * @returns The policy captured with the route, or `undefined` when no route was
 * reached.
 */
export function llmRetryPolicyOf(
  stream: ChunkStream,
): ResolvedRetryPolicy | undefined {
  return records.get(stream)?.attempt.retryPolicy;
}

/**
 * Finds facts of an answer that no chunk carries.
 *
 * @example Name the exchange in a log
 * ```ts
 * import { createUserMessage, llmResponseOf, LlmRuntime } from "@dsh/llm";
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const { fetch } = mockDeepSeek();
 * const runtime = new LlmRuntime();
 * const adapter = new DeepSeekAdapter({ apiKey: "sk-example", fetch });
 * runtime.registerAdapter(["deepseek-official"], adapter);
 *
 * const stream = runtime.stream({
 *   provider: "deepseek-official",
 *   model: "deepseek-v4-flash",
 *   messages: [createUserMessage({ content: "Hi" })],
 * });
 * for await (const _ of stream);
 *
 * equal(llmResponseOf(stream)?.status, 200);
 * ```
 *
 * @param stream The very stream `LlmRuntime.stream()` returned.
 * @returns What is known by now, or `undefined` when nothing is.
 */
export function llmResponseOf(
  stream: ChunkStream,
): LlmResponseFacts | undefined {
  const response = records.get(stream)?.attempt.response;
  return response && Object.keys(response).length > 0
    ? structuredClone(response)
    : undefined;
}
