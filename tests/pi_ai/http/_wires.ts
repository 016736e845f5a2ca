/**
 * The protocols that are played over real HTTP.
 *
 * @module
 */

import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import { completionDelta, completionFrames, DONE } from "./_completions.ts";
import { messageBlock, messageFrames, messageStart } from "./_messages.ts";
import { responseEnd, responseFrames, responseStart } from "./_responses.ts";
import { frame, type Script } from "./_script.ts";

/** How a server speaks one protocol. */
export interface Wire {
  /** The protocol. */
  readonly api: PiAiApi;
  /** Where requests go. */
  readonly path: string;
  /** Headers of the protocol's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** The header that holds the key, and what stands before it. */
  readonly key: readonly [string, string];
  /** Writes an answer, an event each. */
  readonly frames: (script: Script) => string[];
  /** What an answer is called. */
  readonly responseId: string;
  /** What ends an answer, in the words of the protocol. */
  readonly finish: string;
  /** The place of the first frame that brings text, in an answer of text alone. */
  readonly firstText: number;
  /** What ends an answer that is cut by the output limit. */
  readonly length: string;
  /**
   * Tells of 5 tokens of input, 12 from the cache, 3 written to it, and 9 of output, 4
   * of which are thinking.
   */
  readonly usage: object;
  /** Ends that are failures, and their codes. */
  readonly badEnds: readonly (readonly [string, string])[];
  /** Ends that are none. */
  readonly goodEnds: readonly string[];
  /** Answers that are JSON of a wrong shape, and what is wrong. */
  readonly odd: readonly (readonly [string, readonly string[]])[];
  /** Finds what proves thinking in a request. */
  // deno-lint-ignore no-explicit-any
  readonly signatures: (body: any) => string[];
  /** What proves it, where the answer came with a signature. */
  readonly signed: (signature: string) => string;
  /** What tells the cost, and nothing else does. */
  readonly usageField: string;
  /** Whether the event that tells the cost is the end as well. */
  readonly usageIsEnd: boolean;
  /** How many frames of an answer say that it is whole. */
  readonly enough: (frames: readonly string[]) => number;
  /** Whose words a refusal is in. */
  readonly speaks: "openai" | "anthropic";
  /** The body of a refusal. */
  readonly refusal: (message: string, type?: string) => string;
  /** The event of a failure. */
  readonly failure: (message: string, type?: string) => string;
}

function openAiRefusal(message: string, type = "server_error"): string {
  return JSON.stringify({ error: { message, type, param: null, code: type } });
}

function anthropicRefusal(message: string, type = "api_error"): string {
  return JSON.stringify({ type: "error", error: { type, message } });
}

function pick(
  records: Record<string, unknown>[],
  field: (record: Record<string, unknown>) => unknown,
): string[] {
  return records.map(field).filter((value) => typeof value === "string");
}

/** Each of them. */
export const WIRES: readonly Wire[] = [
  {
    api: "openai-completions",
    path: "/chat/completions",
    headers: {},
    key: ["authorization", "Bearer "],
    frames: completionFrames,
    responseId: "chatcmpl-1",
    finish: "stop",
    firstText: 1,
    length: "length",
    usage: {
      prompt_tokens: 20,
      completion_tokens: 9,
      total_tokens: 29,
      prompt_tokens_details: { cached_tokens: 12, cache_write_tokens: 3 },
      completion_tokens_details: { reasoning_tokens: 4 },
    },
    badEnds: [
      ["content_filter", "CONTENT_FILTER"],
      ["sensitive", "CONTENT_FILTER"],
      ["network_error", "TRANSPORT"],
      ["abort", "TRANSPORT"],
      ["insufficient_system_resource", "INSUFFICIENT_SYSTEM_RESOURCE"],
      ["strange", "STRANGE"],
    ],
    goodEnds: ["stop", "end", "eos", "end_turn"],
    odd: [
      ["text that is none", [
        completionDelta({ content: [{ type: "text", text: "Hi" }] }),
        completionDelta({}, "stop"),
        DONE,
      ]],
    ],
    // It has no signatures: the thinking itself is wanted back.
    signatures: ({ messages }) =>
      pick(
        messages,
        ({ reasoning_content, reasoning }) => reasoning_content ?? reasoning,
      ),
    signed: () => "Let me look",
    usageField: '"completion_tokens"',
    usageIsEnd: false,
    // What follows the reason is the cost and [DONE].
    enough: (frames) => frames.length - 2,
    speaks: "openai",
    refusal: openAiRefusal,
    failure: (message, type) => `data: ${openAiRefusal(message, type)}\n\n`,
  },
  {
    api: "anthropic-messages",
    path: "/v1/messages?beta=true",
    headers: {
      "anthropic-dangerous-direct-browser-access": "true",
      "anthropic-version": "2023-06-01",
    },
    key: ["x-api-key", ""],
    frames: messageFrames,
    responseId: "msg_1",
    finish: "end_turn",
    firstText: 3,
    length: "max_tokens",
    usage: {
      input_tokens: 5,
      output_tokens: 9,
      cache_read_input_tokens: 12,
      cache_creation_input_tokens: 3,
      output_tokens_details: { thinking_tokens: 4 },
    },
    badEnds: [
      ["refusal", "CONTENT_FILTER"],
      ["sensitive", "CONTENT_FILTER"],
      ["model_context_window_exceeded", "CONTEXT_WINDOW_EXCEEDED"],
      ["strange", "STRANGE"],
    ],
    goodEnds: ["end_turn", "stop_sequence", "pause_turn"],
    odd: [
      ["text that is none", [
        messageStart(),
        ...messageBlock(
          0,
          { type: "text", text: "" },
          { type: "text_delta", text: null },
        ),
      ]],
      ["a block that is none", [
        messageStart(),
        frame({ type: "content_block_start", index: 0 }),
      ]],
      ["a message that is none", [frame({ type: "message_start" })]],
    ],
    signatures: ({ messages }) =>
      pick(
        messages.flatMap(({ content }: { content: unknown }) => content),
        ({ signature }) => signature,
      ),
    signed: (signature) => signature,
    usageField: '"thinking_tokens"',
    usageIsEnd: false,
    enough: (frames) => frames.length,
    speaks: "anthropic",
    refusal: anthropicRefusal,
    failure: (message, type) =>
      `event: error\ndata: ${anthropicRefusal(message, type)}\n\n`,
  },
  {
    api: "openai-responses",
    path: "/responses",
    headers: {},
    key: ["authorization", "Bearer "],
    frames: responseFrames,
    responseId: "resp_1",
    finish: "completed",
    firstText: 3,
    length: "incomplete.max_output_tokens",
    usage: {
      input_tokens: 20,
      output_tokens: 9,
      total_tokens: 29,
      input_tokens_details: { cached_tokens: 12, cache_write_tokens: 3 },
      output_tokens_details: { reasoning_tokens: 4 },
    },
    badEnds: [
      ["incomplete.content_filter", "CONTENT_FILTER"],
      ["incomplete.strange", "INCOMPLETE.STRANGE"],
      ["incomplete", "INCOMPLETE"],
      ["failed", "SERVER"],
      ["cancelled", "SERVER"],
      ["strange", "STRANGE"],
    ],
    goodEnds: ["completed"],
    odd: [
      ["text that is none", [
        responseStart(),
        frame({
          type: "response.output_item.added",
          output_index: 0,
          item: { type: "message", id: "msg_0", content: [] },
        }),
        frame({
          type: "response.output_text.delta",
          output_index: 0,
          delta: 5,
        }),
        responseEnd("completed"),
      ]],
      ["a response that is none", [frame({ type: "response.completed" })]],
    ],
    signatures: ({ input }) =>
      pick(input, ({ encrypted_content }) => encrypted_content),
    signed: (signature) => signature,
    usageField: '"output_tokens"',
    usageIsEnd: true,
    enough: (frames) => frames.length,
    speaks: "openai",
    refusal: openAiRefusal,
    failure: (message, type = "server_error") =>
      frame({ type: "error", code: type, message, param: null }),
  },
];
