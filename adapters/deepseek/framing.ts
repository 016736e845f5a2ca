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
import { MALFORMED_RESPONSE_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
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

/**
 * Makes the framing of one response.
 *
 * @param handlers Take what is found, in order.
 * @param exchange Its name.
 * @returns The framing. Fails when it is fed a line or an event without end.
 */
export function createFraming(
  handlers: FramingHandlers,
  exchange: Pick<Exchange, "requestId">,
): Framing {
  return new EventFraming(handlers, exchange);
}

class EventFraming implements Framing {
  readonly #parser: EventSourceParser;
  readonly #exchange: Pick<Exchange, "requestId">;
  // The parser gets whole lines only: it drops a partial line without a word
  // when that cannot become a field, and strays have to be told.
  #partial: string[] | undefined;
  #partialLength = 0;

  constructor(
    handlers: FramingHandlers,
    exchange: Pick<Exchange, "requestId">,
  ) {
    this.#exchange = exchange;
    this.#parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent: ({ data, event }) => handlers.event(data, event),
      onComment: (text) => handlers.comment(text),
      onError(error: ParseError) {
        if (error.type === "max-buffer-size-exceeded") {
          throw tooLong(exchange);
        }
        // A field with a value of no use is a field all the same.
        if (error.type === "unknown-field" && error.line) {
          handlers.stray(error.line);
        }
      },
    });
  }

  feed(text: string): void {
    if (text === "") return;
    const end = lineEnd(text);
    if (end === 0) {
      this.#hold(text);
      if (this.#partialLength > MAX_EVENT_LENGTH) throw tooLong(this.#exchange);
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
  // Only a text without line feeds may have bare carriage returns for line ends.
  return afterLineFeed > 0 ? afterLineFeed : text.lastIndexOf("\r") + 1;
}

function tooLong({ requestId }: Pick<Exchange, "requestId">): LlmError {
  return new LlmError(
    `Cannot read response: an event is longer than ${MAX_EVENT_LENGTH} characters`,
    MALFORMED_RESPONSE_CODE,
    { requestId },
  );
}
