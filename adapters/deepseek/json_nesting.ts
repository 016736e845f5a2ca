/**
 * How far JSON text is open while it grows.
 *
 * @module
 */

const BRACE = 0x7b;
const QUOTE = 0x22;
const IN_STRING = /["\\]/g;

/**
 * Follows the brackets of one JSON object. Looks at each character once, however
 * often it is asked.
 */
export class JsonNesting {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #state: "before" | "inside" | "closed" | "lost" = "before";

  /** Whether every bracket that was opened is closed, and none follows. */
  get closed(): boolean {
    return this.#state === "closed";
  }

  /**
   * Takes the text that follows.
   *
   * @param text The text.
   */
  feed(text: string): void {
    // What is lost stays lost.
    for (let i = 0; i < text.length && this.#state !== "lost"; i++) {
      if (this.#inString) i = this.#skipString(text, i);
      else this.#take(text.charCodeAt(i));
    }
  }

  /** Finds the next place in a string that matters, or the end of the text. */
  #skipString(text: string, start: number): number {
    if (this.#escaped) {
      this.#escaped = false;
      return start;
    }
    // Most of the arguments of a call are strings: a pattern is fastest there.
    IN_STRING.lastIndex = start;
    const found = IN_STRING.exec(text);
    if (found === null) return text.length;
    if (found[0] === '"') this.#inString = false;
    else this.#escaped = true;
    return found.index;
  }

  #take(code: number): void {
    if (isSpace(code)) return;
    if (this.#state !== "inside") {
      // Nothing but a brace begins an object, and nothing follows its last.
      const begins = this.#state === "before" && code === BRACE;
      this.#state = begins ? "inside" : "lost";
    }
    if (code === QUOTE) this.#inString = true;
    else if (isOpening(code)) this.#depth++;
    else if (isClosing(code) && --this.#depth === 0) this.#state = "closed";
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isOpening(code: number): boolean {
  return code === BRACE || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
