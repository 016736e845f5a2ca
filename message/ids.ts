/**
 * Branded identifiers.
 *
 * Each brand is a type and a function of the same name. The function only marks
 * a string for the compiler: it checks nothing and returns its argument.
 *
 * @example Branding a string that comes from outside
 * ```ts
 * import { CallId, createToolResultMessage } from "@dsh/llm/message";
 * import { equal } from "node:assert/strict";
 *
 * const callId = CallId("call-1");
 *
 * const message = createToolResultMessage({ callId, content: "done" });
 *
 * equal(message.source.callId, "call-1");
 * ```
 *
 * @module
 */

/**
 * A string the compiler keeps apart from every other string.
 *
 * @typeParam Name Distinguishes one brand from another.
 */
export type Branded<Name extends string> = string & {
  /** Exists for the compiler alone: no value carries it. */
  readonly "~brand": Name;
};

/** Identifies one message across every place that holds it. */
export type MessageId = Branded<"MessageId">;

/**
 * Marks a string as a {@linkcode MessageId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function MessageId(value: string): MessageId {
  return value as MessageId;
}

/** Ties a tool result to the tool call it answers. */
export type CallId = Branded<"CallId">;

/**
 * Marks a string as a {@linkcode CallId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function CallId(value: string): CallId {
  return value as CallId;
}

/** The name a provider gave one HTTP exchange: for support tickets and logs. */
export type ProviderRequestId = Branded<"ProviderRequestId">;

/**
 * Marks a string as a {@linkcode ProviderRequestId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function ProviderRequestId(value: string): ProviderRequestId {
  return value as ProviderRequestId;
}

/** One reasoning effort of one model, such as `"high"`. Adapters own the values. */
export type ReasoningEffortId = Branded<"ReasoningEffortId">;

/**
 * Marks a string as a {@linkcode ReasoningEffortId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function ReasoningEffortId(value: string): ReasoningEffortId {
  return value as ReasoningEffortId;
}

/** Names one durable conversation. */
export type SessionId = Branded<"SessionId">;

/**
 * Marks a string as a {@linkcode SessionId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function SessionId(value: string): SessionId {
  return value as SessionId;
}

/** Names stored bytes, such as an image the user attached. */
export type AttachmentId = Branded<"AttachmentId">;

/**
 * Marks a string as an {@linkcode AttachmentId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function AttachmentId(value: string): AttachmentId {
  return value as AttachmentId;
}

/** Stays the same over every retry of one logical request. */
export type RetryId = Branded<"RetryId">;

/**
 * Marks a string as a {@linkcode RetryId}.
 *
 * @param value The identifier.
 * @returns The same string.
 */
export function RetryId(value: string): RetryId {
  return value as RetryId;
}
