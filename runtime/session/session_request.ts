/**
 * What requests of sessions are, and ask for.
 *
 * @module
 */

import { must, object, refuse, text } from "../../message/find_fault.ts";
import { checkCallConfig, checkRequest } from "../check_request.ts";
import { readShape, refusal } from "../read_shape.ts";
import type { LlmCallConfig, ToolSchema } from "../request.ts";
import { findLoss } from "./_event_json.ts";
import { seedOf } from "./request_header.ts";
import type { EpochHeader, SessionEvent } from "./session_event.ts";
import { orderTools } from "./tool_order.ts";
import type { TurnResult } from "./turn_result.ts";

/**
 * Options for a request of a session. What is left out is as it was in the request
 * before, whichever process made that.
 */
export interface SessionRequestOptions {
  /**
   * Which model to call and how. The first request of a session has to name one.
   *
   * @default {that of the request before, without what an adapter filled in}
   */
  config?: LlmCallConfig | undefined;
  /**
   * Instructions that precede the conversation. Empty means none.
   *
   * @default {those of the request before}
   */
  system?: string | undefined;
  /**
   * Tools the model may call. Empty means none.
   *
   * @default {those of the request before}
   */
  tools?: readonly ToolSchema[] | undefined;
  /**
   * Names of the tools that come first, in this order. The others follow by name,
   * in the order of code units.
   *
   * @default {[]}
   */
  toolOrder?: readonly string[] | undefined;
  /** Gives up. What there is of the answer by then is kept. */
  signal?: AbortSignal | undefined;
}

/** A request that is under way. It goes on whether anyone looks or not. */
export interface SessionRequest {
  /**
   * What is logged from its beginning to its end, as it is logged. Fails with what
   * `result` rejects with.
   */
  readonly events: ReadableStream<SessionEvent>;
  /**
   * What it comes to. Rejects with what the sink fails with, and with nothing else
   * but `SINK_STALLED`: the request was aborted, and the sink has taken nothing for 5
   * seconds since. Where it takes events again after all, the request is logged to
   * its end; until then the session is busy.
   */
  readonly result: Promise<TurnResult>;
}

// How deep tools lie in the event of a header.
const HEADER_DEPTH = 2;

/** What a request asks for, as far as its session knows it. */
export interface Asked {
  /** The config to begin with. */
  readonly seed: LlmCallConfig;
  /** The system slot. */
  readonly system?: string | undefined;
  /** The tools, in order. */
  readonly tools?: readonly ToolSchema[] | undefined;
}

/**
 * Settles what a request asks for.
 *
 * @param options What the caller asks for.
 * @param header The header of the request before.
 * @returns What is asked for.
 * @throws {TypeError} If an option is wrong in kind, or there is no config.
 * @throws {RangeError} If a number is out of its range.
 */
export function askedOf(
  options: SessionRequestOptions,
  header: EpochHeader | undefined,
): Asked {
  checkOptions(options);
  const { config, system, tools, toolOrder } = options;
  refuse(
    must(
      config !== undefined || header !== undefined,
      "options.config",
      "given for the first request",
    ),
    "request answer",
  );
  const sorted = tools === undefined && toolOrder === undefined
    ? header?.tools
    : orderTools(tools ?? header?.tools ?? [], toolOrder);
  return {
    seed: config === undefined
      ? seedOf(header!)
      : checkCallConfig(config, "options.config"),
    system: (system ?? header?.system) || undefined,
    // Copied, since it takes a while until it is logged.
    tools: sorted?.length ? JSON.parse(JSON.stringify(sorted)) : undefined,
  };
}

function checkOptions(options: SessionRequestOptions): void {
  refuse(object(options, "options"), "request answer");
  const { system, tools, signal, toolOrder } = options;
  // What a session does not know of its model yet is no fault of these.
  const model = { provider: "", model: "" };
  checkRequest({
    ...model,
    messages: [],
    system,
    tools: tools as ToolSchema[] | undefined,
    signal,
  });
  // Or else it would not be known before it cannot be logged.
  refuse(findLoss(tools, "options.tools", HEADER_DEPTH), "request answer");
  readShape({ toolOrder }, { "toolOrder?": [text] }, {
    path: "options",
    error: refusal("request answer"),
  });
}
