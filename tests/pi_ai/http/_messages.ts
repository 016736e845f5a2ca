/**
 * Answers in the form of `anthropic-messages`.
 *
 * @module
 */

import { frame, type Script } from "./_script.ts";

/** What the cost is at the beginning. */
const FIRST_USAGE = {
  input_tokens: 0,
  output_tokens: 1,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};

/** The first event of a message. */
export function messageStart(usage: object = FIRST_USAGE): string {
  return frame({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m-2026",
      content: [],
      stop_reason: null,
      usage,
    },
  });
}

/** The events of one block. */
export function messageBlock(
  index: number,
  block: object,
  ...deltas: object[]
): string[] {
  return [
    frame({ type: "content_block_start", index, content_block: block }),
    ...deltas.map((delta) =>
      frame({ type: "content_block_delta", index, delta })
    ),
    frame({ type: "content_block_stop", index }),
  ];
}

/** The last events of a message. */
export function messageEnd(
  finish: string,
  usage: object | undefined,
): string[] {
  return [
    frame({
      type: "message_delta",
      delta: { stop_reason: finish, stop_sequence: null },
      usage: usage ?? {},
    }),
    frame({ type: "message_stop" }),
  ];
}

/** Writes an answer. */
export function messageFrames(script: Script): string[] {
  const { reasoning, signature, text, calls = [], usage } = script;
  const finish = script.finish ?? (calls.length > 0 ? "tool_use" : "end_turn");
  const blocks: [object, ...object[]][] = [];
  if (reasoning !== undefined) {
    blocks.push([
      { type: "thinking", thinking: "", signature: "" },
      ...reasoning.map((thinking) => ({ type: "thinking_delta", thinking })),
      ...(signature === undefined
        ? []
        : [{ type: "signature_delta", signature }]),
    ]);
  }
  if (text !== undefined) {
    blocks.push([
      { type: "text", text: "" },
      ...text.map((text) => ({ type: "text_delta", text })),
    ]);
  }
  for (const { id, name, arguments: pieces } of calls) {
    blocks.push([
      { type: "tool_use", id, name, input: {} },
      ...pieces.map((piece) => ({
        type: "input_json_delta",
        partial_json: piece,
      })),
    ]);
  }
  return [
    messageStart(),
    frame({ type: "ping" }),
    ...blocks.flatMap(([block, ...deltas], index) =>
      messageBlock(index, block, ...deltas)
    ),
    ...messageEnd(finish, usage),
  ];
}
