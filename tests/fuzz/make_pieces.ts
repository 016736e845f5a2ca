/**
 * Where reads begin.
 *
 * @module
 */

import type { Random } from "./random.ts";

/**
 * Cuts bytes anywhere.
 *
 * @param random Decides.
 * @param bytes The bytes.
 * @returns The pieces. Some may be empty, as reads may be.
 */
export function makePieces(
  random: Random,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const most = random.pick([1, 3, 20, 400, 20_000]);
  for (let at = 0; at < bytes.length;) {
    // At the least so many that single bytes of a long body do not take for ever.
    const least = Math.floor(bytes.length / 2_000);
    const size = least + random.below(most + 1);
    pieces.push(bytes.slice(at, at + size));
    at += size;
    if (pieces.length > 5_000) pieces.push(bytes.slice(at, at = bytes.length));
  }
  return pieces;
}
