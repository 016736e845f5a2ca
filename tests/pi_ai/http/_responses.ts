/**
 * Answers in the form of `openai-responses`.
 *
 * @module
 */

import { frame, type Script, type ScriptedCall } from "./_script.ts";

/** The first event of a response. */
export function responseStart(): string {
  return frame({
    type: "response.created",
    response: { id: "resp_1", status: "in_progress", model: "m-2026" },
  });
}

/** The last event of a response. */
export function responseEnd(status: string, fields: object = {}): string {
  return frame({
    type: status === "incomplete" || status === "failed"
      ? `response.${status}`
      : "response.completed",
    response: { id: "resp_1", status, model: "m-2026", ...fields },
  });
}

/** Writes an answer. */
export function responseFrames(script: Script): string[] {
  const { reasoning, text, calls = [], usage } = script;
  const items: ((index: number) => string[])[] = [];
  if (reasoning !== undefined) {
    items.push((index) => reasoningItem(index, reasoning, script.signature));
  }
  if (text !== undefined) items.push((index) => textItem(index, text));
  for (const call of calls) items.push((index) => callItem(index, call));
  const [status = "completed", reason] = script.finish?.split(".") ?? [];
  return [
    responseStart(),
    frame({ type: "response.in_progress", response: { id: "resp_1" } }),
    ...items.flatMap((item, index) => item(index)),
    responseEnd(status, {
      ...(reason !== undefined && { incomplete_details: { reason } }),
      ...(usage !== undefined && { usage }),
    }),
  ];
}

function reasoningItem(
  index: number,
  pieces: readonly string[],
  signature: string | undefined,
): string[] {
  const item = { type: "reasoning", id: `rs_${index}`, summary: [] };
  return itemFrames(
    index,
    item,
    pieces.map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      summary_index: 0,
      delta,
    })),
    {
      ...item,
      summary: [{ type: "summary_text", text: pieces.join("") }],
      ...(signature !== undefined && { encrypted_content: signature }),
    },
  );
}

function textItem(index: number, pieces: readonly string[]): string[] {
  const text = pieces.join("");
  const item = { type: "message", id: `msg_${index}`, role: "assistant" };
  return itemFrames(
    index,
    { ...item, content: [] },
    pieces.map((delta) => ({ type: "response.output_text.delta", delta })),
    { ...item, content: [{ type: "output_text", text, annotations: [] }] },
  );
}

/** The events of one call. */
export function callItem(
  index: number,
  { id, name, arguments: pieces }: ScriptedCall,
): string[] {
  const item = { type: "function_call", id: `fc_${index}`, call_id: id, name };
  const text = pieces.join("");
  return itemFrames(
    index,
    { ...item, arguments: "" },
    [
      ...pieces.map((delta) => ({
        type: "response.function_call_arguments.delta",
        delta,
      })),
      { type: "response.function_call_arguments.done", arguments: text },
    ],
    { ...item, arguments: text, status: "completed" },
  );
}

function itemFrames(
  index: number,
  item: object,
  events: object[],
  whole: object,
): string[] {
  const place = { output_index: index };
  return [
    frame({ type: "response.output_item.added", ...place, item }),
    ...events.map((event) => frame({ ...event, ...place })),
    frame({ type: "response.output_item.done", ...place, item: whole }),
  ];
}
