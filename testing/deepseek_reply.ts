/**
 * What a mock DeepSeek provider answers, as a script.
 *
 * @module
 */

import { argumentPieces, pieces, type ScriptedText } from "./_pieces.ts";
import type { ScriptedToolCall } from "./chunks.ts";
import type { BodyFaults } from "./faulty_body.ts";

/**
 * One answer of a mock provider: by its content, as server-sent events, or by
 * its exact `body`.
 */
export interface MockReply extends BodyFaults {
  /**
   * HTTP status.
   *
   * @default {200}
   */
  status?: number | undefined;
  /**
   * Headers, over those the mock sends by itself: `content-type`,
   * `cache-control` and `x-ds-trace-id`. Names in lower case.
   *
   * @default {{}}
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds before the headers. `Infinity`: they never come.
   *
   * @default {0}
   */
  headersDelayMs?: number | undefined;
  /**
   * The whole body, in the place of scripted events: text or bytes as they are,
   * any other value as JSON. A `content-type` fits the value: an HTML page, JSON,
   * or else events on a 200 and plain text on any other status.
   */
  body?: unknown;
  /** Thinking, before anything else. */
  reasoning?: ScriptedText | undefined;
  /** Answer text. */
  text?: ScriptedText | undefined;
  /** Tool calls, after the text. */
  toolCalls?: readonly ScriptedToolCall[] | undefined;
  /**
   * Finish reason as the wire has it. `null`: none is sent.
   *
   * @default {"stop", or "tool_calls" where there are any}
   */
  finishReason?: string | null | undefined;
  /**
   * Usage as the wire has it, sent in a chunk of its own to requests that ask
   * for usage. `null`: none is sent.
   *
   * @default {one token for each delta, and a prompt of 20}
   */
  usage?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Whether `[DONE]` ends the events.
   *
   * @default {true}
   */
  done?: boolean | undefined;
}

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
