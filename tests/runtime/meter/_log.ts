/**
 * Logs to measure.
 *
 * @module
 */

import {
  type AssistantMessage,
  createAssistantMessage,
  createUserMessage,
  type TokenUsage,
} from "../../../message.ts";
import type { MeasurableSession } from "../../../runtime/meter/measurable_session.ts";
import type {
  EpochHeader,
  SessionEvent,
  SurfaceOp,
} from "../../../runtime/session/session_event.ts";

/** What an event of a log says, but for its place and time. */
export interface Entry {
  /** Type of the event. */
  readonly type: string;
  /** Its data. */
  readonly data: unknown;
  /** What it does to the messages. */
  readonly surfaceOp?: SurfaceOp | undefined;
  /** Seqs of the chunks it was folded from. */
  readonly sourceEventSeqs?: readonly number[] | undefined;
}

/** A log that entries can be added to. */
export interface Log extends MeasurableSession {
  /** How many events have been read. */
  readonly reads: number;
  /** Adds entries, whatever they are. */
  add(...entries: readonly Entry[]): this;
  /** Takes the last events away, as no log does. */
  cut(count: number): this;
}

/** Makes a log. */
export function logOf(...entries: readonly Entry[]): Log {
  const events: SessionEvent[] = [];
  let reads = 0;
  const log: Log = {
    get revision() {
      return events.length;
    },
    get reads() {
      return reads;
    },
    *eventsFrom(seq) {
      for (let at = seq - 1; at < events.length; at++) {
        reads += 1;
        yield events[at]!;
      }
    },
    add(...more) {
      for (const entry of more) {
        const seq = events.length + 1;
        events.push({ seq, time: 1_000 + seq, ...entry } as SessionEvent);
      }
      return log;
    },
    cut(count) {
      events.length -= count;
      return log;
    },
  };
  return log.add(...entries);
}

/** What a message takes beside its text. */
export const MESSAGE_TOKENS = 4;

/** Counts a token for each character: sums are easy to see then. */
export function characters(text: string): number {
  return text.length;
}

/** A message of the user comes last. */
export function said(content: string): Entry {
  return {
    type: "user/message",
    data: { message: createUserMessage({ content }) },
    surfaceOp: { op: "append" },
  };
}

/** A message of the model. */
export function answer(content: string): AssistantMessage {
  return createAssistantMessage({
    content,
    source: { provider: "p", model: "m" },
  });
}

/** A message of the model comes last. */
export function answered(
  content: string,
  { usage, sourceEventSeqs }: {
    readonly usage?: TokenUsage | undefined;
    readonly sourceEventSeqs?: readonly number[] | undefined;
  } = {},
): Entry {
  return {
    type: "assistant/message",
    data: { message: answer(content), ...(usage && { usage }) },
    surfaceOp: { op: "append" },
    ...(sourceEventSeqs && { sourceEventSeqs }),
  };
}

/** Messages take the place of some. */
export function replaced(
  contents: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Entry {
  const messages = contents.map((content) => createUserMessage({ content }));
  return {
    type: "context/replace",
    data: { messages },
    surfaceOp: { op: "replace", from, to },
  };
}

/** A header that takes as many tokens as its system slot, and 4. */
export function headerOf(
  system: string,
  rest: Partial<EpochHeader> = {},
): EpochHeader {
  return {
    config: { provider: "p", model: "m" },
    adapterDefaults: {},
    system,
    ...rest,
  };
}

/** What requests are made of from here on. */
export function headed(header: EpochHeader = headerOf("123456")): Entry {
  return { type: "request/header", data: { header } };
}

/** A step begins. */
export function began(turn: number, step: number): Entry {
  return { type: "step/start", data: { turn, step } };
}

/** A chunk of text passes. */
export function passed(turn: number, step: number): Entry {
  const chunk = { type: "text-delta", index: 0, text: "x" };
  return { type: "assistant/chunk", data: { turn, step, chunk } };
}

/** A call tells what it used. */
export function used(turn: number, step: number, usage: TokenUsage): Entry {
  return {
    type: "assistant/chunk",
    data: { turn, step, chunk: { type: "usage", usage } },
  };
}

/** A call that used so many tokens of input, and one of output. */
export function tokens(inputTokens: number): TokenUsage {
  return { inputTokens, outputTokens: 1 };
}
