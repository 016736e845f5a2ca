/**
 * Bodies that are not events.
 *
 * @module
 */

import { pageTitle, quote } from "../../runtime/excerpt.ts";
import { malformed } from "./call_failure.ts";
import type { Exchange } from "./exchange.ts";
import { type Framing, MAX_EVENT_LENGTH } from "./framing.ts";

// Enough of a page to find its title in.
const MAX_PAGE_LENGTH = 64 * 1024;

/**
 * Takes a body that is one JSON value.
 *
 * @param onValue Takes the value.
 * @param exchange Its name and its secrets.
 * @returns What takes the text.
 */
export function createJsonBody(
  onValue: (value: unknown) => void,
  exchange: Exchange,
): Framing {
  const parts: string[] = [];
  let length = 0;
  return {
    feed(text) {
      parts.push(text);
      length += text.length;
      if (length > MAX_EVENT_LENGTH) {
        throw malformed("it is too long", exchange);
      }
    },
    end() {
      const text = parts.join("");
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        throw malformed(`it is not JSON: ${quote(text, exchange)}`, exchange);
      }
      onValue(value);
    },
  };
}

/**
 * Takes a body that is a page for a browser, which is never an answer.
 *
 * @param exchange Its name and its secrets.
 * @returns What takes the text. Fails as soon as there is enough of it.
 */
export function createPageBody(
  exchange: Exchange,
): Framing {
  let page = "";
  function end(): never {
    const title = pageTitle(exchange.redact(page));
    throw malformed(
      title === "" ? "it is a page" : `it is a page titled ${title}`,
      exchange,
    );
  }
  return {
    feed(text) {
      page += text;
      if (page.length > MAX_PAGE_LENGTH) end();
    },
    end,
  };
}
