/**
 * From text to lines of JSON.
 *
 * @module
 */

import {
  type EventReader,
  type EventReaderOptions,
  limitEvents,
  tooLong,
} from "./event_reader.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Makes the reader of one body: each line that is not blank is an event. A mark
 * of the byte order is skipped.
 *
 * @param options Takes the lines, in order.
 * @returns The reader.
 */
export function createNdjsonReader(options: EventReaderOptions): EventReader {
  const { limits: { maxEventLength } } = options;
  const event = limitEvents(options);
  let begun = false;
  // Joined once, not grown read by read: that would cost the square.
  let partial: string[] = [];
  let partialLength = 0;

  function hold(text: string): void {
    if (text === "") return;
    partial.push(text);
    partialLength += text.length;
    if (partialLength > maxEventLength) throw tooLong(maxEventLength);
  }

  function take(rest: string): void {
    const line = partial.length === 0 ? rest : partial.join("") + rest;
    partial = [];
    partialLength = 0;
    // A blank line too long for a line is none: it depends on no read.
    if (line.length > maxEventLength || line.trim() !== "") event(line);
  }

  return {
    feed(text) {
      let start = 0;
      if (!begun && text !== "") {
        begun = true;
        if (text.startsWith(BYTE_ORDER_MARK)) start = 1;
      }
      let end = text.indexOf("\n", start);
      while (end !== -1) {
        take(text.slice(start, end));
        start = end + 1;
        end = text.indexOf("\n", start);
      }
      hold(text.slice(start));
    },
    end: () => take(""),
  };
}
