/**
 * From bytes to chunks.
 *
 * @module
 */

import type { StreamChunk, TokenUsage } from "../../message.ts";
import type { LlmResponseFacts } from "../../runtime/adapter.ts";
import {
  MALFORMED_RESPONSE_CODE,
  STREAM_CLOSED_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { isRecord } from "./_record.ts";
import { createBlocks } from "./blocks.ts";
import type { ReportOdd } from "./diagnostics.ts";
import { isUsualReason, judgeEnding } from "./ending.ts";
import { excerpt } from "./excerpt.ts";
import { type Exchange, reportedFailure } from "./failure.ts";
import { createFraming, type Framing } from "./framing.ts";
import { createPayloadReader } from "./payload.ts";
import { createPayloadTemplates } from "./payload_template.ts";
import { createReplayState } from "./replay_state.ts";
import { readUsage } from "./usage.ts";
import { createJsonBody, createPageBody } from "./whole_body.ts";

/** What a decoder needs beside the bytes. */
export interface ResponseDecoderOptions extends Exchange {
  /** Hears what was repaired or odd. */
  readonly report: ReportOdd;
  /** Takes facts of the answer that no chunk carries. */
  readonly respond: (facts: LlmResponseFacts) => void;
}

/** Turns the bytes of one response into chunks. */
export interface ResponseDecoder {
  /** Takes the bytes of one read. Throws when the response has failed. */
  decode(bytes: Uint8Array): void;
  /** Tells that the body is over. Throws when the response is not. */
  end(): void;
  /** Hands over the chunks since the last time, those before a failure included. */
  take(): StreamChunk[];
  /** Whether the finish is among the chunks. */
  isDone(): boolean;
  /** What the call has cost, as far as the server has told. */
  usage(): TokenUsage | undefined;
}

/**
 * Makes the decoder of one response.
 *
 * @param options Where facts and oddities go, and what failures carry.
 * @returns The decoder.
 */
export function createResponseDecoder(
  options: ResponseDecoderOptions,
): ResponseDecoder {
  const { report, respond, redact, requestId } = options;
  const decoder = new TextDecoder();
  let chunks: StreamChunk[] = [];
  const push = (chunk: StreamChunk): void => void chunks.push(chunk);
  const blocks = createBlocks(push, report);
  const templates = createPayloadTemplates((kind, text) => blocks[kind](text));
  const annotations: unknown[] = [];
  let body: Framing | undefined;
  let responseId: string | undefined;
  let model: string | undefined;
  let finishReason = "";
  let usage: TokenUsage | undefined;
  let usageSeen = false;
  // Whether the last event was the one that only a finished response ends with.
  let endsWithUsage = false;
  let eventSeen = false;
  let strayLine: string | undefined;
  let comment: string | undefined;
  let bodyOver = false;
  let done = false;

  const readPayload = createPayloadReader({
    reasoning: blocks.reasoning,
    text: blocks.text,
    toolCall: blocks.toolCall,
    identity(id, name) {
      if (responseId === undefined && typeof id === "string" && id !== "") {
        responseId = id;
        respond({ responseId });
      }
      if (model === undefined && typeof name === "string" && name !== "") {
        model = name;
        respond({ model });
      }
    },
    annotations(added) {
      for (const annotation of added) annotations.push(annotation);
    },
    finishReason(reason) {
      finishReason = reason;
      respond({ rawFinishReason: reason });
    },
    usage(counts, alone) {
      endsWithUsage = alone && !usageSeen;
      usageSeen = true;
      usage = readUsage(counts) ?? usage;
    },
    failed(payload) {
      throw reportedFailure(payload, options);
    },
  }, report);

  function onEvent(data: string, type: string | undefined): void {
    if (done) return;
    eventSeen = true;
    if (type === undefined && templates.read(data)) {
      endsWithUsage = false;
      return;
    }
    let payload: unknown;
    try {
      payload = JSON.parse(data);
    } catch {
      return onWords(data.trim(), type);
    }
    endsWithUsage = false;
    if (type === "error") throw reportedFailure(payload, options);
    const before = chunks.length;
    readPayload(payload);
    const last = chunks.length > before ? chunks.at(-1) : undefined;
    if (last?.type === "text-delta") templates.learn(data, "text", last.text);
    if (last?.type === "reasoning-delta") {
      templates.learn(data, "reasoning", last.text);
    }
  }

  function onWords(data: string, type: string | undefined): void {
    if (data === "[DONE]") return finish();
    if (data === "") return;
    if (type === "error") throw reportedFailure(data, options);
    // What the end of the body has cut says nothing.
    if (bodyOver) return;
    throw malformed(`an event is no JSON: ${quote(data)}`);
  }

  function onStray(line: string): void {
    if (done) return;
    const unframed = parseReport(line);
    if (unframed !== undefined) throw reportedFailure(unframed, options);
    strayLine ??= quote(line);
    report("STRAY_LINE", "Ignored a line that belongs to no event", {
      line: strayLine,
    });
  }

  function onWhole(value: unknown): void {
    readPayload(value);
    if (blocks.count() === 0 && finishReason === "") {
      throw malformed("it is JSON, but no completion");
    }
    finish();
  }

  function finish(): void {
    done = true;
    if (finishReason === "") {
      report(
        "MISSING_FINISH_REASON",
        "Took a response without a finish reason",
      );
    } else if (!isUsualReason(finishReason)) {
      report(
        "UNUSUAL_FINISH_REASON",
        "Met a finish reason of the server's own",
        {
          finishReason,
        },
      );
    }
    if (annotations.length > 0) respond({ annotations });
    const ending = judgeEnding(finishReason, blocks);
    if (ending.kind !== "error") {
      blocks.close({ complete: ending.kind !== "max-tokens" });
    }
    if (usage !== undefined) push({ type: "usage", usage });
    if (ending.kind === "error") {
      const { failure } = new LlmError(
        redact(ending.message),
        ending.code,
        { requestId },
      );
      return push({ type: "finish", reason: { kind: "error", failure } });
    }
    const replayState = createReplayState(blocks.replayEntries());
    push({
      type: "finish",
      reason: { kind: ending.kind },
      ...(replayState !== undefined && { replayState }),
    });
  }

  /** Tells events, JSON and pages apart by where they begin. */
  function bodyFor(start: string): Framing {
    switch (start) {
      case "{":
      case "[":
        return createJsonBody(onWhole, options);
      case "<":
        return createPageBody(options);
      default:
        return createFraming({
          event: onEvent,
          comment(text) {
            eventSeen = true;
            comment ??= text;
          },
          stray: onStray,
        });
    }
  }

  function feed(text: string): void {
    if (body === undefined) {
      // Servers send blank lines to keep a body alive before they know its kind.
      const start = text.search(/\S/);
      if (start === -1) return;
      body = bodyFor(text.charAt(start));
      text = text.slice(start);
    }
    body.feed(text);
    if (comment === undefined) return;
    report("TRANSPORT_ACTIVITY", "Received a sign of life", {
      comment: quote(comment),
    });
    comment = undefined;
  }

  function quote(text: string): string {
    return JSON.stringify(excerpt(text, { length: 200, redact }));
  }

  function malformed(state: string): LlmError {
    return new LlmError(
      `Cannot read response: ${state}`,
      MALFORMED_RESPONSE_CODE,
      { requestId },
    );
  }

  return {
    decode: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end() {
      bodyOver = true;
      feed(decoder.decode());
      body?.end();
      if (done) return;
      if (finishReason !== "" || endsWithUsage) return finish();
      if (!eventSeen && strayLine !== undefined) {
        throw malformed(`it is neither events nor JSON: ${strayLine}`);
      }
      throw new LlmError(
        "Cannot complete response: the connection closed before its end" +
          (strayLine === undefined ? "" : `, it said ${strayLine}`),
        STREAM_CLOSED_CODE,
        { requestId },
      );
    },
    take() {
      const taken = chunks;
      chunks = [];
      return taken;
    },
    isDone: () => done,
    usage: () => usage,
  };
}

/** The failure that a line reports, if it is one that was never framed. */
function parseReport(line: string): unknown {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value.error ? value : undefined;
  } catch {
    return undefined;
  }
}
