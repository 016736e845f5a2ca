/**
 * Chance that can be repeated.
 *
 * @module
 */

/** A sequence of choices that its seed decides. */
export interface Random {
  /** A number from 0 to `count - 1`. */
  below(count: number): number;
  /** Whether a thing of this probability happens. */
  chance(probability: number): boolean;
  /** One of some things. */
  pick<T>(things: readonly T[]): T;
  /** As many things as there may be at most, from none on. */
  list<T>(atMost: number, make: () => T): T[];
  /** Any bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/**
 * Makes a sequence of choices.
 *
 * @param seed Decides them all.
 * @returns The sequence.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  // Mixed twice: neighbouring seeds must not begin alike.
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (things) => things[below(things.length)]!,
    list: (atMost, make) => Array.from({ length: below(atMost + 1) }, make),
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
