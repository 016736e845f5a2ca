/**
 * From text to server-sent events.
 *
 * @module
 */

import {
  createParser,
  type EventSourceParser,
  type ParseError,
} from "eventsource-parser";
import type { LlmError } from "../../runtime/error.ts";
import { EventGauge } from "../../runtime/event_gauge.ts";
import { malformed } from "./call_failure.ts";
import type { Exchange } from "./exchange.ts";

/** Longest line or event that is put together, in UTF-16 units. */
export const MAX_EVENT_LENGTH: number = 64 * 1024 * 1024;

/** What happens with what is in the text. */
export interface FramingHandlers {
  /** An event is whole. `type` is its name, if it has one. */
  event(data: string, type: string | undefined): void;
  /** A comment came: a sign of life. */
  comment(text: string): void;
  /** A line came that belongs to no event. */
  stray(line: string): void;
}

/** Cuts the text of one response into events. */
export interface Framing {
  /** Takes the text of one read. */
  feed(text: string): void;
  /** Treats what is left as the last event: the text is over. */
  end(): void;
}

/** Options for {@linkcode createFraming}. */
export interface FramingOptions extends Pick<Exchange, "requestId"> {
  /**
   * Longest line or event, in UTF-16 units.
   *
   * @default {64 * 1024 * 1024}
   */
  readonly maxLength?: number | undefined;
}

/**
 * Makes the framing of one response.
 *
 * @param handlers Take what is found, in order.
 * @param options What failures carry, and how much is put together.
 * @returns The framing. Fails when it is fed a line or an event without end.
 */
export function createFraming(
  handlers: FramingHandlers,
  options: FramingOptions,
): Framing {
  return new EventFraming(handlers, options);
}

class EventFraming implements Framing {
  readonly #parser: EventSourceParser;
  readonly #gauge: EventGauge;
  readonly #options: FramingOptions;
  readonly #maxLength: number;
  // The parser gets whole lines only: it drops a partial line without a word
  // when that cannot become a field, and strays have to be told.
  #partial: string[] | undefined;
  #partialLength = 0;

  constructor(handlers: FramingHandlers, options: FramingOptions) {
    const { maxLength = MAX_EVENT_LENGTH } = options;
    this.#options = options;
    this.#maxLength = maxLength;
    this.#gauge = new EventGauge(maxLength);
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ data, event }) => {
        this.#gauge.ended();
        handlers.event(data, event);
      },
      onComment: (text) => handlers.comment(text),
      onError(error: ParseError) {
        if (error.type === "max-buffer-size-exceeded") {
          throw tooLong(options, maxLength);
        }
        // A field with a value of no use is a field all the same.
        if (error.type === "unknown-field" && error.line) {
          handlers.stray(error.line);
        }
      },
    });
  }

  feed(text: string): void {
    const within = this.#gauge.feed(text, (piece) => this.#parse(piece));
    if (!within || this.#partialLength > this.#maxLength) {
      throw tooLong(this.#options, this.#maxLength);
    }
  }

  #parse(text: string): void {
    const end = lineEnd(text);
    if (end === 0) {
      this.#hold(text);
      return;
    }
    let lines = end === text.length ? text : text.slice(0, end);
    if (this.#partial !== undefined) {
      // Joined once, not grown read by read: that would cost the square.
      this.#partial.push(lines);
      lines = this.#partial.join("");
      this.#partial = undefined;
      this.#partialLength = 0;
    }
    if (end < text.length) this.#hold(text.slice(end));
    this.#parser.feed(lines);
  }

  end(): void {
    // One line break ends the line, the other the event.
    this.feed("\n\n");
  }

  #hold(text: string): void {
    (this.#partial ??= []).push(text);
    this.#partialLength += text.length;
  }
}

/** Where the last whole line of a text ends. 0 if there is none. */
function lineEnd(text: string): number {
  const afterLineFeed = text.lastIndexOf("\n") + 1;
  // Hardly any line ends in a bare carriage return: what was searched already is
  // not searched for one again.
  return text.indexOf("\r", afterLineFeed) === -1
    ? afterLineFeed
    : text.lastIndexOf("\r") + 1;
}

function tooLong(options: FramingOptions, maxLength: number): LlmError {
  return malformed(`an event is longer than ${maxLength} characters`, options);
}
