/**
 * From what pi-ai says about a failure to an error.
 *
 * @module
 */

import { classifyFailure } from "../../runtime/classify_failure.ts";
import {
  CONTENT_FILTER_CODE,
  CONTEXT_WINDOW_EXCEEDED_CODE,
  INSUFFICIENT_SYSTEM_RESOURCE_CODE,
  INVALID_CREDENTIAL_CODE,
  INVALID_REQUEST_CODE,
  MALFORMED_RESPONSE_CODE,
  MISSING_CREDENTIAL_CODE,
  SERVER_CODE,
  STREAM_CLOSED_CODE,
  TIMEOUT_CODE,
  TRANSPORT_CODE,
  UNKNOWN_CODE,
} from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { excerpt, pageTitle, quote } from "../../runtime/excerpt.ts";
import { recordIn } from "../../runtime/json_record.ts";
import { statedDelayMs } from "../../runtime/provider_delay_ms.ts";
import type { Redact } from "../../runtime/redactor.ts";
import { refusalFailure } from "../../runtime/refusal_failure.ts";
import type { Exchange } from "./exchange.ts";
import type { PiAiAnswer } from "./pi_ai_module.ts";
import { readWords } from "./read_words.ts";

/** What {@linkcode callFailure} depends on beside what pi-ai says. */
export interface CallFailureOptions {
  /** The HTTP requests of the call. */
  readonly exchange: Pick<
    Exchange,
    "begun" | "ended" | "fault" | "requestId" | "response" | "words"
  >;
  /** Cuts secrets out of a text. */
  readonly redact: Redact;
  /** What pi-ai takes for words of an overflow. */
  readonly overflows: (answer: PiAiAnswer) => boolean;
}

// Finish reasons that are failures, by what providers call them.
const REASONS: readonly [RegExp, string][] = [
  [
    /filter|sensitive|safety|refusal|blocklist|prohibited|recitation|spii|guardrail/,
    CONTENT_FILTER_CODE,
  ],
  [/^(?:network_error|abort(?:ed)?)$/, TRANSPORT_CODE],
  [/context_window_exceeded/, CONTEXT_WINDOW_EXCEEDED_CODE],
  [/insufficient_system_resource/, INSUFFICIENT_SYSTEM_RESOURCE_CODE],
  [/^(?:malformed|unexpected_tool)/, MALFORMED_RESPONSE_CODE],
];

// How pi-ai begins what it says about a finish reason.
const OWN_WORDS = /^(?:Provider |Unhandled |Response incomplete)/;

// What the SDKs, or else the engines, say of JSON that is none, and of JSON that is
// something else than expected.
const NO_JSON =
  /^Could not parse|server-sent event JSON|\bin JSON at\b|\bJSON input$|^Unexpected .* is not valid JSON$|^JSON(?:\.parse| Parse error):/;
const NO_SHAPE =
  /^(?:Cannot read propert|Cannot destructure|can't access property|\S+ is not (?:a function|an object|iterable)\b|Invalid \w+ streaming event)/;

// What pi-ai says where the environment lacks something.
const NO_CREDENTIAL =
  /\bno api key\b|\bnot configured\b|\brequire[sd]\b.*\. Set [A-Z]+_/i;

// Pi-ai's wordings match these as well: a parameter out of its range, a rate.
const NO_OVERFLOW =
  /max_?(?:completion_|output_)?tokens|characters|per (?:minute|day)|\brate\b/i;

/**
 * Makes the error for a response that failed: by what is known of the exchange where
 * that is certain, by what pi-ai says where it is not.
 *
 * @param answer What pi-ai says.
 * @param options What is known otherwise.
 * @returns The error.
 */
export function callFailure(
  answer: PiAiAnswer,
  options: CallFailureOptions,
): LlmError {
  const { exchange, redact } = options;
  const { requestId, response, fault } = exchange;
  if (fault !== undefined) return fault;
  if (response !== undefined && !response.ok) {
    // What a transport of its own got is known to pi-ai alone.
    const body = exchange.begun ? exchange.words : answer.errorMessage ?? "";
    return refusalFailure(readWords(body), {
      response,
      body,
      requestId,
      redact,
      codeOf: (status, words) => codeOfWords(status, words, answer, options),
    });
  }
  const { message, kind, status } = readWords(answer.errorMessage ?? "");
  const ending = codeOfReason(answer, redact) ?? codeOfEnd(answer, options);
  if (ending === STREAM_CLOSED_CODE && /^\s*[<{[]/.test(exchange.words)) {
    return strayFailure(answer, options);
  }
  return new LlmError(
    stateOf(answer, ending, redact) ?? (excerpt(message, { redact }) ||
      "Cannot complete response: the provider reported a failure without words"),
    ending ?? codeOfWords(status, { message, kind }, answer, options),
    { status, requestId, providerRetryAfterMs: statedDelayMs(message) },
  );
}

/** Makes the error for an answer that is none, and yet one of success. */
function strayFailure(
  answer: PiAiAnswer,
  options: CallFailureOptions,
): LlmError {
  const { exchange: { words, requestId }, redact } = options;
  const said = readWords(words);
  if (recordIn(words)?.error) {
    return new LlmError(
      excerpt(said.message, { redact }),
      codeOfWords(said.status, said, answer, options),
      { status: said.status, requestId },
    );
  }
  const title = pageTitle(redact(words));
  const what = title === ""
    ? quote(words, { redact })
    : `a page titled ${title}`;
  return new LlmError(
    `Cannot read response: it is no stream of events, but ${what}`,
    MALFORMED_RESPONSE_CODE,
    { requestId },
  );
}

/** What went wrong, where pi-ai has only words of its own for it. */
function stateOf(
  { rawStopReason = "", errorMessage = "" }: PiAiAnswer,
  code: string | undefined,
  redact: Redact,
): string | undefined {
  if (code === STREAM_CLOSED_CODE) {
    return "Cannot complete response: it broke off before its end";
  }
  if (NO_SHAPE.test(errorMessage)) {
    return "Cannot read response: it is JSON of a shape that cannot be read";
  }
  if (code !== undefined && OWN_WORDS.test(errorMessage)) {
    return `Cannot complete response: the provider ended it with ${
      quote(rawStopReason, { redact })
    }`;
  }
}

/** The code of a finish reason that is a failure, if it is what failed. */
function codeOfReason(
  { rawStopReason = "", errorMessage = "" }: PiAiAnswer,
  redact: Redact,
): string | undefined {
  const reason = rawStopReason.toLowerCase();
  const known = REASONS.find(([pattern]) => pattern.test(reason))?.[1];
  if (known !== undefined || reason === "") return known;
  // Whatever came after a reason that is none may have failed too.
  return OWN_WORDS.test(errorMessage)
    ? excerpt(rawStopReason, { redact }).toUpperCase()
    : undefined;
}

/** The code of a response that did not end as it should. */
function codeOfEnd(
  { errorMessage = "" }: PiAiAnswer,
  { exchange }: CallFailureOptions,
): string | undefined {
  if (
    /\bstream ended (?:without|before)\b|(?:with|has) no body$|^No response body$|^Incomplete JSON segment/i
      .test(errorMessage)
  ) return STREAM_CLOSED_CODE;
  if (exchange.response === undefined) return undefined;
  if (NO_JSON.test(errorMessage)) {
    // What is read after the end of the body is the beginning of an event.
    return exchange.ended ? STREAM_CLOSED_CODE : MALFORMED_RESPONSE_CODE;
  }
  if (
    /unfinished tool call/.test(errorMessage) || NO_SHAPE.test(errorMessage)
  ) {
    return MALFORMED_RESPONSE_CODE;
  }
}

function codeOfWords(
  status: number | undefined,
  words: { readonly message: string; readonly kind: string },
  answer: PiAiAnswer,
  { exchange, overflows }: CallFailureOptions,
): string {
  const code = classifyFailure(status, words);
  if (
    (code === INVALID_REQUEST_CODE || code === SERVER_CODE && !status) &&
    !NO_OVERFLOW.test(words.message) && overflows(answer)
  ) return CONTEXT_WINDOW_EXCEEDED_CODE;
  if (code !== SERVER_CODE || status !== undefined) return code;
  // Words alone, and none that is known. Not all of them are the provider's.
  if (NO_CREDENTIAL.test(words.message)) return MISSING_CREDENTIAL_CODE;
  if (/^Failed to extract .* from token$/.test(words.message)) {
    return INVALID_CREDENTIAL_CODE;
  }
  if (/\btimed? ?out\b/i.test(words.message)) return TIMEOUT_CODE;
  if (
    /^Connection error|\bfetch failed\b|ECONN|ENOTFOUND/.test(words.message)
  ) {
    return TRANSPORT_CODE;
  }
  return exchange.begun || words.kind !== "" ? code : UNKNOWN_CODE;
}

/**
 * Makes the failure of a response that kept the call waiting.
 *
 * @param what Which limit it is, and what did not come in time.
 * @param limitMs The limit.
 * @param options Whose it is.
 * @returns The failure.
 */
export function timeoutFailure(
  what: keyof typeof MISSED,
  limitMs: number,
  { exchange }: Pick<CallFailureOptions, "exchange">,
): LlmError {
  return new LlmError(
    `Cannot complete response: no ${
      MISSED[what]
    } came within the ${what} of ${limitMs} ms`,
    TIMEOUT_CODE,
    { requestId: exchange.requestId },
  );
}

const MISSED = {
  timeoutMs: "answer",
  streamIdleTimeoutMs: "bytes",
  progressTimeoutMs: "content",
};
