/**
 * A scripted reply as DeepSeek writes it on the wire.
 *
 * @module
 */

import { argumentPieces, pieces } from "./_pieces.ts";
import type { ScriptedToolCall } from "./chunks.ts";
import type { MockReply } from "./mock_reply.ts";

/** What the events of a reply depend on besides its script. */
export interface ReplyContext {
  /** Number of the request, from 1. */
  readonly count: number;
  /** Model the request names. */
  readonly model: string;
  /** Whether the request asks for usage. */
  readonly includeUsage: boolean;
}

type Delta = Readonly<Record<string, unknown>>;

const PROMPT_TOKENS = 20;
// Any past second will do, as long as it is the same in every run.
const CREATED = 1_760_000_000;

/**
 * Writes a scripted reply as server-sent events.
 *
 * @param reply The script.
 * @param context What it answers.
 * @returns The events in order, each with the blank line that ends it.
 */
export function deepSeekEvents(
  reply: MockReply,
  context: ReplyContext,
): string[] {
  const { toolCalls = [], done = true } = reply;
  const { finishReason = toolCalls.length > 0 ? "tool_calls" : "stop" } = reply;
  const reasoning = pieces(reply.reasoning ?? "");
  const deltas: Delta[] = [
    ...reasoning.map((text) => ({ content: null, reasoning_content: text })),
    ...pieces(reply.text ?? "").map((text) => ({
      content: text,
      reasoning_content: null,
    })),
    ...toolCalls.flatMap((call, index) =>
      toolCallDeltas(call, index, context.count)
    ),
  ];
  const { usage = defaultUsage(reasoning.length, deltas.length) } = reply;

  const chunks = [
    choice({ role: "assistant", content: null, reasoning_content: "" }),
    ...deltas.map((delta) => choice(delta)),
  ];
  if (finishReason !== null) {
    chunks.push(choice({ content: "", reasoning_content: null }, finishReason));
  }
  if (usage !== null && context.includeUsage) {
    chunks.push({ choices: [], usage });
  }
  const head = {
    id: `mock-${context.count}`,
    object: "chat.completion.chunk",
    created: CREATED,
    model: context.model,
    system_fingerprint: "fp_mock",
  };
  const payloads = chunks.map((chunk) => JSON.stringify({ ...head, ...chunk }));
  if (done) payloads.push("[DONE]");
  return payloads.map((payload) => `data: ${payload}\n\n`);
}

function choice(delta: Delta, finishReason: string | null = null): Delta {
  return {
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    usage: null,
  };
}

function toolCallDeltas(
  call: ScriptedToolCall,
  index: number,
  count: number,
): Delta[] {
  const { id = `call_${count}_${index}`, name } = call;
  // Id, type and name come on the first fragment only.
  const opening = {
    index,
    id,
    type: "function",
    function: { name, arguments: "" },
  };
  const rest = argumentPieces(call.arguments).map((fragment) => ({
    index,
    function: { arguments: fragment },
  }));
  return [opening, ...rest].map((fragment) => ({ tool_calls: [fragment] }));
}

function defaultUsage(reasoningTokens: number, outputTokens: number): Delta {
  return {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens: outputTokens,
    total_tokens: PROMPT_TOKENS + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    prompt_cache_hit_tokens: 0,
    prompt_cache_miss_tokens: PROMPT_TOKENS,
  };
}
