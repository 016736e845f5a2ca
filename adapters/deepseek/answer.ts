/**
 * What a response says, and the chunks that say it.
 *
 * @module
 */

import type { StreamChunk, TokenUsage } from "../../message.ts";
import type { LlmResponseFacts } from "../../runtime/adapter.ts";
import { LlmError } from "../../runtime/error.ts";
import { type JsonRecord, textIn } from "../../runtime/json_record.ts";
import { reportedFailure } from "../../runtime/reported_failure.ts";
import { Blocks } from "./blocks.ts";
import type { Exchange } from "./exchange.ts";
import { isUsualReason, judgeEnding } from "./judge_ending.ts";
import type { PayloadVisitor, ToolCallFragment } from "./payload_reader.ts";
import { readUsage } from "./read_usage.ts";
import { createReplayState } from "./replay_state.ts";
import type { ReportOdd } from "./report_odd.ts";

/** What an answer needs beside its payloads. */
export interface AnswerOptions extends Exchange {
  /** Hears what was repaired or odd. */
  readonly report: ReportOdd;
  /** Takes facts of the answer that no chunk carries. */
  readonly respond: (facts: LlmResponseFacts) => void;
  /** Model that was asked. */
  readonly model: string;
}

/** Hears what payloads say and keeps the chunks that come of it. */
export class Answer implements PayloadVisitor {
  readonly #options: AnswerOptions;
  readonly #blocks: Blocks;
  #chunks: StreamChunk[] = [];
  #responseId: string | undefined;
  #model: string | undefined;
  #finishReason = "";
  #annotations: unknown[] | undefined;
  #usage: TokenUsage | undefined;
  #usageSeen = false;
  #endsWithUsage = false;
  #done = false;

  /**
   * Begins without a chunk.
   *
   * @param options Where facts and oddities go, and what failures carry.
   */
  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#blocks = new Blocks(
      (chunk) => this.#chunks.push(chunk),
      options.report,
    );
  }

  /** Whether the finish is among the chunks. */
  get done(): boolean {
    return this.#done;
  }

  /** Whether it may end here: a reason came, or what only comes at the end. */
  get complete(): boolean {
    return this.#finishReason !== "" || this.#endsWithUsage;
  }

  /** Whether it has said neither content nor a reason to end. */
  get empty(): boolean {
    return this.#blocks.count === 0 && this.#finishReason === "";
  }

  /** What the call has cost, as far as the server has told. */
  get cost(): TokenUsage | undefined {
    return this.#usage;
  }

  /** Hands over the chunks since the last time. */
  take(): StreamChunk[] {
    const taken = this.#chunks;
    this.#chunks = [];
    return taken;
  }

  /** The last chunk that was not handed over. */
  last(): StreamChunk | undefined {
    return this.#chunks.at(-1);
  }

  /** A payload begins: what came before it was not the end. */
  begin(): void {
    this.#endsWithUsage = false;
  }

  reasoning(text: string): void {
    this.#blocks.reasoning(text);
  }

  text(text: string): void {
    this.#blocks.text(text);
  }

  toolCall(fragment: ToolCallFragment): void {
    this.#blocks.toolCall(fragment);
  }

  identity(givenId: unknown, givenModel: unknown): void {
    const { respond, redact, model: asked } = this.#options;
    const id = textIn(givenId);
    const model = textIn(givenModel);
    if (this.#responseId === undefined && id !== "") {
      this.#responseId = id;
      respond({ responseId: redact(id) });
    }
    if (this.#model === undefined && model !== "") {
      this.#model = model;
      // The caller's own word, even where a secret has part of it in common.
      respond({ model: model === asked ? model : redact(model) });
    }
  }

  annotations(added: readonly unknown[]): void {
    this.#annotations ??= [];
    for (const annotation of added) this.#annotations.push(annotation);
  }

  finishReason(reason: string): void {
    const { redact, respond } = this.#options;
    this.#finishReason = isUsualReason(reason) ? reason : redact(reason);
    respond({ rawFinishReason: this.#finishReason });
  }

  usage(counts: JsonRecord, alone: boolean): void {
    this.#endsWithUsage = alone && !this.#usageSeen;
    this.#usageSeen = true;
    this.#usage = readUsage(counts) ?? this.#usage;
  }

  failed(payload: JsonRecord): never {
    throw reportedFailure(payload, this.#options);
  }

  /** Ends the answer: closes its blocks, tells its cost and its outcome. */
  finish(): void {
    this.#done = true;
    const { respond, redact, requestId } = this.#options;
    this.#reportReason();
    if (this.#annotations !== undefined) {
      respond({ annotations: this.#annotations });
    }
    const ending = judgeEnding(this.#finishReason, this.#blocks);
    if (ending.kind !== "error") {
      this.#blocks.close({ complete: ending.kind !== "max-tokens" });
    }
    const usage = this.#usage;
    if (usage !== undefined) this.#chunks.push({ type: "usage", usage });
    if (ending.kind === "error") {
      const { code, message } = ending;
      const words = redact(message);
      const { failure } = new LlmError(words, code, { requestId });
      this.#chunks.push({ type: "finish", reason: { kind: "error", failure } });
      return;
    }
    const replayState = createReplayState(this.#blocks.replayEntries());
    this.#chunks.push({
      type: "finish",
      reason: { kind: ending.kind },
      ...(replayState !== undefined && { replayState }),
    });
  }

  #reportReason(): void {
    const { report } = this.#options;
    const finishReason = this.#finishReason;
    if (finishReason === "") {
      report("MISSING_FINISH_REASON");
    } else if (!isUsualReason(finishReason)) {
      report("UNUSUAL_FINISH_REASON", { finishReason });
    }
  }
}
