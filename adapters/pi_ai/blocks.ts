/**
 * When a block opens, grows and closes.
 *
 * @module
 */

import { CallId, type StreamChunk } from "../../message.ts";
import { recordIn } from "../../runtime/json_record.ts";
import type { PiAiAnswer, PiAiToolCall } from "./pi_ai_module.ts";
import { type ReplayEntry, replayEntry } from "./replay_state.ts";
import type { ReportOdd } from "./report_odd.ts";
import { StopStrings } from "./stop_strings.ts";

// What pi-ai puts after each part of a summary, the last one too.
const PART_END = "\n\n";

/** One block of a response. */
interface Block {
  readonly type: "text" | "reasoning" | "tool-call";
  /** Its place in the message. */
  readonly index: number;
  /** Its place in pi-ai's. */
  readonly contentIndex: number;
  /** What it holds: text, or the arguments of a call. */
  text: string;
  id: string;
  name: string;
  open: boolean;
  /** The end of thinking that may turn out to be the end of all of it. */
  held: string;
  /** Arguments that the call began with, where they came whole. */
  whole: PiAiToolCall["arguments"] | undefined;
  /** Ends it early, if it is text. */
  readonly stops: StopStrings | undefined;
}

/** Options for {@linkcode Blocks}. */
export interface BlocksOptions {
  /** Takes each chunk. */
  readonly push: (chunk: StreamChunk) => void;
  /** Hears what was repaired. */
  readonly report: ReportOdd;
  /** Strings that end the text. */
  readonly stop: readonly string[];
  /** Whether the id of a tool call is one to the provider, and another beside it. */
  readonly splitsIds: boolean;
}

/** The blocks of one response. A class, as what every open response holds. */
export class Blocks {
  readonly #options: BlocksOptions;
  readonly #blocks = new Map<number, Block>();

  /**
   * Begins without a block.
   *
   * @param options Where chunks go, and when to end.
   */
  constructor(options: BlocksOptions) {
    this.#options = options;
  }

  /** Whether there is anything in them. A thought may be for nobody to see. */
  get hasContent(): boolean {
    return [...this.#blocks.values()].some(({ type, text }) =>
      type !== "text" || text !== ""
    );
  }

  /** Whether some block is a tool call. */
  get hasCalls(): boolean {
    return [...this.#blocks.values()].some(({ type }) => type === "tool-call");
  }

  /** Opens a block, if it is not yet. */
  open(type: Block["type"], contentIndex: number): Block {
    const known = this.#blocks.get(contentIndex);
    if (known !== undefined) return known;
    const { stop, push } = this.#options;
    const index = this.#blocks.size;
    const block: Block = {
      type,
      index,
      contentIndex,
      text: "",
      id: "",
      name: "",
      open: true,
      held: "",
      whole: undefined,
      stops: type === "text" && stop.length > 0
        ? new StopStrings(stop)
        : undefined,
    };
    this.#blocks.set(contentIndex, block);
    push({ type: "block-start", index, blockType: type });
    return block;
  }

  /** Appends text. Tells whether one of the strings has ended it. */
  text(contentIndex: number, piece: string): boolean {
    const block = this.open("text", contentIndex);
    if (block.stops === undefined) {
      this.#grow(block, piece);
      return false;
    }
    const { text, cut } = block.stops.push(piece);
    this.#grow(block, text);
    return cut;
  }

  /** Appends thinking. */
  reasoning(contentIndex: number, piece: string): void {
    const block = this.open("reasoning", contentIndex);
    const text = block.held + piece;
    block.held = text.endsWith(PART_END) ? PART_END : "";
    this.#grow(block, text.slice(0, text.length - block.held.length));
  }

  /** Appends to a tool call what is known of it by now. */
  toolCall(
    contentIndex: number,
    piece: string,
    known: PiAiAnswer["content"][number] | undefined,
  ): void {
    const block = this.open("tool-call", contentIndex);
    const { id, name } = block;
    if (known?.type === "toolCall") {
      block.whole ??= known.arguments;
      if (block.id === "") block.id = this.#idOf(known);
      if (block.name === "") block.name = known.name;
    }
    if (piece === "" && block.id === id && block.name === name) return;
    block.text += piece;
    this.#options.push({
      type: "tool-call-delta",
      index: block.index,
      id: callId(block),
      ...(block.name !== name && { name: block.name }),
      argumentsDelta: piece,
    });
  }

  /**
   * Closes text or thinking. Tells whether one of the strings has ended it.
   *
   * @param contentIndex Its place.
   * @param content All of it, as far as it is known.
   */
  close(contentIndex: number, content: string = ""): boolean {
    const block = this.#blocks.get(contentIndex);
    if (block === undefined || !block.open) return false;
    const rest = block.stops?.end() ?? "";
    const whole = block.text + rest;
    // What never came in a piece. Where the pieces say otherwise, they were seen. As
    // long as they are is what nearly all texts are: those need no comparing.
    const missing = content.length > whole.length && content.startsWith(whole)
      ? content.slice(whole.length)
      : "";
    let cut = false;
    if (block.type === "text" && rest + missing !== "") {
      cut = this.text(contentIndex, rest + missing);
      if (!cut) this.#grow(block, block.stops?.end() ?? "");
    } else this.#grow(block, missing);
    this.#end(block);
    return cut;
  }

  /**
   * Closes a tool call.
   *
   * @param contentIndex Its place.
   * @param call All of it.
   * @param complete Whether it is sure that nothing was cut off.
   */
  closeCall(
    contentIndex: number,
    call: PiAiToolCall,
    complete: boolean,
  ): void {
    const { report } = this.#options;
    this.toolCall(contentIndex, "", call);
    const block = this.#blocks.get(contentIndex)!;
    if (!block.open) return;
    if (block.text.trim() === "") {
      // Some providers send the arguments whole: pi-ai has parsed them, and may have
      // let go of them.
      const text = JSON.stringify({ ...block.whole, ...call.arguments });
      if (complete || text !== "{}") this.toolCall(contentIndex, text, call);
    } else if (complete && call.argumentsError !== undefined) {
      report(
        "MALFORMED_TOOL_ARGUMENTS",
        "Passed on arguments of a tool call that are no JSON object",
        { index: block.index },
      );
    }
    this.#end(block);
  }

  /** Closes what is open. Tells whether each call that was is whole. */
  closeAll(): boolean {
    let whole = true;
    for (const block of this.#blocks.values()) {
      if (block.type !== "tool-call") this.close(block.contentIndex);
      else if (block.open) {
        if (recordIn(block.text) === undefined) whole = false;
        this.#end(block);
      }
    }
    return whole;
  }

  /** What the provider wants back, one entry a block. */
  replayEntries(answer: PiAiAnswer): (ReplayEntry | null)[] {
    return Array.from(
      this.#blocks.values(),
      ({ contentIndex, id }) => replayEntry(answer.content[contentIndex], id),
    );
  }

  #grow(block: Block, text: string): void {
    if (text === "") return;
    block.text += text;
    const { index } = block;
    this.#options.push(
      block.type === "text"
        ? { type: "text-delta", index, text }
        : { type: "reasoning-delta", index, text },
    );
  }

  #end(block: Block): void {
    const { push, report } = this.#options;
    const { type, index, text, name } = block;
    block.open = false;
    if (type !== "tool-call") {
      push({ type: "block-end", index, block: { type, text } });
      return;
    }
    if (block.id === "") {
      report(
        "MISSING_TOOL_CALL_ID",
        "Gave an id to a tool call without one",
        { index },
      );
    }
    if (name === "") {
      report(
        "MISSING_TOOL_CALL_NAME",
        "Passed on a tool call without a name",
        { index },
      );
    }
    push({
      type: "block-end",
      index,
      block: { type, id: callId(block), name, arguments: text },
    });
  }

  /** The id that a result names. What stands beside it goes into replay state. */
  #idOf(call: PiAiToolCall): string {
    // Some servers count calls.
    const id = String(call.id);
    return this.#options.splitsIds ? id.split("|")[0]! : id;
  }
}

// The id of a call that has none, so that a result can be tied to it at all.
function callId({ id, index }: Block): CallId {
  return CallId(id === "" ? `call-${index}` : id);
}
