/**
 * What the end of a response means.
 *
 * @module
 */

import {
  CONTENT_FILTER_CODE,
  EMPTY_RESPONSE_CODE,
  MALFORMED_RESPONSE_CODE,
  TRANSPORT_CODE,
  UNPARSED_TOOL_CALL_CODE,
} from "../../runtime/codes.ts";
import { excerpt, quote } from "../../runtime/excerpt.ts";
import type { Blocks } from "./blocks.ts";
import { isJson } from "./tool_call.ts";

/** How a response that reached its end went. */
export type Ending =
  | {
    /** The model was done, waits for tools, or ran out of tokens. */
    readonly kind: "stop" | "tool-calls" | "max-tokens";
  }
  | {
    /** The response is not a success. */
    readonly kind: "error";
    /** Stable code of the failure. */
    readonly code: string;
    /** What went wrong, for a person. */
    readonly message: string;
  };

const USUAL_REASONS: readonly string[] = [
  "stop",
  "length",
  "tool_calls",
  "content_filter",
  "insufficient_system_resource",
];

/**
 * Tells whether a finish reason is one the format defines.
 *
 * @param reason Finish reason as the server wrote it.
 * @returns Whether it is.
 */
export function isUsualReason(reason: string): boolean {
  return USUAL_REASONS.includes(reason);
}

/**
 * Judges a response at its end.
 *
 * @param reason Finish reason as the server wrote it, or the empty string.
 * @param blocks What the response brought.
 * @returns How it went.
 */
export function judgeEnding(reason: string, blocks: Blocks): Ending {
  const known = reason.toLowerCase();
  switch (known) {
    case "":
    case "stop":
    case "tool_calls":
    case "end":
    case "eos":
    case "end_turn":
      return judgeContent(known, blocks);
    case "length":
      return { kind: "max-tokens" };
    case "content_filter":
    case "sensitive":
      return failed(
        CONTENT_FILTER_CODE,
        "the provider withheld it for what it or the prompt says",
      );
    // A provider that gives up must not pass for a caller that does.
    case "abort":
    case "aborted":
    case "network_error":
      return failed(TRANSPORT_CODE, "the provider broke it off");
    default:
      return failed(
        excerpt(reason).toUpperCase(),
        `the provider ended it with ${quote(reason)}`,
      );
  }
}

function judgeContent(reason: string, blocks: Blocks): Ending {
  const { calls } = blocks;
  if (blocks.count === 0) {
    return failed(EMPTY_RESPONSE_CODE, "the provider ended it without content");
  }
  if (calls.length === 0) {
    if (blocks.hasUnparsedToolCall()) {
      return failed(
        UNPARSED_TOOL_CALL_CODE,
        "its text holds a tool call that the provider left unparsed",
      );
    }
    return { kind: reason === "tool_calls" ? "tool-calls" : "stop" };
  }
  // Only a reason vouches for the calls being whole.
  const cut = reason === ""
    ? calls.find(({ arguments: text }) => text.trim() !== "" && !isJson(text))
    : undefined;
  if (cut !== undefined) {
    return failed(
      MALFORMED_RESPONSE_CODE,
      `the arguments of tool call ${quote(cut.name)} are not JSON`,
    );
  }
  return { kind: "tool-calls" };
}

function failed(code: string, state: string): Ending {
  return { kind: "error", code, message: `Cannot complete response: ${state}` };
}
