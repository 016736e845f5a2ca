/**
 * Where mutations begin: what servers send, right and wrong.
 *
 * @module
 */

import { loadRecordings } from "../recording.ts";

/** Event texts, each list a response or parts to make one of. */
export type Corpus = readonly (readonly string[])[];

const ROUTE = { id: "r1", object: "chat.completion.chunk", model: "m1" };

function event(payload: unknown): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

function delta(delta: unknown, finish_reason: unknown = null): string {
  return event({ ...ROUTE, choices: [{ index: 0, delta, finish_reason }] });
}

function call(fragment: Record<string, unknown>): string {
  return delta({ tool_calls: [fragment] });
}

/** What a response may be made of, in no order. */
export const PARTS: readonly string[] = [
  delta({ role: "assistant", content: null, reasoning_content: "" }),
  delta({ reasoning_content: "Hm" }),
  delta({ reasoning: "Hm, then", reasoning_content: null }),
  delta({ content: "Hello" }),
  delta({ content: " 你好 🌍 é\u0000\\" }),
  delta({ content: [{ type: "text", text: "a" }, { type: "image" }, 5] }),
  delta({ content: [{ type: "thinking", thinking: [{ text: "b" }] }] }),
  delta({ content: "<｜DSML｜tool_calls>" }),
  delta({ refusal: "No", annotations: [{ type: "url_citation" }, 7] }),
  call({ index: 0, id: "a", function: { name: "ls", arguments: '{"p":' } }),
  call({ index: 0, id: "", function: { name: null, arguments: '"/"}' } }),
  call({ index: 0, id: "b", function: { name: "cat", arguments: "{}" } }),
  call({ id: "c", function: { name: "now", arguments: "" } }),
  call({ function: { name: "now", arguments: { a: [1e300, "x"] } } }),
  call({ index: 7, function: { arguments: '{"p":"/"}' }, extra: { s: 1 } }),
  call({ index: -1, id: "a", name: "flat", arguments: "[1,2" }),
  call({ index: 1e308, id: 5, type: 5, function: "no" }),
  delta({ tool_calls: [] }),
  delta({ tool_calls: { index: 0, id: "o", function: { name: "o" } } }),
  delta({}, "stop"),
  delta({}, "tool_calls"),
  delta({ content: "!" }, "length"),
  delta({}, ""),
  delta({}, "content_filter"),
  delta({}, "network_error"),
  delta({}, "<b></b>"),
  delta({}, "\u0007 \u200b"),
  event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } }),
  event({ choices: null, usage: { prompt_tokens: -1, total_tokens: 1e400 } }),
  event({ choices: [], usage: { prompt_tokens: -5, completion_tokens: 2 } }),
  'data: {"choices":[],"usage":{"prompt_tokens":1e400,"completion_tokens":2}}\n\n',
  event({
    choices: [],
    usage: {
      prompt_tokens: 1,
      completion_tokens: 2,
      prompt_cache_hit_tokens: 9,
      completion_tokens_details: { reasoning_tokens: 30 },
    },
  }),
  event({ error: { message: "Overloaded", code: 503 } }),
  event({ error: "insufficient_quota" }),
  event({ error: { message: "", type: null, code: "<i></i>" } }),
  event({ detail: [{ loc: ["body", 0], msg: "required" }, null] }),
  event({ choices: [{ index: 3, delta: { content: "other" } }] }),
  event({
    choices: [{ message: { content: "Whole" }, finish_reason: "stop" }],
  }),
  event([{ choices: [{ delta: { content: "listed" } }] }, null, [[]]]),
  event(null),
  event("text"),
  ": keep-alive\n\n",
  "event: error\ndata: no\n\n",
  'event: error\ndata: {"type":"error","error":{"type":"overloaded"}}\n\n',
  "event: ping\nid: 7\nretry: 5\ndata: {}\n\n",
  "data:\n\ndata\n\n",
  'data: {"choices":[{"delta":\ndata: {"content":"two lines"}}]}\n\n',
  "upstream error: read ECONNRESET\n",
  '{"error":"Busy"}\n',
  "<html><head><title>Oops</title></head>",
  "\ufeff\r\n\r",
  "data: [DONE]\n\n",
  "data: [DONE]",
];

/**
 * Loads recorded responses.
 *
 * @param folders Where they are.
 * @returns The events of each.
 */
export function loadCorpus(folders: readonly string[]): Corpus {
  return folders.flatMap((folder) => loadRecordings(folder)).map(
    ({ payloads }) => [...payloads.map(event), "data: [DONE]\n\n"],
  );
}
