/**
 * From the chunks of a step to what comes of it.
 *
 * @module
 */

import {
  type AssistantMessage,
  type ContentBlock,
  createAssistantMessage,
  type FinishReason,
  type LlmFailure,
  type StreamChunk,
  type TokenUsage,
} from "../../message.ts";
import { BlockAssembler } from "../block_assembler.ts";
import { ABORTED_CODE, STREAM_CLOSED_CODE } from "../codes.ts";
import { failureOf } from "../failure_of.ts";
import type { LlmCallConfig } from "../request.ts";
import type { SeqRange } from "./session_log.ts";
import type { TurnLog } from "./turn_log.ts";

/** What came of a step. */
export type StepOutcome =
  | {
    readonly kind: "message";
    readonly message: AssistantMessage;
    readonly usage?: TokenUsage | undefined;
  }
  | {
    readonly kind: "interrupted";
    readonly failure: LlmFailure;
    readonly message?: AssistantMessage | undefined;
  }
  | StepFailure;

/** How a step failed. */
export interface StepFailure {
  readonly kind: "error";
  readonly failure: LlmFailure;
  /** What was thrown, if anything was. */
  readonly error?: unknown;
}

/** The chunks of one step. */
export interface StepFold {
  /** Why the response ended, if it did. */
  readonly reason: FinishReason | undefined;
  /**
   * Takes chunks in that are logged. Those behind a finish are left out.
   *
   * @throws {TypeError} If one is not a chunk.
   */
  push(chunks: readonly StreamChunk[], range: SeqRange): void;
  /** Logs what comes of them. Rejects with what the log fails with alone. */
  conclude(log: TurnLog, ending: StepEnding): Promise<StepOutcome>;
}

/** How a step ended, but for its chunks. */
export interface StepEnding {
  /** Whom the chunks are from. */
  readonly route: LlmCallConfig;
  /** Whether nobody waits for the answer any more. */
  readonly aborted: boolean;
  /** What the step failed with, if not by a chunk. */
  readonly failed?: StepFailure | undefined;
  /** What was thrown, where that became a chunk. */
  readonly error?: unknown;
}

/** The facts of an end that somebody else brought. */
export const INTERRUPTED: LlmFailure = Object.freeze({
  code: ABORTED_CODE,
  message: "Cannot complete request: it was aborted",
});

const CLOSED: LlmFailure = Object.freeze({
  code: STREAM_CLOSED_CODE,
  message: "Cannot complete request: the response ended before its finish",
});

/** Makes a failed step of what was thrown. */
export function failedWith(error: unknown): StepFailure {
  return { kind: "error", failure: failureOf(error), error };
}

/**
 * Makes a fold without chunks.
 *
 * @returns The fold.
 */
export function createStepFold(): StepFold {
  const assembler = new BlockAssembler();
  const seqs: number[] = [];
  let reason: FinishReason | undefined;

  async function answer(
    log: TurnLog,
    message: AssistantMessage,
    interrupted: boolean,
  ): Promise<AssistantMessage> {
    const { usage } = assembler;
    const event = await log.append("assistant/message", {
      message,
      ...(usage !== undefined && { usage }),
      ...(interrupted && { interrupted }),
    }, { surfaceOp: { op: "append" }, sourceEventSeqs: seqs });
    return event.data.message;
  }

  function messageOf(
    content: ContentBlock[],
    { provider, model }: LlmCallConfig,
    replayState?: unknown,
  ): AssistantMessage {
    const source = {
      provider,
      model,
      ...(replayState !== undefined && { replayState }),
    };
    return createAssistantMessage({ content, source });
  }

  function whole(route: LlmCallConfig): AssistantMessage | StepFailure {
    try {
      return messageOf(assembler.blocks(), route, assembler.replayState);
    } catch (error) {
      return failedWith(error);
    }
  }

  return {
    get reason() {
      return reason;
    },
    push(chunks, { from }) {
      for (const [k, chunk] of chunks.entries()) {
        if (reason !== undefined) return;
        assembler.push(chunk);
        seqs.push(from + k);
        if (chunk.type === "finish") reason = chunk.reason;
      }
    },
    async conclude(log, { route, aborted, failed, error }) {
      let failure = failed ?? failureIn(reason, error);
      if (failure === undefined) {
        const made = whole(route);
        if (!("kind" in made)) {
          const { usage } = assembler;
          const message = await answer(log, made, false);
          return { kind: "message", message, ...(usage && { usage }) };
        }
        failure = made;
      }
      if (!aborted && reason?.kind !== "aborted") return failure;
      const blocks = assembler.interruptedBlocks();
      const end = {
        kind: "interrupted",
        // Nothing failed that merely had no time to end.
        failure: failure.failure === CLOSED ? INTERRUPTED : failure.failure,
      } as const;
      if (blocks.length === 0) return end;
      const message = messageOf(blocks, route);
      return { ...end, message: await answer(log, message, true) };
    },
  };
}

/** The failure a response ended in, if it did. */
function failureIn(
  reason: FinishReason | undefined,
  error: unknown,
): StepFailure | undefined {
  switch (reason?.kind) {
    case undefined:
      return { kind: "error", failure: CLOSED };
    case "error":
    case "aborted":
      return {
        kind: "error",
        failure: reason.failure,
        ...(error !== undefined && { error }),
      };
    default:
      return undefined;
  }
}
