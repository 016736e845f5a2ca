/**
 * From text to server-sent events.
 *
 * @module
 */

import { createParser } from "eventsource-parser";
import { EventGauge } from "../event_gauge.ts";
import {
  type EventReader,
  type EventReaderOptions,
  limitEvents,
  tooLong,
} from "./event_reader.ts";

/** Options for {@linkcode createSseReader}. */
export interface SseReaderOptions extends EventReaderOptions {
  /**
   * Takes how long the server wants clients to wait before they come back.
   *
   * @param ms Milliseconds.
   */
  retry?(ms: number): void;
}

// The name of the field and what follows it are held with the data of a line.
const FIELD_LENGTH = "data: ".length;

/**
 * Makes the reader of one body. A mark of the byte order, comments and unknown
 * fields are skipped, names of events ignored.
 *
 * @param options Takes the events, in order.
 * @returns The reader.
 */
export function createSseReader(options: SseReaderOptions): EventReader {
  const { limits: { maxEventLength } } = options;
  const event = limitEvents(options);
  const gauge = new EventGauge(maxEventLength);
  const parser = createParser({
    maxBufferSize: maxEventLength + FIELD_LENGTH,
    onEvent({ data, id }) {
      gauge.ended();
      event(data, id);
    },
    onRetry: (ms) => options.retry?.(ms),
    onError({ type }) {
      if (type === "max-buffer-size-exceeded") throw tooLong(maxEventLength);
    },
  });
  return {
    feed(text) {
      if (!gauge.feed(text, parser.feed)) throw tooLong(maxEventLength);
    },
    // One line break ends the line, the other the event.
    end: () => parser.feed("\n\n"),
  };
}
