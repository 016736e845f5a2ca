/**
 * What a payload may look like.
 *
 * Servers that speak this format differ in where they put things. All of that
 * tolerance lives here: a payload is told to a visitor in the order a reader
 * should hear it, and nothing behind the visitor sees JSON again.
 *
 * @module
 */

import {
  isRecord,
  type JsonRecord,
  textIn,
} from "../../runtime/json_record.ts";
import type { ReportOdd } from "./report_odd.ts";

/** Part of a tool call, as one payload brought it. */
export interface ToolCallFragment {
  /** Place of the call among the calls, when the server tells. */
  readonly index: number | undefined;
  /** Id of the call, or the empty string. */
  readonly id: string;
  /** Name of the tool, a part of it, or the empty string. */
  readonly name: string;
  /** JSON text to append to the arguments. */
  readonly arguments: string;
  /** Fields of the server's own that it wants back, if there are any. */
  readonly opaque: JsonRecord | undefined;
}

/** What happens with the content of payloads. */
export interface PayloadVisitor {
  /** Thinking, never empty. */
  reasoning(text: string): void;
  /** Answer, never empty. */
  text(text: string): void;
  /** Part of a tool call. */
  toolCall(fragment: ToolCallFragment): void;
  /** The names of the response and of its model, either possibly missing. */
  identity(id: unknown, model: unknown): void;
  /** Citations and the like. */
  annotations(annotations: readonly unknown[]): void;
  /** Why the response ends, never empty. */
  finishReason(reason: string): void;
  /** Token counts. `alone` tells that the payload has no choice beside them. */
  usage(usage: JsonRecord, alone: boolean): void;
  /** The server failed. Throws, so that nothing after it is read. */
  failed(payload: JsonRecord): never;
}

/** Options for {@linkcode PayloadReader}. */
export interface PayloadReaderOptions {
  /**
   * Whether deltas came before the first payload.
   *
   * @default {false}
   */
  begun?: boolean | undefined;
}

/** Reads the payloads of one response. */
export class PayloadReader {
  readonly #visitor: PayloadVisitor;
  readonly #report: ReportOdd;
  #chosen: number | undefined;
  #sawDelta: boolean;

  /**
   * Begins a response.
   *
   * @param visitor Hears what payloads say.
   * @param report Hears what is odd about them.
   * @param options Where in the response it begins.
   */
  constructor(
    visitor: PayloadVisitor,
    report: ReportOdd,
    options: PayloadReaderOptions = {},
  ) {
    const { begun = false } = options;
    this.#sawDelta = begun;
    this.#visitor = visitor;
    this.#report = report;
  }

  /**
   * Reads one payload.
   *
   * @param payload The payload, parsed.
   */
  read(payload: unknown): void {
    if (Array.isArray(payload)) {
      return payload.forEach((item) => this.read(item));
    }
    if (!isRecord(payload)) {
      return this.#report("SKIPPED_PAYLOAD");
    }
    const choices = Array.isArray(payload.choices) ? payload.choices : [];
    // Before a failure: what the call has cost is known even then.
    if (isRecord(payload.usage)) {
      this.#visitor.usage(payload.usage, choices.length === 0);
    }
    if (isFailure(payload)) this.#visitor.failed(payload);
    this.#visitor.identity(payload.id, payload.model);
    for (const choice of choices) {
      if (isRecord(choice)) this.#readChoice(choice);
    }
  }

  #readChoice(choice: JsonRecord): void {
    const index = typeof choice.index === "number" ? choice.index : 0;
    this.#chosen ??= index;
    if (index !== this.#chosen) {
      return this.#report("SEVERAL_CHOICES", {
        index,
      });
    }
    if (hasError(choice)) this.#visitor.failed(choice);

    if (isRecord(choice.delta)) {
      this.#sawDelta = true;
      this.#readDelta(choice.delta);
    } else if (isRecord(choice.message) && !this.#sawDelta) {
      // A whole completion. After deltas it would only repeat them.
      this.#readDelta(choice.message);
    }

    if (isRecord(choice.usage)) this.#visitor.usage(choice.usage, false);
    const reason = textIn(choice.finish_reason).trim();
    if (reason !== "") return this.#visitor.finishReason(reason);
    const misspelt = textIn(choice.finishReason).trim();
    if (misspelt === "") return;
    this.#report("UNUSUAL_FINISH_REASON", { finishReason: misspelt });
    this.#visitor.finishReason(misspelt);
  }

  #readDelta(delta: JsonRecord): void {
    const reasoning = textIn(delta.reasoning_content) ||
      textIn(delta.reasoning) || textIn(delta.reasoning_text);
    if (reasoning !== "") this.#visitor.reasoning(reasoning);

    const { content, tool_calls: calls } = delta;
    if (typeof content === "string") {
      if (content !== "") this.#visitor.text(content);
    } else if (content !== null && content !== undefined) {
      for (const part of listOf(content)) this.#readPart(part);
    }
    // A refusal is the answer the model gave.
    if (delta.refusal) this.#readPart(delta.refusal);

    if (calls !== null && calls !== undefined) {
      for (const call of listOf(calls)) {
        if (isRecord(call)) this.#visitor.toolCall(readToolCall(call));
      }
    }
    if (Array.isArray(delta.annotations) && delta.annotations.length > 0) {
      this.#visitor.annotations(delta.annotations);
    }
  }

  #readPart(part: unknown): void {
    if (typeof part === "string") {
      if (part !== "") this.#visitor.text(part);
      return;
    }
    const type = isRecord(part) ? part.type : typeof part;
    const text = plainText(part);
    switch (type) {
      case "text":
      case "output_text":
        if (text !== "") this.#visitor.text(text);
        return;
      case "thinking":
      case "reasoning":
        if (text !== "") this.#visitor.reasoning(text);
        return;
      default:
        this.#report("SKIPPED_CONTENT_PART", { type });
    }
  }
}

/** Tells whether a payload says that the server failed. */
function isFailure(payload: JsonRecord): boolean {
  if (hasError(payload)) return true;
  if (payload.type === "error" || payload.object === "error") return true;
  // Frameworks around a model report in a form of their own.
  return payload.choices === undefined && payload.usage === undefined &&
    (textIn(payload.message) !== "" || Boolean(payload.detail));
}

function hasError({ error }: JsonRecord): boolean {
  return error !== undefined && error !== null && error !== "" &&
    error !== false;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The text of a part: plain, or in parts of its own. */
function plainText(part: unknown): string {
  if (typeof part === "string") return part;
  if (Array.isArray(part)) return part.map(plainText).join("");
  if (!isRecord(part)) return "";
  return plainText(part.text ?? part.thinking ?? part.reasoning);
}

function readToolCall(call: JsonRecord): ToolCallFragment {
  const {
    index,
    id,
    type: _type,
    function: tool,
    name: _name,
    arguments: _arguments,
    ...others
  } = call;
  const { name, arguments: args } = isRecord(tool) ? tool : call;
  const opaque = Object.entries(others).filter(([, value]) => value !== null);
  return {
    index: typeof index === "number" ? index : undefined,
    id: textIn(id),
    name: textIn(name),
    // Some servers parse what the model wrote.
    arguments: typeof args === "object" && args !== null
      ? JSON.stringify(args)
      : textIn(args),
    opaque: opaque.length > 0 ? Object.fromEntries(opaque) : undefined,
  };
}
