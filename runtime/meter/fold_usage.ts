/**
 * What a session has used.
 *
 * @module
 */

import type { TokenUsage } from "../../message.ts";
import type { SessionEvent, SessionEventOf } from "../session/session_event.ts";
import { checkedEvents } from "./_checked_events.ts";

/** Tokens used by several calls. The counts are disjoint, but for reasoning. */
export interface UsageTotals {
  /** Input that no cache held. */
  readonly inputTokens: number;
  /** Output, reasoning included. */
  readonly outputTokens: number;
  /** Input that came from a cache. */
  readonly cacheReadTokens: number;
  /** Input that went into a cache. */
  readonly cacheWriteTokens: number;
  /** The part of the output that was reasoning. */
  readonly reasoningTokens: number;
}

/** A step of the newest turn, and what is known of its call. */
export interface UsageStep {
  /** Which turn. */
  readonly turn: number;
  /** Which step of it. */
  readonly step: number;
  /** Seq of its first chunk, 0 where there is none. */
  readonly from: number;
  /** Seq of its last chunk, 0 where there is none. */
  readonly to: number;
  /** Whether it came to a message. */
  readonly answered: boolean;
  /** What the call used, as far as it was told. */
  readonly usage?: TokenUsage | undefined;
}

/** What a log says was used, up to an event. Lossless JSON, frozen. */
export interface UsageFold {
  /** Seq of the event, 0 where there is none. */
  readonly revision: number;
  /** How many calls told what they used. */
  readonly calls: number;
  /** What they used. */
  readonly usage: UsageTotals;
  /** The steps that a message may still say more about. */
  readonly steps: readonly UsageStep[];
}

const NOTHING: UsageFold = {
  revision: 0,
  calls: 0,
  usage: {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  },
  steps: [],
};

/**
 * Adds up what the calls of a session used, each once.
 *
 * A call that failed counts by the usage it told on the way. What a message says of
 * its call takes the place of that: the call is the one whose chunks the message
 * was folded from, or, where the log does not say, the newest that has no message.
 * A message that was folded from no chunks has a call of its own.
 *
 * @example Go on from where the log ended
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { foldUsage } from "@dsh/llm/meter";
 * import { Session } from "@dsh/llm/session";
 * import { equal } from "node:assert/strict";
 *
 * const session = await Session.create({ runtime: new LlmRuntime() });
 * const before = foldUsage(session.eventsFrom(1));
 * const now = foldUsage(session.eventsFrom(before.revision + 1), before);
 *
 * equal(now.usage.outputTokens, 0);
 * await session.close();
 * ```
 *
 * @param events Events of a log, the first of which follows what was folded before.
 * @param before What was folded before. It may have been JSON meanwhile.
 * @returns What was used by the last of the events.
 * @throws {TypeError} If an event is malformed, naming it.
 * @throws {RangeError} If a number in an event is out of its range, naming it.
 */
export function foldUsage(
  events: Iterable<SessionEvent>,
  before: UsageFold = NOTHING,
): UsageFold {
  let { revision, calls, usage } = before;
  let steps = [...before.steps];

  function change(at: number, change: Partial<UsageStep>): void {
    const step = steps[at]!;
    if (change.usage !== undefined) {
      if (step.usage === undefined) calls += 1;
      else usage = add(usage, step.usage, -1);
      usage = add(usage, change.usage, 1);
    }
    steps[at] = Object.freeze({ ...step, ...change });
  }

  function placeOf(turn: number, step: number): number {
    // What a turn before used is settled.
    if (steps[0]?.turn !== turn) steps = [];
    const at = steps.findLastIndex((known) => known.step === step);
    if (at !== -1) return at;
    const fresh = { turn, step, from: 0, to: 0, answered: false };
    return steps.push(Object.freeze(fresh)) - 1;
  }

  for (const event of checkedEvents(events, revision)) {
    revision = event.seq;
    switch (event.type) {
      case "step/start":
        placeOf(event.data.turn, event.data.step);
        break;
      case "assistant/chunk": {
        const { turn, step, chunk } = event.data;
        const at = placeOf(turn, step);
        change(at, {
          from: steps[at]!.from || revision,
          to: revision,
          ...(chunk.type === "usage" && { usage: chunk.usage }),
        });
        break;
      }
      case "assistant/message": {
        const told = event.data.usage;
        const at = answeredBy(event, steps);
        if (at !== -1) {
          change(at, { answered: true, ...(told && { usage: told }) });
        } else if (told !== undefined) {
          calls += 1;
          usage = add(usage, told, 1);
        }
        break;
      }
      default:
        // Nothing else tells of a call.
        break;
    }
  }
  return Object.freeze({
    revision,
    calls,
    usage: Object.freeze({ ...usage }),
    steps: Object.freeze(steps),
  });
}

/** Finds the step a message answers. */
function answeredBy(
  { sourceEventSeqs }: SessionEventOf<"assistant/message">,
  steps: readonly UsageStep[],
): number {
  if (sourceEventSeqs === undefined) {
    const newest = steps.length - 1;
    return steps[newest]?.answered === false ? newest : -1;
  }
  const seq = sourceEventSeqs.at(-1) ?? -1;
  return steps.findLastIndex(({ from, to }) => from <= seq && seq <= to);
}

function add(
  totals: UsageTotals,
  usage: TokenUsage,
  sign: 1 | -1,
): UsageTotals {
  const sum = { ...totals };
  for (const name of Object.keys(sum) as (keyof UsageTotals)[]) {
    sum[name] += sign * (usage[name] ?? 0);
  }
  return sum;
}
