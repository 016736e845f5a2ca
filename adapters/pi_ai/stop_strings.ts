/**
 * Ending a text at the first of some strings.
 *
 * @module
 */

/** Looks for strings in a text that comes in pieces. */
export class StopStrings {
  readonly #stops: readonly string[];
  #held = "";

  /**
   * Begins with no text.
   *
   * @param stops The strings, none of them empty.
   */
  constructor(stops: readonly string[]) {
    this.#stops = stops;
  }

  /**
   * Takes a piece. What may turn out to begin one of the strings is held back.
   *
   * @param piece The piece.
   * @returns The text that is safe to show, and whether one of the strings ends it.
   */
  push(piece: string): { text: string; cut: boolean } {
    const text = this.#held + piece;
    const place = this.#find(text);
    if (place !== undefined) {
      this.#held = "";
      return { text: text.slice(0, place), cut: true };
    }
    const shown = text.length - this.#beginning(text);
    this.#held = text.slice(shown);
    return { text: text.slice(0, shown), cut: false };
  }

  /**
   * Takes the end of the text.
   *
   * @returns What was held back: it was no beginning after all.
   */
  end(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  /** Where the string is that is whole first, however the text is cut. */
  #find(text: string): number | undefined {
    const found = this.#stops
      .map((stop) => ({ start: text.indexOf(stop), size: stop.length }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start + a.size - b.start - b.size || a.start - b.start);
    return found[0]?.start;
  }

  /** How much of the end of a text may begin one of the strings. */
  #beginning(text: string): number {
    const lengths = this.#stops.map((stop) => {
      let size = Math.min(stop.length - 1, text.length);
      while (size > 0 && !text.endsWith(stop.slice(0, size))) size--;
      return size;
    });
    return Math.max(0, ...lengths);
  }
}
