/**
 * How much of the context a session takes, and what it has used.
 *
 * `TokenMeter` tells how large the next prompt will be, from what the provider
 * counted where that still holds and from estimates where it does not.
 * `estimateTokens` and `estimateMessage` are those estimates. `foldUsage` and
 * `foldPressure` go by what providers counted alone. None needs a tokenizer, and
 * each takes a log from where it was left.
 *
 * @example Measure a session
 * ```ts
 * import { createUserMessage, LlmRuntime } from "@dsh/llm";
 * import { foldPressure, foldUsage, TokenMeter } from "@dsh/llm/meter";
 * import { Session } from "@dsh/llm/session";
 * import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["p"], scriptedAdapter([[
 *   ...textChunks("Very deep.").slice(0, -1),
 *   { type: "usage", usage: { inputTokens: 40, outputTokens: 3 } },
 *   { type: "finish", reason: { kind: "stop" } },
 * ]]));
 * const session = await Session.create({ runtime });
 * await session.append(createUserMessage({ content: "How deep is the lake?" }));
 * await session.request({ config: { provider: "p", model: "m" } }).result;
 *
 * const { baseline, totalTokens } = new TokenMeter().measure(session);
 * equal(baseline, "usage");
 * equal(totalTokens, 47);
 *
 * const log = [...session.eventsFrom(1)];
 * equal(foldUsage(log).usage.outputTokens, 3);
 * equal(foldPressure(log).promptTokens, 40);
 * await session.close();
 * ```
 *
 * @module
 */

export type { EpochHeader, SessionEvent } from "../session/session_event.ts";
export * from "./estimate_message.ts";
export * from "./estimate_tokens.ts";
export * from "./fold_pressure.ts";
export * from "./fold_usage.ts";
export * from "./measurable_session.ts";
export type {
  MeasuredCall,
  MeasuredEnvelope,
  MeasuredPrompt,
  MeterCheckpoint,
} from "./meter_checkpoint.ts";
export * from "./token_measurement.ts";
export * from "./token_meter.ts";
