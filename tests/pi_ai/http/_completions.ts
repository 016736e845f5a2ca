/**
 * Answers in the form of `openai-completions`.
 *
 * @module
 */

import { frame, type Script } from "./_script.ts";

/** What ends every answer. */
export const DONE = "data: [DONE]\n\n";

/** One chunk of a completion. */
export function completionChunk(fields: object): string {
  return frame({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "m-2026",
    ...fields,
  });
}

/** A chunk that adds something. */
export function completionDelta(
  delta: object,
  finish: string | null = null,
): string {
  return completionChunk({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

/** Writes an answer. */
export function completionFrames(script: Script): string[] {
  const { reasoning = [], text = [], calls = [], usage } = script;
  const finish = script.finish ?? (calls.length > 0 ? "tool_calls" : "stop");
  return [
    completionDelta({ role: "assistant", content: "" }),
    ...reasoning.map((piece) => completionDelta({ reasoning_content: piece })),
    ...text.map((piece) => completionDelta({ content: piece })),
    ...calls.flatMap(({ id, name, arguments: pieces }, index) => [
      completionDelta({
        tool_calls: [{
          index,
          id,
          type: "function",
          function: { name, arguments: "" },
        }],
      }),
      ...pieces.map((piece) =>
        completionDelta({
          tool_calls: [{ index, function: { arguments: piece } }],
        })
      ),
    ]),
    completionDelta({}, finish),
    ...(usage === undefined ? [] : [completionChunk({ choices: [], usage })]),
    DONE,
  ];
}
