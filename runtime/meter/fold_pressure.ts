/**
 * How full the context of a session is.
 *
 * @module
 */

import type { SessionEvent } from "../session/session_event.ts";
import { checkedEvents } from "./_checked_events.ts";
import { promptTokensOf } from "./_prompt_tokens.ts";

/** How full a log says the context is, up to an event. Lossless JSON, frozen. */
export interface PressureFold {
  /** Seq of the event, 0 where there is none. */
  readonly revision: number;
  /** Tokens of the newest prompt a provider has counted. Absent where none has. */
  readonly promptTokens?: number | undefined;
  /** Most tokens of the model, as last told. Absent where it is not known. */
  readonly contextWindow?: number | undefined;
}

/**
 * Finds how large the newest prompt was that a provider has counted, and how much
 * the model can take. The output of a call is no part of its prompt.
 *
 * @example How full it is
 * ```ts
 * import { foldPressure } from "@dsh/llm/meter";
 * import { equal } from "node:assert/strict";
 *
 * const usage = { inputTokens: 900, cacheReadTokens: 100, outputTokens: 50 };
 * const chunk = { type: "usage", usage } as const;
 * const { promptTokens } = foldPressure([
 *   { seq: 1, time: 0, type: "assistant/chunk", data: { turn: 1, step: 1, chunk } },
 * ]);
 *
 * equal(promptTokens, 1_000);
 * ```
 *
 * @param events Events of a log, the first of which follows what was folded before.
 * @param before What was folded before. It may have been JSON meanwhile.
 * @returns How full it is after the last of the events.
 * @throws {TypeError} If an event is malformed, naming it.
 * @throws {RangeError} If a number in an event is out of its range, naming it.
 */
export function foldPressure(
  events: Iterable<SessionEvent>,
  before: PressureFold = { revision: 0 },
): PressureFold {
  let { revision, promptTokens, contextWindow } = before;
  for (const event of checkedEvents(events, revision)) {
    revision = event.seq;
    switch (event.type) {
      case "request/context":
        contextWindow = event.data.contextWindow;
        break;
      case "assistant/chunk":
        if (event.data.chunk.type !== "usage") break;
        promptTokens = promptTokensOf(event.data.chunk.usage);
        break;
      case "assistant/message":
        if (event.data.usage === undefined) break;
        promptTokens = promptTokensOf(event.data.usage);
        break;
      default:
        // Nothing else tells of a prompt.
        break;
    }
  }
  return Object.freeze({
    revision,
    ...(promptTokens !== undefined && { promptTokens }),
    ...(contextWindow !== undefined && { contextWindow }),
  });
}
