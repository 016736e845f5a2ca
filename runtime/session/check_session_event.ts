/**
 * What an event must be. Types nobody here knows are legal.
 *
 * @module
 */

import { findContentFault } from "../../message/find_content_fault.ts";
import {
  type Fault,
  filled,
  must,
  object,
  text,
} from "../../message/find_fault.ts";
import { findMessageFault } from "../../message/find_message_fault.ts";
import { copyFailure } from "../failure_of.ts";
import {
  COUNT,
  isCount,
  type Range,
  readShape,
  type Shape,
} from "../read_shape.ts";
import { AMOUNT, INTEGER, STEP, USAGE } from "./event_shapes.ts";
import type { SessionEvent } from "./session_event.ts";

const FINITE: Range = [Number.isFinite, "finite"];

const CHUNKS: Record<string, Shape> = {
  "block-start": { index: INTEGER, blockType: filled },
  "text-delta": { index: INTEGER, text },
  "reasoning-delta": { index: INTEGER, text },
  "tool-call-delta": {
    index: INTEGER,
    id: text,
    "name?": text,
    argumentsDelta: text,
  },
  "block-end": {
    index: INTEGER,
    // It is one block, of a list that nobody has made.
    block: (block, path) =>
      findContentFault([block], path)?.replace(`${path}[0]`, path),
  },
  usage: { usage: USAGE },
  finish: { reason: findReasonFault },
};

const HEADER: Shape = {
  config: {
    provider: text,
    model: text,
    "reasoningEffort?": text,
    "temperature?": AMOUNT,
    "maxTokens?": COUNT,
    "stop?": [filled],
  },
  adapterDefaults: { "reasoningEffort?": isTrue, "maxTokens?": isTrue },
  "system?": text,
  "tools?": [{ name: filled, description: text, parameters: object }],
};

const DATA: Record<string, Shape> = {
  "session/start": { version: COUNT, sessionId: filled },
  "turn/start": { turn: COUNT },
  "turn/end": {
    turn: COUNT,
    outcome: ["done", "interrupted", "error"],
    "failure?": findFailureFault,
  },
  "step/start": STEP,
  "step/end": STEP,
  "user/message": { message: messageOf("user") },
  "tool/result": { message: messageOf("user", "tool") },
  "assistant/message": {
    message: messageOf("assistant"),
    "usage?": USAGE,
    "interrupted?": isBoolean,
  },
  "context/replace": { messages: [findMessageFault] },
  "request/header": { header: HEADER },
  "request/context": { "contextWindow?": COUNT, "inputModalities?": [filled] },
  "llm/retry": {
    retryId: filled,
    ...STEP,
    provider: text,
    mode: ["normal", "always"],
    policyKey: text,
    retry: COUNT,
    "maxRetries?": INTEGER,
    delayMs: AMOUNT,
    failure: findFailureFault,
  },
  "llm/retry-started": { retryId: filled, ...STEP, retry: COUNT },
};

/**
 * Checks an event.
 *
 * @param event What should be one.
 * @param error Makes the error that tells of a fault.
 * @returns The same event.
 * @throws {Error} What `error` made of the first fault.
 */
export function checkSessionEvent(
  event: unknown,
  error: (fault: Fault) => Error,
): SessionEvent {
  const fault = object(event, "event");
  if (fault) throw error(fault);
  const { seq, type, data, surfaceOp } = event as SessionEvent;
  readShape(event, {
    seq: COUNT,
    time: FINITE,
    // What a log is of is said once, before all else.
    type: (type, path) =>
      filled(type, path) ?? must(
        (type === "session/start") === (seq === 1),
        path,
        seq === 1 ? '"session/start"' : 'anything but "session/start"',
      ),
    data: dataShape(type, data),
    "surfaceOp?": surfaceShape(Object(surfaceOp).op),
    "sourceEventSeqs?": seqsBefore(seq),
  }, { path: "", error });
  if (surfaceOp !== undefined) {
    readShape(data, carrierShape(type, data), { path: "data", error });
  }
  return event as SessionEvent;
}

/** Checks a chunk that is to be logged. */
export function checkChunk(
  chunk: unknown,
  error: (fault: Fault) => Error,
): void {
  readShape(chunk, chunkShape(chunk), { path: "data.chunk", error });
}

function dataShape(type: unknown, data: unknown): Shape {
  if (type !== "assistant/chunk") return lookUp(DATA, type) ?? object;
  return { ...STEP, chunk: chunkShape(Object(data).chunk) };
}

function chunkShape(chunk: unknown): Shape {
  return lookUp(CHUNKS, Object(chunk).type) ?? {
    type: (_, path) => must(false, path, "the type of a chunk"),
  };
}

/** Seqs of events before one. A rule of its own: there may be very many. */
function seqsBefore(seq: number): Shape {
  return (seqs, path) => {
    if (!Array.isArray(seqs)) return must(false, path, "an array");
    const k = seqs.findIndex((n) => !isCount(n) || n >= seq);
    return must(k === -1, `${path}[${k}]`, "the seq of an event before");
  };
}

function surfaceShape(op: unknown): Shape {
  return {
    op: ["append", "replace"],
    ...(op === "replace" && { from: COUNT, to: COUNT }),
  };
}

/** What the data of an event must hold that changes what the model sees. */
function carrierShape(type: string, data: object): Shape {
  if ("messages" in data) return { messages: [findMessageFault] };
  // The known ones that hold a message are found sound by now.
  return Object.hasOwn(DATA, type) && "message" in data
    ? object
    : { message: findMessageFault };
}

function lookUp(
  shapes: Record<string, Shape>,
  name: unknown,
): Shape | undefined {
  return typeof name === "string" && Object.hasOwn(shapes, name)
    ? shapes[name]
    : undefined;
}

function messageOf(role: string, kind?: string): Shape {
  return (message, path) =>
    findMessageFault(message, path) ??
      must(
        (message as { role: unknown }).role === role,
        `${path}.role`,
        `"${role}"`,
      ) ??
      must(
        kind === undefined ||
          (message as { source: { kind: unknown } }).source.kind === kind,
        `${path}.source.kind`,
        `"${kind}"`,
      );
}

function findReasonFault(reason: unknown, path: string): Fault | undefined {
  const { kind, failure } = Object(reason);
  return object(reason, path) ?? filled(kind, `${path}.kind`) ??
    (kind === "error" || kind === "aborted"
      ? findFailureFault(failure, `${path}.failure`)
      : undefined);
}

function findFailureFault(value: unknown, path: string): Fault | undefined {
  return must(copyFailure(value) !== undefined, path, "a sound failure");
}

function isBoolean(value: unknown, path: string): Fault | undefined {
  return must(typeof value === "boolean", path, "a boolean");
}

function isTrue(value: unknown, path: string): Fault | undefined {
  return must(value === true, path, "true");
}
