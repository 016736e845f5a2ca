/**
 * Responses as a server writes them, and what the decoder makes of them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import {
  ResponseDecoder,
} from "../../../adapters/deepseek/response_decoder.ts";
import type {
  ContentBlock,
  FinishReason,
  LlmFailure,
  StreamChunk,
  TokenUsage,
} from "../../../message.ts";
import { ProviderRequestId } from "../../../message.ts";
import type { LlmResponseFacts } from "../../../runtime/adapter.ts";
import { failureOf } from "../../../runtime/failure_of.ts";

/** The end marker. */
export const DONE = "data: [DONE]\n\n";

/** A payload with one delta. */
export function delta(delta: unknown, finishReason?: unknown): unknown {
  return {
    id: "r1",
    object: "chat.completion.chunk",
    model: "m1",
    choices: [{ index: 0, delta, finish_reason: finishReason ?? null }],
  };
}

/** A payload with parts of tool calls. */
export function calls(...fragments: unknown[]): unknown {
  return delta({ tool_calls: fragments });
}

/** Part of a tool call. */
export function fragment(
  place: { index?: number; id?: string | null },
  args?: unknown,
  name?: string | null,
): unknown {
  return { ...place, type: "function", function: { name, arguments: args } };
}

/** Payloads as events, without the end marker. */
export function events(...payloads: unknown[]): string {
  return payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`)
    .join("");
}

/** A finished response with these payloads. */
export function answer(...payloads: unknown[]): string {
  return events(...payloads) + DONE;
}

/** What came of a response. */
export interface Decoded {
  readonly chunks: StreamChunk[];
  readonly failure: LlmFailure | undefined;
  readonly diagnostics: { code: string; detail: unknown }[];
  readonly facts: LlmResponseFacts;
}

/**
 * Decodes a whole body: at once, byte by byte, and in pieces. It must come out
 * the same each time.
 */
export function decode(text: string): Decoded {
  const bytes = new TextEncoder().encode(text);
  const whole = decodePieces([bytes]);
  for (const size of [1, 7]) {
    const pieces: Uint8Array[] = [];
    for (let start = 0; start < bytes.length; start += size) {
      pieces.push(bytes.subarray(start, start + size));
    }
    assertEquals(decodePieces(pieces), whole);
  }
  return whole;
}

/** Decodes a body that comes in these pieces. */
export function decodePieces(pieces: readonly Uint8Array[]): Decoded {
  const diagnostics: { code: string; detail: unknown }[] = [];
  const facts: LlmResponseFacts = {};
  const decoder = new ResponseDecoder({
    requestId: ProviderRequestId("q1"),
    model: "m",
    redact: (text) => text.replaceAll("secret", "[redacted]"),
    report: (code, detail) => {
      if (code !== "TRANSPORT_ACTIVITY") diagnostics.push({ code, detail });
    },
    respond: (fact) => Object.assign(facts, fact),
  });
  const failure = run(decoder, pieces);
  return { chunks: decoder.take(), failure, diagnostics, facts };
}

function run(
  decoder: ResponseDecoder,
  pieces: readonly Uint8Array[],
): LlmFailure | undefined {
  try {
    for (const piece of pieces) {
      decoder.decode(piece);
      if (decoder.done) return undefined;
    }
    decoder.end();
  } catch (error) {
    return failureOf(error);
  }
}

/** The blocks a response closed, in the order of their indices. */
export function blocksOf(chunks: readonly StreamChunk[]): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const chunk of chunks) {
    if (chunk.type === "block-end") blocks[chunk.index] = chunk.block;
  }
  return blocks;
}

/** The one usage of a response, if it told any. */
export function usageOf(
  chunks: readonly StreamChunk[],
): TokenUsage | undefined {
  return chunks.find((chunk) => chunk.type === "usage")?.usage;
}

/** Why a response finished: that of its last chunk. */
export function finishOf(
  chunks: readonly StreamChunk[],
): FinishReason | undefined {
  const last = chunks.at(-1);
  return last?.type === "finish" ? last.reason : undefined;
}

/** Code of the failure a response finished with. */
export function failureCodeOf(
  chunks: readonly StreamChunk[],
): string | undefined {
  const reason = finishOf(chunks);
  return reason?.kind === "error" ? reason.failure.code : undefined;
}

/** Codes of what was reported. */
export function codesOf({ diagnostics }: Decoded): string[] {
  return diagnostics.map(({ code }) => code);
}
