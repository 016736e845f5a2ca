/**
 * Events of pi-ai, and what comes of them.
 *
 * @module
 */

import type {
  PiAiAnswer,
  PiAiEvent,
  PiAiText,
  PiAiToolCall,
} from "../../../adapters/pi_ai/pi_ai_module.ts";
import { EventReader } from "../../../adapters/pi_ai/event_reader.ts";
import { ProviderRequestId, type StreamChunk } from "../../../message.ts";
import type { LlmResponseFacts } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import { answer } from "./_fake.ts";

/** A text that is empty yet. */
export const TEXT: PiAiText = { type: "text", text: "" };

/** A tool call, as pi-ai has it. */
export function toolCall(fields: Partial<PiAiToolCall> = {}): PiAiToolCall {
  return { type: "toolCall", id: "a", name: "ls", arguments: {}, ...fields };
}

/** What comes of some events. */
export function read(
  events: PiAiEvent[],
  { stop = [], api = "openai-completions", overflows = false }: {
    stop?: string[];
    api?: string;
    overflows?: boolean;
  } = {},
): {
  reader: EventReader;
  chunks: StreamChunk[];
  reports: string[];
  facts: LlmResponseFacts;
} {
  const reports: string[] = [];
  const facts: LlmResponseFacts = {};
  const reader = new EventReader({
    model: { id: "m", api },
    stop,
    requestId: () => ProviderRequestId("r1"),
    report: (code) => void reports.push(code),
    respond: (added) => void Object.assign(facts, added),
    failure: ({ errorMessage = "" }) => new LlmError(errorMessage, "FAILED"),
    overflows: () => overflows,
  });
  for (const event of events) reader.read(event);
  return { reader, chunks: reader.take(), reports, facts };
}

/** The kind of the finish, or the code of its failure. */
export function outcome(chunks: StreamChunk[]): string | undefined {
  const last = chunks.at(-1);
  if (last?.type !== "finish") return undefined;
  return "failure" in last.reason ? last.reason.failure.code : last.reason.kind;
}

/** A tool call that comes in pieces, and its end. */
export function callEvents(
  pieces: string[],
  call: PiAiToolCall,
  partial: PiAiAnswer = answer({ content: [call] }),
): PiAiEvent[] {
  return [
    { type: "toolcall_start", contentIndex: 0, partial },
    ...pieces.map((delta): PiAiEvent => ({
      type: "toolcall_delta",
      contentIndex: 0,
      delta,
      partial,
    })),
    { type: "toolcall_end", contentIndex: 0, toolCall: call, partial },
  ];
}

/** The end of a response. */
export function done(
  reason: string,
  fields: Partial<PiAiAnswer> = {},
): PiAiEvent {
  return {
    type: "done",
    reason,
    message: answer({ stopReason: reason, ...fields }),
  };
}
