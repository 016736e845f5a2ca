/**
 * Small logs to test with.
 *
 * @module
 */

import {
  type AssistantMessage,
  CallId,
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
  type Message,
  MessageId,
  SessionId,
  type StreamChunk,
  type ToolResultMessage,
  type UserMessage,
} from "../../../message.ts";
import type {
  SessionEvent,
  SessionEventMap,
} from "../../../runtime/session/session_event.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import type { SessionSink } from "../../../runtime/session/session_sink.ts";

/** Changes the surface as most messages do. */
export const APPEND = { surfaceOp: { op: "append" } } as const;

/** The step that chunks of tests belong to. */
export const STEP = { turn: 1, step: 1 } as const;

/** Data of a first event. */
export const START: SessionEventMap["session/start"] = {
  version: 1,
  sessionId: SessionId("s-1"),
};

/** A message of the user. */
export function said(content: string): UserMessage {
  return named(createUserMessage({ content }));
}

/** A message of the model. */
export function answered(content: string): AssistantMessage {
  return named(createAssistantMessage({
    content,
    source: { provider: "p", model: "m" },
  }));
}

/** What a tool found. */
export function found(content: string): ToolResultMessage {
  return named(createToolResultMessage({
    callId: CallId("call-1"),
    content,
    isError: false,
  }));
}

// The same message twice is one that is equal.
function named<M extends Message>(message: M): M {
  return { ...message, id: MessageId(JSON.stringify(message.content)) };
}

/** Some text of the model. */
export function delta(text: string): StreamChunk {
  return { type: "text-delta", index: 0, text };
}

/** An event as it would be logged. */
export function event(seq: number, rest: object): SessionEvent {
  return { seq, time: 1_000 + seq, ...rest } as SessionEvent;
}

/** The first events of a session: a start, two messages, some chunks, an answer. */
export function history(): SessionEvent[] {
  return [
    event(1, { type: "session/start", data: START }),
    event(2, { type: "user/message", data: { message: said("a") }, ...APPEND }),
    event(3, {
      type: "assistant/chunk",
      data: { ...STEP, chunk: delta("b") },
    }),
    event(4, {
      type: "assistant/message",
      data: { message: answered("b") },
      ...APPEND,
      sourceEventSeqs: [3],
    }),
    event(5, { type: "weather/rain", data: { mm: 3 } }),
  ];
}

/** Events as lines of JSON. */
export function toLines(events: readonly unknown[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** Bytes in reads of some size. */
export function inReads(
  text: string | Uint8Array,
  size: number = Infinity,
): ReadableStream<Uint8Array> {
  const bytes = typeof text === "string"
    ? new TextEncoder().encode(text)
    : text;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  }, { highWaterMark: 0 });
}

/** Begins a log. */
export async function begin(log: SessionLog): Promise<SessionLog> {
  await log.append("session/start", START);
  return log;
}

/** A sink that keeps what it takes. */
export interface MemorySink extends SessionSink {
  /** What it took. */
  readonly events: SessionEvent[];
  /** How many events it had at each sync. */
  readonly syncs: number[];
}

/** Makes a sink, of which each write first does what it is told, or fails. */
export function memorySink(
  before: (event: SessionEvent) => unknown = () => {},
): MemorySink {
  const events: SessionEvent[] = [];
  const syncs: number[] = [];
  return {
    events,
    syncs,
    async write(event) {
      await before(event);
      events.push(event);
    },
    sync: () => void syncs.push(events.length),
  };
}

/** The text of each message. */
export function texts(nodes: readonly { message: Message }[]): string[] {
  return nodes.map(({ message }) =>
    message.content.map((block) => "text" in block ? block.text : block.type)
      .join("")
  );
}
