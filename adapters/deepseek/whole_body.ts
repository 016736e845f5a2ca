/**
 * Bodies that are not events.
 *
 * @module
 */

import { MALFORMED_RESPONSE_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { excerpt, pageTitle } from "../../runtime/excerpt.ts";
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
  { requestId, redact }: Exchange,
): Framing {
  const parts: string[] = [];
  let length = 0;
  return {
    feed(text) {
      parts.push(text);
      length += text.length;
      if (length > MAX_EVENT_LENGTH) {
        throw malformed("it is too long", requestId);
      }
    },
    end() {
      const text = parts.join("");
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        const start = excerpt(text, { length: 200, redact });
        throw malformed(`it is not JSON: ${JSON.stringify(start)}`, requestId);
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
  { requestId, redact }: Exchange,
): Framing {
  let page = "";
  function end(): never {
    const title = pageTitle(redact(page));
    throw malformed(
      title === "" ? "it is a page" : `it is a page titled ${title}`,
      requestId,
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

function malformed(
  state: string,
  requestId: Exchange["requestId"],
): LlmError {
  return new LlmError(
    `Cannot read response: ${state}`,
    MALFORMED_RESPONSE_CODE,
    { requestId },
  );
}
