/**
 * From bytes to chunks.
 *
 * @module
 */

import type { StreamChunk, TokenUsage } from "../../message.ts";
import { STREAM_CLOSED_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { quote } from "../../runtime/excerpt.ts";
import { isRecord } from "../../runtime/json_record.ts";
import { reportedFailure } from "../../runtime/reported_failure.ts";
import { Answer, type AnswerOptions } from "./answer.ts";
import { malformed } from "./call_failure.ts";
import {
  createFraming,
  type Framing,
  type FramingHandlers,
} from "./framing.ts";
import { PayloadReader } from "./payload_reader.ts";
import { PayloadTemplates } from "./payload_templates.ts";
import { createJsonBody, createPageBody } from "./whole_body.ts";

/** Turns the bytes of one response into chunks. */
export class ResponseDecoder implements FramingHandlers {
  readonly #options: AnswerOptions;
  // A byte order mark is skipped with the blank lines: a decoder of some runtimes
  // drops it from the second read too, where it is part of a text.
  readonly #text = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #answer: Answer;
  readonly #templates: PayloadTemplates;
  readonly #payloads: PayloadReader;
  #body: Framing | undefined;
  #eventSeen = false;
  #strayLine: string | undefined;
  #comment: string | undefined;
  #bodyOver = false;

  /**
   * Begins a response.
   *
   * @param options Where facts and oddities go, and what failures carry.
   */
  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#answer = new Answer(options);
    this.#templates = new PayloadTemplates(this.#answer);
    this.#payloads = new PayloadReader(this.#answer, options.report);
  }

  /** Takes the bytes of one read. Throws when the response has failed. */
  decode(bytes: Uint8Array): void {
    this.#feed(this.#text.decode(bytes, { stream: true }));
  }

  /** Tells that the body is over. Throws when the response is not. */
  end(): void {
    this.#bodyOver = true;
    this.#feed(this.#text.decode());
    this.#body?.end();
    if (this.#answer.done) return;
    if (this.#answer.complete) return this.#answer.finish();
    const line = this.#strayLine;
    if (!this.#eventSeen && line !== undefined) {
      throw malformed(`it is neither events nor JSON: ${line}`, this.#options);
    }
    throw new LlmError(
      "Cannot complete response: the connection closed before its end" +
        (line === undefined ? "" : `, it said ${line}`),
      STREAM_CLOSED_CODE,
      { requestId: this.#options.requestId },
    );
  }

  /** Hands over the chunks since the last time, those before a failure included. */
  take(): StreamChunk[] {
    return this.#answer.take();
  }

  /** Whether the finish is among the chunks. */
  get done(): boolean {
    return this.#answer.done;
  }

  /** What the call has cost, as far as the server has told. */
  get usage(): TokenUsage | undefined {
    return this.#answer.cost;
  }

  /** Takes an event. */
  event(data: string, type: string | undefined): void {
    const answer = this.#answer;
    if (answer.done) return;
    this.#eventSeen = true;
    if (type === undefined && this.#templates.read(data)) {
      answer.begin();
      return;
    }
    let payload: unknown;
    try {
      payload = JSON.parse(data);
    } catch {
      return this.#words(data.trim(), type);
    }
    answer.begin();
    if (type === "error") throw reportedFailure(payload, this.#options);
    const before = answer.last();
    this.#payloads.read(payload);
    const last = answer.last();
    if (last === before) return;
    if (last?.type === "text-delta") {
      this.#templates.learn(data, "text", last.text);
    } else if (last?.type === "reasoning-delta") {
      this.#templates.learn(data, "reasoning", last.text);
    }
  }

  /** Takes a comment. */
  comment(text: string): void {
    this.#eventSeen = true;
    this.#comment ??= text;
  }

  /** Takes a line that belongs to no event. */
  stray(line: string): void {
    if (this.#answer.done) return;
    if (this.#bodyOver && isCutField(line)) return;
    const unframed = parseReport(line);
    if (unframed !== undefined) throw reportedFailure(unframed, this.#options);
    this.#strayLine ??= quote(line, this.#options);
    this.#options.report("STRAY_LINE", { line: this.#strayLine });
  }

  /** An event that is not JSON. */
  #words(data: string, type: string | undefined): void {
    if (data === "[DONE]") return this.#answer.finish();
    if (data === "") return;
    if (type === "error") throw reportedFailure(data, this.#options);
    // What the end of the body has cut says nothing.
    if (this.#bodyOver) return;
    throw malformed(
      `an event is not JSON: ${quote(data, this.#options)}`,
      this.#options,
    );
  }

  /** A body that is one JSON value. */
  #whole(value: unknown): void {
    this.#payloads.read(value);
    if (this.#answer.empty) {
      throw malformed("it is JSON, but no completion", this.#options);
    }
    this.#answer.finish();
  }

  #feed(text: string): void {
    if (this.#body === undefined) {
      // Servers send blank lines to keep a body alive before they know its kind.
      const start = text.search(/\S/);
      if (start === -1) return;
      this.#body = this.#bodyFor(text.charAt(start));
      text = text.slice(start);
    }
    this.#body.feed(text);
    if (this.#comment === undefined) return;
    this.#options.report("TRANSPORT_ACTIVITY", {
      comment: quote(this.#comment, this.#options),
    });
    this.#comment = undefined;
  }

  /** Tells events, JSON and pages apart by where they begin. */
  #bodyFor(start: string): Framing {
    switch (start) {
      case "{":
      case "[":
        return createJsonBody((value) => this.#whole(value), this.#options);
      case "<":
        return createPageBody(this.#options);
      default:
        return createFraming(this, this.#options);
    }
  }
}

/** Tells whether the last line may have been cut in the name of its field. */
function isCutField(line: string): boolean {
  return ["data:", "event:", "id:", "retry:"].some((name) =>
    name.startsWith(line)
  );
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
