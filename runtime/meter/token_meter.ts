/**
 * How much of the context a session takes.
 *
 * @module
 */

import type { Message } from "../../message.ts";
import { must, refuse } from "../../message/find_fault.ts";
import { readShape, refusal } from "../read_shape.ts";
import type { EpochHeader } from "../session/session_event.ts";
import { HEADER } from "./_check_event.ts";
import { checkedEstimator } from "./_checked_estimator.ts";
import { checkedEvents } from "./_checked_events.ts";
import { measureEnvelope } from "./_envelope.ts";
import { foldEvent, type MeterState } from "./_meter_state.ts";
import { estimateMessage } from "./estimate_message.ts";
import type { TokenEstimator } from "./estimate_tokens.ts";
import type { MeasurableSession } from "./measurable_session.ts";
import {
  fromCheckpoint,
  type MeasuredEnvelope,
  type MeterCheckpoint,
  toCheckpoint,
} from "./meter_checkpoint.ts";
import type { TokenBreakdown, TokenMeasurement } from "./token_measurement.ts";

/** Options for {@linkcode TokenMeter}. */
export interface TokenMeterOptions {
  /**
   * Counts the tokens of a text, such as the tokenizer of the model.
   *
   * @default {estimateTokens}
   */
  estimate?: TokenEstimator | undefined;
}

const NOTHING: MeterState = { revision: 0, nodes: [], surfaceTokens: 0 };

const NO_ENVELOPE = { canonical: "", systemTokens: 0, toolsTokens: 0 } as const;

/**
 * Measures how much of the context sessions take.
 *
 * What the provider counted of the newest call is the best there is, and is gone
 * by where that call sent just what the next one will, its messages aside, and
 * where the provider did not count less than is estimated. Messages that came since
 * are estimated, and so is everything where nothing was counted.
 *
 * A session is read once: what was measured is kept for as long as the session
 * object is, and events that came since are all that is read the next time.
 *
 * @example Know when it is time for a compaction
 * ```ts
 * import { createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { foldPressure, TokenMeter } from "@dsh/llm/meter";
 * import { Session } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const small = { id: "small", name: "Small", context: { contextWindow: 32 } };
 * const answers = scriptedAdapter([textChunks("Very deep")], { models: [small] });
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], answers);
 * const session = await Session.create({ runtime });
 * await session.append(createUserMessage({ content: "How deep is the lake?" }));
 * const config = { provider: "local", model: "small" };
 * await session.request({ config }).result;
 * await session.append(createUserMessage({ content: "And what about the sea?" }));
 *
 * const { nodes, totalTokens } = new TokenMeter().measure(session);
 * // Known once a call has been made. `runtime.prepareCall()` tells it beforehand.
 * const { contextWindow = Infinity } = foldPressure(session.eventsFrom(1));
 * if (totalTokens > 0.8 * contextWindow) {
 *   // Better than this one is a summary that the model makes.
 *   const summary = createUserMessage({ content: "(The lake is deep.)" });
 *   const [from, to] = [nodes[0]!.seq, nodes.at(-2)!.seq];
 *   await session.replace([summary], { from, to });
 * }
 *
 * deepEqual(session.messages.map(textOf), [
 *   "(The lake is deep.)",
 *   "And what about the sea?",
 * ]);
 * await session.close();
 * ```
 */
export class TokenMeter {
  readonly #estimate: TokenEstimator;
  readonly #states: WeakMap<MeasurableSession, MeterState> = new WeakMap();

  /**
   * Makes a meter.
   *
   * @param options An exact tokenizer, where there is one.
   * @throws {TypeError} If `estimate` is no function.
   */
  constructor(options: TokenMeterOptions = {}) {
    this.#estimate = checkedEstimator(options.estimate);
  }

  /**
   * Measures a session as it is now.
   *
   * @param session The session, or any log of one.
   * @param header What the next call will send beside the messages, where that is
   * not what the log says.
   * @returns The measurement, frozen.
   * @throws {TypeError} If an event is malformed, naming it, or the header is. What
   * was measured before stays as it is.
   * @throws {RangeError} If a number of either is out of its range, or the log has
   * lost events.
   */
  measure(session: MeasurableSession, header?: EpochHeader): TokenMeasurement {
    const state = this.#catchUp(session);
    const { nodes, prompt, revision, surfaceTokens } = state;
    const envelope = this.#envelopeOf(state, header);
    const { canonical, systemTokens, toolsTokens } = envelope ?? NO_ENVELOPE;
    const envelopeTokens = systemTokens + toolsTokens;
    const isCounted = envelope !== undefined && prompt !== undefined &&
      prompt.envelope === canonical &&
      prompt.promptTokens >= envelopeTokens + prompt.surfaceTokens;
    const [start, surfaceDeltaTokens] = isCounted
      ? [prompt.promptTokens, surfaceTokens - prompt.surfaceTokens]
      : [envelopeTokens, surfaceTokens];
    return Object.freeze({
      logRevision: revision,
      baseline: isCounted ? "usage" : envelope ? "estimated" : "none",
      surfaceDeltaTokens,
      // Never below 0: what was counted is at least what was estimated then.
      totalTokens: start + surfaceDeltaTokens,
      surfaceTokens,
      nodes: Object.freeze(nodes),
    });
  }

  /**
   * Tells what the next prompt of a session is made of.
   *
   * @param session The session, or any log of one.
   * @param header What the next call will send beside the messages, where that is
   * not what the log says.
   * @returns The parts and the whole, frozen.
   * @throws {TypeError} As {@linkcode TokenMeter.measure} does.
   * @throws {RangeError} As {@linkcode TokenMeter.measure} does.
   */
  breakdown(session: MeasurableSession, header?: EpochHeader): TokenBreakdown {
    const { surfaceTokens, totalTokens } = this.measure(session, header);
    const { systemTokens, toolsTokens } =
      this.#envelopeOf(this.#catchUp(session), header) ?? NO_ENVELOPE;
    return Object.freeze({
      systemTokens,
      toolsTokens,
      messagesTokens: surfaceTokens,
      promptTokens: totalTokens,
    });
  }

  /**
   * Estimates how many tokens a message takes, by the estimator of this meter.
   *
   * @param message The message, which need not be in a session.
   * @returns The tokens: a positive integer.
   * @throws {RangeError} If the estimator returns what is no count.
   */
  estimateMessage(message: Message): number {
    return estimateMessage(message, { estimate: this.#estimate });
  }

  /**
   * Tells what is known of a session, so that another process need not read its
   * log from the beginning.
   *
   * @example Go on from a checkpoint
   * ```ts
   * import { createUserMessage, LlmRuntime } from "@dsh/llm";
   * import { TokenMeter } from "@dsh/llm/meter";
   * import { Session } from "@dsh/llm/session";
   * import { deepEqual } from "node:assert/strict";
   *
   * const session = await Session.create({ runtime: new LlmRuntime() });
   * await session.append(createUserMessage({ content: "How deep is the lake?" }));
   * const meter = new TokenMeter();
   * const kept = JSON.stringify(meter.checkpoint(session));
   *
   * const later = new TokenMeter();
   * later.restore(session, JSON.parse(kept));
   *
   * deepEqual(later.measure(session), meter.measure(session));
   * await session.close();
   * ```
   *
   * @param session The session, or any log of one.
   * @returns What is known, as lossless JSON, frozen.
   * @throws {TypeError} As {@linkcode TokenMeter.measure} does.
   * @throws {RangeError} As {@linkcode TokenMeter.measure} does.
   */
  checkpoint(session: MeasurableSession): MeterCheckpoint {
    return toCheckpoint(this.#catchUp(session));
  }

  /**
   * Goes on from a checkpoint of the same session, made with the same estimator.
   * What was measured of it before is forgotten.
   *
   * @param session The session, or any log of one.
   * @param checkpoint What {@linkcode TokenMeter.checkpoint} returned.
   * @throws {TypeError} If the checkpoint is none, naming the field.
   * @throws {RangeError} If a number of it is out of its range, naming the field, or
   * the log does not reach as far.
   */
  restore(session: MeasurableSession, checkpoint: MeterCheckpoint): void {
    checkSession(session);
    const state = fromCheckpoint(checkpoint);
    checkReach(session, state.revision);
    this.#states.set(session, state);
  }

  #catchUp(session: MeasurableSession): MeterState {
    checkSession(session);
    const known = this.#states.get(session) ?? NOTHING;
    checkReach(session, known.revision);
    if (session.revision === known.revision) return known;
    // A copy, so that nothing is kept of what an event was reached by that is
    // malformed.
    const state = { ...known, nodes: [...known.nodes] };
    const events = session.eventsFrom(known.revision + 1);
    for (const event of checkedEvents(events, known.revision)) {
      foldEvent(state, event, this.#estimate);
    }
    checkReach(state, session.revision);
    this.#states.set(session, state);
    return state;
  }

  #envelopeOf(
    { envelope }: MeterState,
    header: EpochHeader | undefined,
  ): MeasuredEnvelope | undefined {
    if (header === undefined) return envelope;
    readShape(header, HEADER, {
      path: "header",
      error: refusal("measure session"),
    });
    return measureEnvelope(header, this.#estimate);
  }
}

function checkSession(session: MeasurableSession): void {
  const fits = typeof session?.eventsFrom === "function";
  const wanted = "a session, or a log of one";
  refuse(must(fits, "session", wanted), "measure session");
}

/** Refuses a log that is shorter than what is known of it. */
function checkReach(
  { revision }: Pick<MeasurableSession, "revision">,
  wanted: number,
): void {
  if (revision >= wanted) return;
  throw new RangeError(
    `Cannot measure session: its log ends at event ${revision}, before event ${wanted}`,
  );
}
