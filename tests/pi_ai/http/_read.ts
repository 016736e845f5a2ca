/**
 * Reading an answer step by step.
 *
 * @module
 */

import type {
  FinishReason,
  LlmFailure,
  StreamChunk,
  TokenUsage,
} from "../../../message.ts";

type Reader = ReadableStreamDefaultReader<StreamChunk>;

/** How an answer ended. */
export interface Ended {
  /** In which way. */
  readonly kind: FinishReason["kind"] | undefined;
  /** Why, if it failed. */
  readonly failure: LlmFailure | undefined;
  /** What it cost, if that came since. */
  readonly usage: TokenUsage | undefined;
}

/** Reads up to the first text. */
export async function readText(reader: Reader): Promise<void> {
  while ((await reader.read()).value?.type !== "text-delta");
}

/** Reads the rest. */
export async function readEnd(reader: Reader): Promise<Ended> {
  let usage: TokenUsage | undefined;
  let reason: FinishReason | undefined;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (next.value.type === "usage") usage = next.value.usage;
    if (next.value.type === "finish") reason = next.value.reason;
  }
  const failure = reason && "failure" in reason ? reason.failure : undefined;
  return { kind: reason?.kind, failure, usage };
}
