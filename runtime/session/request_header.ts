/**
 * Between headers and requests.
 *
 * @module
 */

import type { Message, SessionId } from "../../message.ts";
import type { GenerateOptions, LlmCallConfig, ToolSchema } from "../request.ts";
import type { SurfaceNode } from "./fold_surface.ts";
import type { EpochHeader } from "./session_event.ts";

/** What a request has that is not in its header. */
export interface RequestRest {
  /** What the model sees. */
  readonly surface: readonly SurfaceNode[];
  /** The session. */
  readonly sessionId: SessionId;
  /** Aborts the request. Not part of what is logged. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the request a header stands for. Nothing else makes requests of sessions,
 * neither those that are sent nor those that are told from a log.
 *
 * @param header The header, as it was logged: deeply frozen.
 * @param rest What is not in it.
 * @returns The request, deeply frozen.
 */
export function requestOf(
  { config, system, tools }: EpochHeader,
  { surface, sessionId, signal }: RequestRest,
): GenerateOptions {
  const messages = Object.freeze(surface.map(({ message }) => message));
  return Object.freeze({
    ...config,
    messages: messages as Message[],
    ...(system !== undefined && { system }),
    ...(tools !== undefined && { tools: tools as ToolSchema[] }),
    ...(signal !== undefined && { signal }),
    sessionId,
  });
}

/** The config a header was made of, before an adapter filled it in. */
export function seedOf(
  { config, adapterDefaults }: EpochHeader,
): LlmCallConfig {
  const seed = { ...config };
  for (const field of ["reasoningEffort", "maxTokens"] as const) {
    if (adapterDefaults[field]) delete seed[field];
  }
  return seed;
}

/** Tells whether two values say the same, the order of their fields included. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
