/**
 * From the events of pi-ai to chunks.
 *
 * @module
 */

import type {
  ProviderRequestId,
  StreamChunk,
  TokenUsage,
} from "../../message.ts";
import type { LlmResponseFacts } from "../../runtime/adapter.ts";
import {
  CONTEXT_WINDOW_EXCEEDED_CODE,
  EMPTY_RESPONSE_CODE,
  MALFORMED_RESPONSE_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { excerpt } from "../../runtime/excerpt.ts";
import { isRecord } from "../../runtime/json_record.ts";
import { Blocks } from "./blocks.ts";
import type { PiAiAnswer, PiAiEvent } from "./pi_ai_module.ts";
import { readUsage } from "./read_usage.ts";
import { createReplayState } from "./replay_state.ts";
import type { ReportOdd } from "./report_odd.ts";

/** What an {@linkcode EventReader} needs. */
export interface EventReaderOptions {
  /** The model that was asked. */
  readonly model: { readonly id: string; readonly api: string };
  /** Strings that end the text. */
  readonly stop: readonly string[];
  /** Tells the name the provider gave the exchange. */
  readonly requestId: () => ProviderRequestId | undefined;
  /** Hears what was repaired. */
  readonly report: ReportOdd;
  /** Takes facts of the answer that no chunk carries. */
  readonly respond: (facts: LlmResponseFacts) => void;
  /** Makes the error of a response that failed. */
  readonly failure: (answer: PiAiAnswer) => LlmError;
  /** Tells whether a response shows that the request was too long for the model. */
  readonly overflows: (answer: PiAiAnswer) => boolean;
}

// Reasons that pi-ai takes for failures, and other servers for success.
const USUAL_END = /^Provider finish_reason: (?:eos|end_turn)$/;

type FinishChunk = Extract<StreamChunk, { type: "finish" }>;

/** Reads the events of one response. A class, as what every open response holds. */
export class EventReader {
  readonly #options: EventReaderOptions;
  readonly #blocks: Blocks;
  #chunks: StreamChunk[] = [];
  #answer: PiAiAnswer | undefined;
  #failure: LlmError | undefined;
  #done = false;
  #cut = false;

  /**
   * Begins without a chunk.
   *
   * @param options What it needs.
   */
  constructor(options: EventReaderOptions) {
    this.#options = options;
    const { stop, report, model } = options;
    this.#blocks = new Blocks({
      push: (chunk) => this.#chunks.push(chunk),
      report,
      stop: stop.filter((text) => text !== ""),
      splitsIds: model.api.endsWith("-responses"),
    });
  }

  /** Whether the finish is among the chunks. */
  get done(): boolean {
    return this.#done;
  }

  /** Whether the response was ended at a string that the caller named. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Why the response failed, if it did. */
  get failure(): LlmError | undefined {
    return this.#failure;
  }

  /** Whether there are chunks to take. */
  get pending(): boolean {
    return this.#chunks.length > 0;
  }

  /** What the call has cost, as far as it is known. */
  get usage(): TokenUsage | undefined {
    return this.#answer && readUsage(this.#answer.usage);
  }

  /** Hands over the chunks since the last time. */
  take(): StreamChunk[] {
    const taken = this.#chunks;
    this.#chunks = [];
    return taken;
  }

  /** Reads one event. Nothing is read after the end. */
  read(event: PiAiEvent): void {
    if (this.#done || this.#failure !== undefined) return;
    if ("delta" in event && typeof event.delta !== "string") {
      return this.#readOdd(event);
    }
    switch (event.type) {
      case "text_delta":
        this.#answer = event.partial;
        if (this.#blocks.text(event.contentIndex, event.delta)) this.#halt();
        break;
      case "thinking_delta":
        this.#answer = event.partial;
        this.#blocks.reasoning(event.contentIndex, event.delta);
        break;
      case "toolcall_start":
      case "toolcall_delta": {
        const { contentIndex, partial } = event;
        const piece = event.type === "toolcall_delta" ? event.delta : "";
        this.#answer = partial;
        this.#blocks.toolCall(
          contentIndex,
          piece,
          partial.content[contentIndex],
        );
        break;
      }
      case "toolcall_end": {
        const { contentIndex, toolCall, partial } = event;
        // A call that the limit has cut is not one without arguments.
        const complete = partial.stopReason !== "length";
        this.#blocks.closeCall(contentIndex, toolCall, complete);
        break;
      }
      case "text_start":
        this.#blocks.open("text", event.contentIndex);
        break;
      case "thinking_start":
        this.#blocks.open("reasoning", event.contentIndex);
        break;
      case "text_end":
        if (this.#blocks.close(event.contentIndex, event.content)) this.#halt();
        break;
      case "thinking_end":
        this.#blocks.close(event.contentIndex, thinkingOf(event));
        break;
      case "start":
        this.#answer = event.partial;
        break;
      case "done":
        this.#answer = event.message;
        this.#respond(event.message);
        this.#finish(event.reason, event.message);
        break;
      case "error":
        this.#answer = event.error;
        this.#respond(event.error);
        if (USUAL_END.test(event.error.errorMessage ?? "")) {
          this.#finish("stop", event.error);
        } else this.#failure = this.#options.failure(event.error);
        break;
      default:
        // A newer pi-ai may tell more: what matters comes with the end.
    }
  }

  /** Reads a piece that is no text: what servers send, nobody has checked. */
  #readOdd(event: Extract<PiAiEvent, { delta: unknown }>): void {
    const delta: unknown = event.delta;
    if (event.type === "toolcall_delta" && isRecord(delta)) {
      return this.read({ ...event, delta: JSON.stringify(delta) });
    }
    this.#failure = new LlmError(
      "Cannot read response: a piece of it is no text",
      MALFORMED_RESPONSE_CODE,
      { requestId: this.#options.requestId() },
    );
  }

  /** Ends the response where one of the strings is. */
  #halt(): void {
    this.#cut = true;
    this.#done = true;
    if (!this.#blocks.closeAll()) {
      this.#fail(
        MALFORMED_RESPONSE_CODE,
        "the text ended in the middle of a tool call",
      );
      return;
    }
    if (this.#answer !== undefined) this.#respond(this.#answer);
    // What it has cost is known to nobody: the provider goes on for a while.
    this.#succeed("stop");
  }

  #finish(reason: string, answer: PiAiAnswer): void {
    const { overflows } = this.#options;
    const whole = this.#blocks.closeAll();
    this.#done = true;
    if (overflows(answer)) {
      this.#fail(
        CONTEXT_WINDOW_EXCEEDED_CODE,
        "the request is longer than the context window, and was not answered whole",
      );
      return;
    }
    switch (reason) {
      case "length":
        return this.#succeed("max-tokens");
      case "stop":
      case "toolUse":
        if (!this.#blocks.hasContent) {
          this.#fail(
            EMPTY_RESPONSE_CODE,
            "the provider ended it without content",
          );
        } else if (!whole) {
          this.#fail(
            MALFORMED_RESPONSE_CODE,
            "the arguments of a tool call are not whole",
          );
        } else if (this.#blocks.hasCalls || reason === "toolUse") {
          this.#succeed("tool-calls");
        } else this.#succeed("stop");
        return;
      default:
        this.#fail(
          excerpt(reason).toUpperCase() || MALFORMED_RESPONSE_CODE,
          `the provider ended it with ${JSON.stringify(excerpt(reason))}`,
        );
    }
  }

  #succeed(kind: "stop" | "tool-calls" | "max-tokens"): void {
    const answer = this.#answer;
    this.#end({
      type: "finish",
      reason: { kind },
      ...(answer && {
        replayState: createReplayState(
          answer,
          this.#blocks.replayEntries(answer),
        ),
      }),
    });
  }

  #fail(code: string, state: string): void {
    const message = `Cannot complete response: ${state}`;
    const requestId = this.#options.requestId();
    const { failure } = new LlmError(message, code, { requestId });
    this.#end({ type: "finish", reason: { kind: "error", failure } });
  }

  #end(finish: FinishChunk): void {
    const usage = this.#cut ? undefined : this.usage;
    if (usage !== undefined) this.#chunks.push({ type: "usage", usage });
    this.#chunks.push(finish);
  }

  #respond(answer: PiAiAnswer): void {
    const { respond, report, model } = this.#options;
    const { responseId, responseModel, rawStopReason } = answer;
    respond({
      model: responseModel ?? model.id,
      ...(responseId && { responseId }),
      ...(rawStopReason && { rawFinishReason: rawStopReason }),
    });
    for (const { type } of answer.diagnostics ?? []) {
      report("PI_AI_DIAGNOSTIC", "Pi-ai noticed something in the response", {
        type,
      });
    }
  }
}

/** The thinking, but for words that only say it is hidden. */
function thinkingOf(
  event: Extract<PiAiEvent, { type: "text_end" | "thinking_end" }>,
): string | undefined {
  const block = event.partial.content[event.contentIndex];
  return block?.type === "thinking" && block.redacted
    ? undefined
    : event.content;
}
