/**
 * From chunks back to blocks.
 *
 * @module
 */

import {
  assertNever,
  type BlockEndChunk,
  type ContentBlock,
  type ContentBlockType,
  createMessage,
  type FinishChunk,
  type FinishReason,
  type Message,
  type MessageSource,
  type StreamChunk,
  type TokenUsage,
  type ToolCallDeltaChunk,
} from "../message.ts";
import {
  assembled,
  type BlockSlot,
  identified,
  typeOf,
} from "./_block_slot.ts";

/**
 * Folds the chunks of one response into blocks, usage, finish reason and replay
 * state.
 *
 * Streams of deltas alone work. What a confused adapter sends harms nothing that
 * is whole: for a block that ended, deltas and further ends are ignored; so are a
 * second start, a delta of another kind than its block, and everything after the
 * finish. Everything is readable at any time, before the finish too.
 *
 * @example Folding a response
 * ```ts
 * import { BlockAssembler } from "@dsh/llm";
 * import { deepEqual } from "node:assert/strict";
 *
 * const assembler = new BlockAssembler();
 *
 * assembler.push({ type: "text-delta", index: 0, text: "Hel" });
 * assembler.push({ type: "text-delta", index: 0, text: "lo" });
 * assembler.push({ type: "finish", reason: { kind: "stop" } });
 *
 * deepEqual(assembler.blocks(), [{ type: "text", text: "Hello" }]);
 * deepEqual(assembler.finish, { kind: "stop" });
 * ```
 *
 * @example At the end of a pipe
 * ```ts
 * import { BlockAssembler, type StreamChunk } from "@dsh/llm";
 * import { deepEqual } from "node:assert/strict";
 *
 * const response = new ReadableStream<StreamChunk>({
 *   start(controller) {
 *     controller.enqueue({ type: "text-delta", index: 0, text: "Hello" });
 *     controller.enqueue({ type: "finish", reason: { kind: "stop" } });
 *     controller.close();
 *   },
 * });
 * const assembler = new BlockAssembler();
 *
 * await response.pipeTo(assembler.writable);
 *
 * deepEqual(assembler.message().content, [{ type: "text", text: "Hello" }]);
 * ```
 */
export class BlockAssembler {
  // A map keeps first-seen order, and an absurd index costs nothing in it.
  readonly #slots = new Map<number, BlockSlot>();
  #usage: TokenUsage | undefined;
  #finish: FinishChunk | undefined;
  #writable: WritableStream<StreamChunk> | undefined;

  /**
   * Takes the next chunk in.
   *
   * @param chunk The chunk, in stream order.
   * @throws {TypeError} If the type of the chunk is unknown, or it lacks what its
   * type has.
   */
  push(chunk: StreamChunk): void {
    if (this.#finish !== undefined) return;
    if (typeof chunk !== "object" || chunk === null) {
      throw new TypeError('Cannot push chunk: "chunk" must be a stream chunk');
    }
    switch (chunk.type) {
      case "block-start":
        this.#slot(chunk.index, chunk.blockType);
        return;
      case "text-delta":
        this.#append(chunk.index, "text", chunk.text);
        return;
      case "reasoning-delta":
        this.#append(chunk.index, "reasoning", chunk.text);
        return;
      case "tool-call-delta":
        this.#appendCall(chunk);
        return;
      case "block-end":
        this.#end(chunk);
        return;
      case "usage":
        this.#usage = chunk.usage;
        return;
      case "finish":
        this.#finish = chunk;
        return;
      default:
        assertNever(chunk, "stream chunk");
    }
  }

  /**
   * Everything seen so far, in the order in which the blocks first appeared.
   *
   * A block that has not ended is made of its deltas. After a finish of kind
   * `max-tokens` there are no tool calls: the last one may be cut anywhere, and
   * running what is left of a plan is not safe.
   *
   * @returns The blocks, in an array of the caller's own.
   * @throws {LlmError} `MALFORMED_RESPONSE`, if a block that deltas cannot make
   * was started and did not end.
   */
  blocks(): ContentBlock[] {
    const blocks: ContentBlock[] = [];
    for (const [index, slot] of this.#slots) {
      if (!this.#drops(slot)) blocks.push(slot.block ?? assembled(index, slot));
    }
    return blocks;
  }

  /**
   * What can be kept of a response that was cut off: text and reasoning that are
   * not blank, in order.
   *
   * @returns The blocks, in an array of the caller's own.
   */
  interruptedBlocks(): ContentBlock[] {
    const blocks: ContentBlock[] = [];
    for (const [index, slot] of this.#slots) {
      const type = typeOf(slot);
      if (type !== "text" && type !== "reasoning") continue;
      const block = slot.block ?? assembled(index, slot);
      if ("text" in block && block.text.trim() !== "") blocks.push(block);
    }
    return blocks;
  }

  /**
   * What the call used, as the response told.
   *
   * @returns The counts, if there were any.
   */
  get usage(): TokenUsage | undefined {
    return this.#usage;
  }

  /**
   * Why the response ended.
   *
   * @returns The reason, `stop` as long as none came.
   */
  get finish(): FinishReason {
    return this.#finish?.reason ?? { kind: "stop" };
  }

  /**
   * State private to the adapter, to keep on the source of the message.
   *
   * State of the shape `{response, blocks}` holds one entry for each block, so it
   * follows the blocks: the entry of a dropped block is dropped, and state with
   * another number of entries is of no use. State of any other shape is as the
   * adapter sent it.
   *
   * @returns The state, if there is any.
   */
  get replayState(): unknown {
    const state = this.#finish?.replayState;
    if (!hasBlocks(state)) return state;
    const slots = [...this.#slots.values()];
    if (state.blocks.length !== slots.length) return undefined;
    const blocks = state.blocks.filter((_, at) => !this.#drops(slots[at]!));
    return blocks.length === slots.length ? state : { ...state, blocks };
  }

  /**
   * Makes an assistant message of the blocks. Replay state is not added: a source
   * that needs it brings it along. A conversation that goes on keeps what
   * `createAssistantMessage` makes of `blocks()`, with the route and
   * `replayState` for a source.
   *
   * @param source Who produced the message: this class, unless given.
   * @returns The message, deeply frozen, with a new id at each call.
   * @throws {LlmError} `MALFORMED_RESPONSE`, if a block that deltas cannot make
   * was started and did not end.
   * @throws {TypeError} If the source or a block is malformed, or cannot be
   * cloned.
   */
  message(
    source: MessageSource = { kind: "plugin", plugin: "dsh-llm/assembler" },
  ): Message {
    return createMessage({ role: "assistant", content: this.blocks(), source });
  }

  /**
   * The end of a pipe: what is written to it is pushed. Aborting it leaves what
   * was written readable.
   *
   * @returns The same stream at each call.
   */
  get writable(): WritableStream<StreamChunk> {
    return this.#writable ??= new WritableStream({
      write: (chunk) => this.push(chunk),
    });
  }

  #slot(index: number, type: ContentBlockType): BlockSlot {
    let slot = this.#slots.get(index);
    if (slot === undefined) {
      slot = { type, text: "", id: "", name: "" };
      this.#slots.set(index, slot);
    }
    return slot;
  }

  /** The slot, if it took the delta. */
  #append(
    index: number,
    type: ContentBlockType,
    delta: string,
  ): BlockSlot | undefined {
    const slot = this.#slot(index, type);
    if (slot.block !== undefined || slot.type !== type) return undefined;
    if (typeof delta !== "string") {
      throw new TypeError(
        `Cannot push chunk: the delta of block ${index} must be a string`,
      );
    }
    slot.text += delta;
    return slot;
  }

  #appendCall(chunk: ToolCallDeltaChunk): void {
    const slot = this.#append(chunk.index, "tool-call", chunk.argumentsDelta);
    if (slot === undefined) return;
    slot.id = chunk.id || slot.id;
    slot.name = chunk.name || slot.name;
  }

  #end({ index, block }: BlockEndChunk): void {
    if (typeof block !== "object" || block === null) {
      throw new TypeError(
        `Cannot push chunk: the end of block ${index} must carry the block`,
      );
    }
    const slot = this.#slot(index, block.type);
    if (slot.block !== undefined) return;
    slot.block = block.type === "tool-call"
      ? identified(block, { index, slot })
      : block;
    // The block holds it all: what it was made of would only be kept twice.
    slot.text = "";
  }

  #drops(slot: BlockSlot): boolean {
    return this.#finish?.reason.kind === "max-tokens" &&
      typeOf(slot) === "tool-call";
  }
}

function hasBlocks(
  state: unknown,
): state is { readonly blocks: readonly unknown[] } {
  return typeof state === "object" && state !== null && "blocks" in state &&
    Array.isArray(state.blocks);
}
