/**
 * Keeps e-mail addresses out of answers.
 *
 * @module
 */

import type { StreamChunk } from "../../mod.ts";

// Takes the beginning of an address too: an answer may be cut there.
const ADDRESS = /[\w.+-]+@[\w-]*(?:\.[\w-]+)*/g;
const MASK = "[e-mail address]";

/**
 * Masks every e-mail address in the text of an answer. An address may arrive in
 * pieces, so the word in hand is held back until white space follows it.
 *
 * @param onMask Told of every address.
 * @returns A transform to pipe a response through.
 */
export function maskAddresses(
  onMask: () => void,
): TransformStream<StreamChunk, StreamChunk> {
  const held = new Map<number, string>();

  return new TransformStream({
    transform(chunk, controller) {
      switch (chunk.type) {
        case "text-delta": {
          const text = (held.get(chunk.index) ?? "") + chunk.text;
          const cut = text.search(/\S*$/);
          held.set(chunk.index, text.slice(cut));
          if (cut > 0) emit(chunk.index, text.slice(0, cut));
          return;
        }
        case "block-end": {
          release(chunk.index);
          const { block } = chunk;
          // A block equals the sum of its deltas, the masked ones here.
          controller.enqueue(
            block.type === "text"
              ? { ...chunk, block: { ...block, text: mask(block.text) } }
              : chunk,
          );
          return;
        }
        case "finish":
          // Blocks are still open when a call fails or is given up.
          for (const index of held.keys()) release(index);
          controller.enqueue(chunk);
          return;
        default:
          controller.enqueue(chunk);
      }

      function release(index: number): void {
        const rest = held.get(index);
        held.delete(index);
        if (rest) emit(index, rest);
      }

      function emit(index: number, text: string): void {
        for (const _ of text.matchAll(ADDRESS)) onMask();
        controller.enqueue({ type: "text-delta", index, text: mask(text) });
      }
    },
  });
}

function mask(text: string): string {
  return text.replace(ADDRESS, MASK);
}
