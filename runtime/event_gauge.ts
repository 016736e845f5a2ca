/**
 * How much of an event is held until it ends.
 *
 * A parser of server-sent events counts the data it puts together. But it joins
 * lines by reference: an empty one takes 32 bytes, and a short one keeps all of the
 * text it was found in. So millions of lines take far more than their data.
 *
 * @module
 */

// The most that a line takes beside its text, in UTF-16 units: it is an object, and
// so is every text it has been joined to.
const LINE_COST = 48;
// What may stand around the data of an event: names of fields, comments.
const ALLOWANCE = 1024 * 1024;
// What is looked at once at a time, however much a read brings.
const PIECE_LENGTH = 64 * 1024;

// All pairs of line ends but the one that is a line end itself.
const BLANK_LINES = ["\n\n", "\r\r", "\n\r"];

/** Counts what the parser of one text holds of the event it is in. */
export class EventGauge {
  readonly #most: number;
  #held = 0;
  #ended = false;

  /** @param maxLength Longest event, in UTF-16 units. */
  constructor(maxLength: number) {
    this.#most = maxLength + ALLOWANCE;
  }

  /** Takes note that an event has ended. */
  ended(): void {
    this.#ended = true;
  }

  /**
   * Feeds a parser.
   *
   * @param text The text of one read.
   * @param parse Parses a piece of it, and tells of each event that ends there.
   * @returns Whether what is held of the last event is within the limit.
   */
  feed(text: string, parse: (piece: string) => void): boolean {
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      const piece = text.slice(at, at + PIECE_LENGTH);
      this.#ended = false;
      parse(piece);
      if (this.#ended || BLANK_LINES.some((pair) => piece.includes(pair))) {
        this.#held = 0;
      } else {
        this.#held += piece.length + LINE_COST * countLines(piece);
        if (this.#held > this.#most) return false;
      }
    }
    return true;
  }
}

/** Lines end in the one or the other, or in both. */
function countLines(text: string): number {
  return Math.max(text.split("\n").length, text.split("\r").length) - 1;
}
