/**
 * Chunks that are sound, each by itself.
 *
 * @module
 */

import { CallId, type StreamChunk } from "../../mod.ts";
import type { Random } from "./random.ts";

const TEXTS: readonly string[] = [
  "",
  "a",
  'He said "no"\\',
  "line\nline\r\n",
  "\u2028\u2029\u0085\ufeff",
  "ä你🌍",
  "\ud83d",
  "data: x\n\ndata: y",
  '"}',
  "x".repeat(3_000),
];

/**
 * Makes a chunk that is no finish.
 *
 * @param random Decides.
 * @returns The chunk.
 */
export function makeAnyChunk(random: Random): StreamChunk {
  const index = random.pick([0, 1, 12, 2 ** 40]);
  const text = random.pick(TEXTS);
  switch (random.below(7)) {
    case 0:
      return { type: "block-start", index, blockType: "text" };
    case 1:
      return { type: "reasoning-delta", index, text };
    case 2:
      return {
        type: "tool-call-delta",
        index,
        id: CallId(text),
        argumentsDelta: random.pick(TEXTS),
      };
    case 3:
      return { type: "block-end", index, block: { type: "text", text } };
    case 4: {
      const usage = { inputTokens: random.below(9), outputTokens: 0.5 };
      return { type: "usage", usage };
    }
    default:
      return { type: "text-delta", index, text };
  }
}
