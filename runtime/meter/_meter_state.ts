/**
 * What the meter keeps of a log.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import { refusal } from "../read_shape.ts";
import { findSurfaceFault, placesOf } from "../session/fold_surface.ts";
import type { SessionEvent, SessionEventOf } from "../session/session_event.ts";
import { measureEnvelope } from "./_envelope.ts";
import { promptTokensOf } from "./_prompt_tokens.ts";
import { estimateMessage } from "./estimate_message.ts";
import type { TokenEstimator } from "./estimate_tokens.ts";
import type {
  MeasuredCall,
  MeasuredEnvelope,
  MeasuredPrompt,
} from "./meter_checkpoint.ts";
import type { TokenNode } from "./token_measurement.ts";

/** What is known after an event. */
export interface MeterState {
  /** Seq of that event. */
  revision: number;
  /** The messages the model sees. */
  nodes: TokenNode[];
  /** The tokens of all of them. */
  surfaceTokens: number;
  /** What is sent beside them. */
  envelope?: MeasuredEnvelope | undefined;
  /** The newest call, until it is answered. */
  call?: MeasuredCall | undefined;
  /** The newest prompt whose tokens the provider told. */
  prompt?: MeasuredPrompt | undefined;
}

/** Adds up the tokens of messages. */
export function sumOf(nodes: readonly TokenNode[]): number {
  return nodes.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Takes the next event in, which is sound. */
export function foldEvent(
  state: MeterState,
  event: SessionEvent,
  estimate: TokenEstimator,
): void {
  switch (event.type) {
    case "step/start":
      state.call = callOf(state, event.data);
      break;
    case "request/header":
      state.envelope = measureEnvelope(event.data.header, estimate);
      break;
    case "assistant/chunk":
      foldChunk(state, event.data);
      break;
    case "assistant/message":
      foldAnswer(state, event);
      break;
    default:
      // Nothing else changes what is sent, but by the messages it brings.
      break;
  }
  foldMessages(state, event, estimate);
  state.revision = event.seq;
}

/** A call sends the messages there are when its step begins. */
function callOf(
  { surfaceTokens }: MeterState,
  { turn, step }: Pick<MeasuredCall, "turn" | "step">,
): MeasuredCall {
  return { turn, step, surfaceTokens };
}

function foldChunk(
  state: MeterState,
  { turn, step, chunk }: SessionEventOf<"assistant/chunk">["data"],
): void {
  let { call } = state;
  if (call?.turn !== turn || call.step !== step) {
    call = callOf(state, { turn, step });
  }
  // A header that follows the first chunk is of later calls.
  const { surfaceTokens, envelope = state.envelope?.canonical } = call;
  state.call = { ...call, envelope };
  if (chunk.type === "usage") {
    const promptTokens = promptTokensOf(chunk.usage);
    state.prompt = { envelope, surfaceTokens, promptTokens };
  }
}

function foldAnswer(
  state: MeterState,
  { data, sourceEventSeqs }: SessionEventOf<"assistant/message">,
): void {
  // What was folded from nothing is no answer to the call under way.
  const call = sourceEventSeqs?.length === 0 ? undefined : state.call;
  if (data.usage !== undefined) {
    const {
      surfaceTokens = state.surfaceTokens,
      envelope = state.envelope?.canonical,
    } = call ?? {};
    const promptTokens = promptTokensOf(data.usage);
    state.prompt = { envelope, surfaceTokens, promptTokens };
  }
  if (call !== undefined) state.call = undefined;
}

function foldMessages(
  state: MeterState,
  { seq, data, surfaceOp }: SessionEvent,
  estimate: TokenEstimator,
): void {
  if (surfaceOp === undefined) return;
  const { nodes } = state;
  const fault = findSurfaceFault(nodes, surfaceOp);
  if (fault) throw refusal(`measure event ${seq}`)(fault, true);
  const messages = "messages" in data
    ? data.messages
    : [(data as { message: Message }).message];
  const added = messages.map((message) =>
    Object.freeze({ seq, tokens: estimateMessage(message, { estimate }) })
  );
  const [start, end] = surfaceOp.op === "replace"
    ? placesOf(nodes, surfaceOp)
    : [nodes.length, nodes.length - 1];
  const removed = nodes.splice(start, end - start + 1, ...added);
  state.surfaceTokens += sumOf(added) - sumOf(removed);
}
