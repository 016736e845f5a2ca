/**
 * When a block opens, grows and closes.
 *
 * Text and thinking close as soon as something else comes, so the order on the
 * wire is the order in the message. Tool calls close together at the end.
 *
 * @module
 */

import { CallId, type StreamChunk } from "../../message.ts";
import type { ReportOdd } from "./diagnostics.ts";
import type { ToolCallFragment } from "./payload.ts";
import type { ReplayEntry } from "./replay_state.ts";
import {
  findToolCall,
  joinName,
  newArguments,
  type OpenToolCall,
} from "./tool_call.ts";

/** The blocks of one response. */
export interface Blocks {
  /** The tool calls, oldest first. */
  readonly calls: readonly OpenToolCall[];
  /** How many blocks there are. */
  count(): number;
  /** Tells whether some text is a tool call the server failed to parse. */
  hasUnparsedToolCall(): boolean;
  /** Appends thinking. */
  reasoning(text: string): void;
  /** Appends text. */
  text(text: string): void;
  /** Appends part of a tool call. */
  toolCall(fragment: ToolCallFragment): void;
  /** Closes what is open. `complete` tells that nothing was cut off. */
  close(options: { complete: boolean }): void;
  /** What the server wants back, one entry a block. */
  replayEntries(): readonly ReplayEntry[];
}

interface OpenText {
  readonly type: "text" | "reasoning";
  readonly index: number;
  text: string;
}

// DeepSeek's own notation for calls, with full-width or plain bars.
const TOOL_ENVELOPE =
  /<\s*[｜|]+\s*DSML\s*[｜|]+\s*(?:tool_calls|function_calls|invoke)\b/;

/**
 * Makes the blocks of one response.
 *
 * @param push Takes each chunk.
 * @param report Hears what was repaired.
 * @returns The blocks, none yet.
 */
export function createBlocks(
  push: (chunk: StreamChunk) => void,
  report: ReportOdd,
): Blocks {
  const calls: OpenToolCall[] = [];
  let count = 0;
  let open: OpenText | undefined;
  let unparsedToolCall = false;

  function grow(type: OpenText["type"], text: string): void {
    if (open === undefined || open.type !== type) {
      closeText();
      open = { type, index: count++, text: "" };
      push({ type: "block-start", index: open.index, blockType: type });
    }
    open.text += text;
    push(
      type === "text"
        ? { type: "text-delta", index: open.index, text }
        : { type: "reasoning-delta", index: open.index, text },
    );
  }

  function closeText(): void {
    if (open === undefined) return;
    const { type, index, text } = open;
    open = undefined;
    if (type === "text") unparsedToolCall ||= TOOL_ENVELOPE.test(text);
    push({ type: "block-end", index, block: { type, text } });
  }

  function toolCall(fragment: ToolCallFragment): void {
    closeText();
    const known = findToolCall(calls, fragment);
    const call = known ?? openCall(fragment);
    const identified = call.id === "" && fragment.id !== "";
    if (identified) call.id = fragment.id;
    if (fragment.opaque !== undefined) {
      call.opaque = { ...call.opaque, ...fragment.opaque };
    }

    const name = joinName(call.name, fragment.name);
    const added = newArguments(call.arguments, fragment.arguments);
    if (added !== fragment.arguments) {
      report("CUMULATIVE_ARGUMENTS", "Dropped arguments that came twice");
    }
    const news = known === undefined || identified || added !== "" ||
      name !== call.name;
    if (!news) return;

    const delta = { id: idOf(call), argumentsDelta: added };
    push({
      type: "tool-call-delta",
      index: call.index,
      ...(name === call.name ? delta : { ...delta, name }),
    });
    call.name = name;
    call.arguments += added;
  }

  function openCall({ index, id }: ToolCallFragment): OpenToolCall {
    if (
      index !== undefined && calls.some(({ wireIndex }) => wireIndex === index)
    ) {
      report(
        "SPLIT_TOOL_CALL",
        "Told two tool calls apart that shared an index",
        { index },
      );
    }
    const call: OpenToolCall = {
      index: count++,
      wireIndex: index,
      id,
      name: "",
      arguments: "",
      opaque: null,
    };
    calls.push(call);
    push({ type: "block-start", index: call.index, blockType: "tool-call" });
    return call;
  }

  function closeCall(call: OpenToolCall, complete: boolean): void {
    const { index, name } = call;
    const id = idOf(call);
    if (call.id === "") {
      report("MISSING_TOOL_CALL_ID", "Gave an id to a tool call without one");
    }
    if (name === "") {
      report("MISSING_TOOL_CALL_NAME", "Passed on a tool call without a name");
    }
    if (complete && call.arguments.trim() === "") {
      call.arguments += "{}";
      push({ type: "tool-call-delta", index, id, argumentsDelta: "{}" });
    }
    push({
      type: "block-end",
      index,
      block: { type: "tool-call", id, name, arguments: call.arguments },
    });
  }

  return {
    calls,
    count: () => count,
    hasUnparsedToolCall: () =>
      unparsedToolCall ||
      (open?.type === "text" && TOOL_ENVELOPE.test(open.text)),
    reasoning: (text) => grow("reasoning", text),
    text: (text) => grow("text", text),
    toolCall,
    close({ complete }) {
      closeText();
      for (const call of calls) closeCall(call, complete);
    },
    replayEntries() {
      const entries = new Array<ReplayEntry>(count).fill(null);
      for (const { index, opaque } of calls) entries[index] = opaque;
      return entries;
    },
  };
}

// The id of a call that has none, so that a result can be tied to it at all.
function idOf({ id, index }: OpenToolCall): CallId {
  return CallId(id === "" ? `call-${index}` : id);
}
