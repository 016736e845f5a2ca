/**
 * Sessions with a scripted model.
 *
 * @module
 */

import type { LlmResolvedModelInfo } from "../../../runtime/model_info.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import type { LlmCallConfig } from "../../../runtime/request.ts";
import type { ResolvedRetryPolicy } from "../../../runtime/retry_policy.ts";
import { Session } from "../../../runtime/session/session.ts";
import type {
  SessionEvent,
  SessionEventOf,
  SessionEventType,
} from "../../../runtime/session/session_event.ts";
import type { SessionSink } from "../../../runtime/session/session_sink.ts";
import type { TurnResult } from "../../../runtime/session/turn_result.ts";
import { toolCallChunks } from "../../../testing/chunks.ts";
import {
  type ScriptedAdapter,
  scriptedAdapter,
  type ScriptedCall,
} from "../../../testing/scripted_adapter.ts";
import { said } from "./_events.ts";

/** The config of most requests. */
export const CONFIG: LlmCallConfig = { provider: "p", model: "m" };

/** An answer that calls a tool. */
export const TOOL_CALL: ScriptedCall = toolCallChunks([
  { id: "call-1", name: "look", arguments: {} },
]);

/** An answer that is cut in the middle: it goes no further, but does not end. */
export const HANGING: ScriptedCall = {
  chunks: [{ type: "text-delta", index: 0, text: "Hello" }],
  hang: true,
};

/** What a session of a test may be made of. */
export interface LoopOptions {
  readonly script?: readonly ScriptedCall[];
  readonly models?: readonly Omit<LlmResolvedModelInfo, "provider">[];
  readonly retryPolicy?: ResolvedRetryPolicy;
  readonly sink?: SessionSink;
  /** What was logged before. */
  readonly history?: readonly SessionEvent[];
}

/** A session in which somebody has said "Hi", and who answers. */
export interface Loop {
  readonly session: Session;
  readonly adapter: ScriptedAdapter;
  readonly runtime: LlmRuntime;
}

/** Makes one, or goes on with one. */
export async function loop(
  { script, models, retryPolicy, sink, history }: LoopOptions = {},
): Promise<Loop> {
  const adapter = scriptedAdapter(script, {
    ...(models && { models }),
    ...(retryPolicy && { retryPolicy }),
  });
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["p"], adapter);
  if (history !== undefined) {
    const session = await Session.from(history, { runtime, sink });
    return { session, adapter, runtime };
  }
  const session = await Session.create({ runtime, sink });
  await session.append(said("Hi"));
  return { session, adapter, runtime };
}

/** Makes a request with {@linkcode CONFIG} and waits for what it comes to. */
export function ask(
  session: Session,
  options: Parameters<Session["request"]>[0] = {},
): Promise<TurnResult> {
  return session.request({ config: CONFIG, ...options }).result;
}

/** The types of the events from one on, with chunks in a row as one. */
export function types(session: Session, from: number = 1): string[] {
  const types: string[] = [];
  for (const { type } of session.eventsFrom(from)) {
    if (type !== "assistant/chunk" || types.at(-1) !== type) types.push(type);
  }
  return types;
}

/** The events of a type. */
export function logged<Type extends SessionEventType>(
  session: Session,
  type: Type,
): SessionEventOf<Type>[] {
  return Array.from(session.eventsFrom(1)).filter((event) =>
    event.type === type
  ) as SessionEventOf<SessionEventType>[] as SessionEventOf<Type>[];
}

/** Waits until something of a type is logged. */
export async function until(session: Session, type: string): Promise<void> {
  const reader = session.events().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Cannot wait for "${type}": the session ended`);
    if (value.type === type) return await reader.cancel();
  }
}
