/**
 * What clients learn of the key, should a provider repeat it in an answer.
 *
 * @module
 */

import type {
  ContentBlock,
  LlmStreamTransformerFactory,
  StreamChunk,
} from "../../../mod.ts";

type Delta = Extract<
  StreamChunk,
  { type: "text-delta" | "reasoning-delta" | "tool-call-delta" }
>;

const HIDDEN = "[hidden]";
// Shorter ones are no key, and may be words.
const MIN_LENGTH = 16;

/**
 * Makes a listener that takes a key out of answers: out of text, reasoning and
 * tool calls, in whatever pieces they come. The end of a piece that may be the
 * beginning of the key waits for the next piece, and is lost where none comes.
 *
 * @param key The key.
 * @returns The listener.
 */
export function hideKey(key: string): LlmStreamTransformerFactory {
  if (key.length < MIN_LENGTH) {
    return { transformer: () => ({}) };
  }

  const hide = (text: string): string => text.replaceAll(key, HIDDEN);

  /** Where the key may begin, at the end of a text. */
  function beginningIn(text: string): number {
    let at = Math.max(0, text.length - key.length + 1);
    while (!key.startsWith(text.slice(at))) at++;
    return at;
  }

  function hideInBlock(block: ContentBlock): ContentBlock {
    switch (block.type) {
      case "text":
      case "reasoning":
        return { ...block, text: hide(block.text) };
      case "tool-call":
        return {
          ...block,
          id: hide(block.id) as typeof block.id,
          name: hide(block.name),
          arguments: hide(block.arguments),
        };
      default:
        return block;
    }
  }

  function withText(delta: Delta, text: string): Delta {
    if (delta.type !== "tool-call-delta") return { ...delta, text };
    const { id, name } = delta;
    return {
      ...delta,
      id: hide(id) as typeof id,
      ...name !== undefined && { name: hide(name) },
      argumentsDelta: text,
    };
  }

  return {
    transformer() {
      /** What waits, by block: what to send it as, and its text. */
      const waiting = new Map<number, [delta: Delta, text: string]>();

      return {
        transform(chunk, controller) {
          if (isDelta(chunk)) {
            const { index } = chunk;
            const [, before = ""] = waiting.get(index) ?? [];
            const text = hide(before + textOf(chunk));
            const end = beginningIn(text);
            if (end < text.length) waiting.set(index, [chunk, text.slice(end)]);
            else waiting.delete(index);
            // A tool call may say its name without any text.
            if (end > 0 || chunk.type === "tool-call-delta") {
              controller.enqueue(withText(chunk, text.slice(0, end)));
            }
          } else if (chunk.type === "block-end") {
            const last = waiting.get(chunk.index);
            waiting.delete(chunk.index);
            if (last !== undefined) controller.enqueue(withText(...last));
            controller.enqueue({ ...chunk, block: hideInBlock(chunk.block) });
          } else controller.enqueue(chunk);
        },
      };
    },
  };
}

function isDelta(chunk: StreamChunk): chunk is Delta {
  return chunk.type === "text-delta" || chunk.type === "reasoning-delta" ||
    chunk.type === "tool-call-delta";
}

function textOf(delta: Delta): string {
  return delta.type === "tool-call-delta" ? delta.argumentsDelta : delta.text;
}
