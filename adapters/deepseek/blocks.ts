/**
 * When a block opens, grows and closes.
 *
 * Text and thinking close as soon as something else comes, so the order on the
 * wire is the order in the message. Tool calls close together at the end.
 *
 * @module
 */

import { CallId, type StreamChunk } from "../../message.ts";
import type { JsonRecord } from "../../runtime/json_record.ts";
import { JsonNesting } from "./json_nesting.ts";
import type { ToolCallFragment } from "./payload_reader.ts";
import type { ReplayEntry } from "./replay_state.ts";
import type { ReportOdd } from "./report_odd.ts";
import { joinName, newArguments, type OpenToolCall } from "./tool_call.ts";
import { ToolCalls } from "./tool_calls.ts";

interface OpenText {
  readonly type: "text" | "reasoning";
  readonly index: number;
  text: string;
}

// DeepSeek's own notation for calls, with full-width or plain bars.
const TOOL_ENVELOPE =
  /<\s*[｜|]+\s*DSML\s*[｜|]+\s*(?:tool_calls|function_calls|invoke)\b/;

/** The blocks of one response. */
export class Blocks {
  readonly #push: (chunk: StreamChunk) => void;
  readonly #report: ReportOdd;
  #calls: ToolCalls | undefined;
  #count = 0;
  #open: OpenText | undefined;
  #unparsedToolCall = false;

  /**
   * Begins without a block.
   *
   * @param push Takes each chunk.
   * @param report Hears what was repaired.
   */
  constructor(push: (chunk: StreamChunk) => void, report: ReportOdd) {
    this.#push = push;
    this.#report = report;
  }

  /** The tool calls, oldest first. */
  get calls(): readonly OpenToolCall[] {
    return this.#calls?.list ?? [];
  }

  /** How many blocks there are. */
  get count(): number {
    return this.#count;
  }

  /** Tells whether some text is a tool call the server failed to parse. */
  hasUnparsedToolCall(): boolean {
    const open = this.#open;
    return this.#unparsedToolCall ||
      (open?.type === "text" && TOOL_ENVELOPE.test(open.text));
  }

  /** Appends thinking. */
  reasoning(text: string): void {
    const open = this.#grow("reasoning", text);
    this.#push({ type: "reasoning-delta", index: open.index, text });
  }

  /** Appends text. */
  text(text: string): void {
    const open = this.#grow("text", text);
    this.#push({ type: "text-delta", index: open.index, text });
  }

  /** Appends part of a tool call. */
  toolCall(fragment: ToolCallFragment): void {
    this.#closeText();
    const calls = this.#calls ??= new ToolCalls();
    const known = calls.find(fragment);
    const call = known ?? this.#openCall(fragment, calls);
    const identified = call.id === "" && fragment.id !== "";
    if (identified) calls.identify(call, fragment.id);
    if (fragment.opaque !== undefined) keep(call, fragment.opaque);

    const name = joinName(call.name, fragment.name);
    const added = newArguments(call.arguments, fragment.arguments);
    if (added !== fragment.arguments) {
      this.#report("CUMULATIVE_ARGUMENTS");
    }
    const news = known === undefined || identified || added !== "" ||
      name !== call.name;
    if (!news) return;

    const delta = { id: idOf(call), argumentsDelta: added };
    this.#push({
      type: "tool-call-delta",
      index: call.index,
      ...(name === call.name ? delta : { ...delta, name }),
    });
    call.name = name;
    call.arguments += added;
    call.nesting.feed(added);
  }

  /** Closes what is open. `complete` tells that nothing was cut off. */
  close({ complete }: { complete: boolean }): void {
    this.#closeText();
    for (const call of this.calls) this.#closeCall(call, complete);
  }

  /** What the server wants back, one entry a block. */
  replayEntries(): readonly ReplayEntry[] {
    const entries = new Array<ReplayEntry>(this.#count).fill(null);
    for (const { index, opaque } of this.calls) {
      if (opaque !== undefined) entries[index] = Object.fromEntries(opaque);
    }
    return entries;
  }

  #grow(type: OpenText["type"], text: string): OpenText {
    let open = this.#open;
    if (open === undefined || open.type !== type) {
      this.#closeText();
      open = this.#open = { type, index: this.#count++, text: "" };
      this.#push({ type: "block-start", index: open.index, blockType: type });
    }
    open.text += text;
    return open;
  }

  #closeText(): void {
    if (this.#open === undefined) return;
    const { type, index, text } = this.#open;
    this.#open = undefined;
    if (type === "text") this.#unparsedToolCall ||= TOOL_ENVELOPE.test(text);
    this.#push({ type: "block-end", index, block: { type, text } });
  }

  #openCall(
    { index, id }: ToolCallFragment,
    calls: ToolCalls,
  ): OpenToolCall {
    if (calls.hasIndex(index)) {
      this.#report("SPLIT_TOOL_CALL", { index });
    }
    const call: OpenToolCall = {
      index: this.#count++,
      wireIndex: index,
      id,
      name: "",
      arguments: "",
      nesting: new JsonNesting(),
      opaque: undefined,
    };
    calls.add(call);
    this.#push({
      type: "block-start",
      index: call.index,
      blockType: "tool-call",
    });
    return call;
  }

  #closeCall(call: OpenToolCall, complete: boolean): void {
    const { index, name } = call;
    const id = idOf(call);
    if (call.id === "") {
      this.#report("MISSING_TOOL_CALL_ID");
    }
    if (name === "") {
      this.#report("MISSING_TOOL_CALL_NAME");
    }
    if (complete && call.arguments.trim() === "") {
      call.arguments += "{}";
      this.#push({ type: "tool-call-delta", index, id, argumentsDelta: "{}" });
    }
    this.#push({
      type: "block-end",
      index,
      block: { type: "tool-call", id, name, arguments: call.arguments },
    });
  }
}

// Grown in place: a server may add a field with every fragment.
function keep(call: OpenToolCall, fields: JsonRecord): void {
  call.opaque ??= new Map();
  for (const [name, value] of Object.entries(fields)) {
    call.opaque.set(name, value);
  }
}

// The id of a call that has none, so that a result can be tied to it at all.
function idOf({ id, index }: OpenToolCall): CallId {
  return CallId(id === "" ? `call-${index}` : id);
}
