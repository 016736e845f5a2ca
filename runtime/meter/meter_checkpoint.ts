/**
 * What the meter knows of a session, to be kept.
 *
 * @module
 */

import { deepFreeze } from "../../message.ts";
import { text } from "../../message/find_fault.ts";
import { COUNT, readShape, refusal, type Shape } from "../read_shape.ts";
import { AMOUNT, INTEGER } from "../session/event_shapes.ts";
import { type MeterState, sumOf } from "./_meter_state.ts";
import type { TokenNode } from "./token_measurement.ts";

/** What is sent beside messages, and what it takes. */
export interface MeasuredEnvelope {
  /** All of it, in a form that is the same for all that say the same. */
  readonly canonical: string;
  /** Estimated tokens of the system slot. */
  readonly systemTokens: number;
  /** Estimated tokens of the tools. */
  readonly toolsTokens: number;
}

/** A call that has not been answered. */
export interface MeasuredCall {
  /** Which turn. */
  readonly turn: number;
  /** Which step of it. */
  readonly step: number;
  /** Estimated tokens of the messages it sent. */
  readonly surfaceTokens: number;
  /** What it sent beside them, from its first chunk on. */
  readonly envelope?: string | undefined;
}

/** What a provider counted of a prompt. */
export interface MeasuredPrompt {
  /** What was sent beside the messages. Absent where it was not logged. */
  readonly envelope?: string | undefined;
  /** Estimated tokens of the messages. */
  readonly surfaceTokens: number;
  /** What the provider counted of all. */
  readonly promptTokens: number;
}

/**
 * What the meter knows of a session after an event. Lossless JSON, frozen. Only
 * the meter needs to know what is in it.
 */
export interface MeterCheckpoint {
  /** Version of this form. */
  readonly version: 1;
  /** Seq of the event. */
  readonly revision: number;
  /** The messages the model sees, and what each takes. */
  readonly nodes: readonly TokenNode[];
  /** What is sent beside them. */
  readonly envelope?: MeasuredEnvelope | undefined;
  /** The newest call, until it is answered. */
  readonly call?: MeasuredCall | undefined;
  /** The newest prompt whose tokens a provider told. */
  readonly prompt?: MeasuredPrompt | undefined;
}

const VERSION = 1;

const CHECKPOINT: Shape = {
  version: [(n: number) => n === VERSION, `${VERSION}`],
  revision: INTEGER,
  nodes: [{ seq: COUNT, tokens: INTEGER }],
  "envelope?": { canonical: text, systemTokens: INTEGER, toolsTokens: INTEGER },
  "call?": {
    turn: COUNT,
    step: COUNT,
    surfaceTokens: INTEGER,
    "envelope?": text,
  },
  "prompt?": {
    "envelope?": text,
    surfaceTokens: INTEGER,
    // As a provider told it.
    promptTokens: AMOUNT,
  },
};

/** Makes a checkpoint of what is known. */
export function toCheckpoint(
  { revision, nodes, envelope, call, prompt }: MeterState,
): MeterCheckpoint {
  return deepFreeze({
    version: VERSION,
    revision,
    nodes,
    ...(envelope && { envelope }),
    ...(call && { call }),
    ...(prompt && { prompt }),
  });
}

/** Goes back to what was known, wherever the checkpoint has been meanwhile. */
export function fromCheckpoint(checkpoint: MeterCheckpoint): MeterState {
  const { version: _, ...known } = readShape<MeterCheckpoint>(
    checkpoint,
    CHECKPOINT,
    { path: "checkpoint", error: refusal("restore meter") },
  );
  const nodes = known.nodes.map((node) => Object.freeze(node));
  return { ...known, nodes, surfaceTokens: sumOf(nodes) };
}
