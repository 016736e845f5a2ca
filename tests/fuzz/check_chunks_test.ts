// The rules find what breaks them: else the fuzzer would find nothing.
import { assertArrayIncludes, assertEquals } from "@std/assert";
import { CallId, type LlmFailure, type StreamChunk } from "../../mod.ts";
import { textChunks, toolCallChunks } from "../../testing/mod.ts";
import { checkEnd, checkGrammar } from "./check_chunks.ts";

const usage = { inputTokens: 1, outputTokens: 2 };
const call = { name: "ls", arguments: { path: "/" } };

function rulesBrokenBy(chunks: readonly StreamChunk[]): string[] {
  const rules: string[] = [];
  checkEnd(chunks, (rule) => rules.push(rule));
  checkGrammar(chunks, (rule) => rules.push(rule));
  return rules;
}

function failing(failure: LlmFailure): StreamChunk[] {
  return textChunks("", { finish: { kind: "error", failure } });
}

const start: StreamChunk = { type: "block-start", index: 0, blockType: "text" };
const delta: StreamChunk = { type: "text-delta", index: 0, text: "a" };
const finish: StreamChunk = { type: "finish", reason: { kind: "stop" } };
const failed: LlmFailure = Object.freeze({ code: "BUSY", message: "Busy" });
const toolStart = { ...start, blockType: "tool-call" } as const;
const toolDelta: StreamChunk = {
  type: "tool-call-delta",
  index: 0,
  id: CallId("c"),
  argumentsDelta: "{}",
};

for (
  const [what, chunks] of Object.entries({
    "an answer": textChunks("Hi there", { reasoning: "Hm", usage }),
    "tool calls": toolCallChunks([call, call], { text: "So", usage }),
    "a failure": failing(failed),
    "a failure in the middle": [start, delta, ...failing(failed)],
  })
) {
  Deno.test(`checkGrammar() and checkEnd() let ${what} pass`, () => {
    const rules = rulesBrokenBy(chunks);

    assertEquals(rules, []);
  });
}

const BREACHES: [what: string, rule: string, chunks: StreamChunk[]][] = [
  ["no finish", "one finish: 0", [start, delta]],
  ["two finishes", "one finish: 2", [...textChunks("a"), finish]],
  ["a chunk after the finish", "the finish is last", [finish, start]],
  ["an empty code", "a code", failing({ code: "", message: "m" })],
  ["an empty message", "a message", failing({ code: "A", message: "" })],
  [
    "a status that is none",
    "a status: 0",
    failing({ ...failed, status: 0 }),
  ],
  [
    "a delay that is none",
    "a delay: NaN",
    failing({ ...failed, providerRetryAfterMs: NaN }),
  ],
  ["a failure that can change", "a frozen failure", failing({ ...failed })],
  [
    "usage twice",
    "usage once, before the finish",
    [{ type: "usage", usage }, ...textChunks("a", { usage })],
  ],
  [
    "a count below nothing",
    "inputTokens: -1",
    textChunks("a", { usage: { inputTokens: -1, outputTokens: 0 } }),
  ],
  [
    "a count that is none",
    "outputTokens: NaN",
    textChunks("a", { usage: { inputTokens: 1, outputTokens: NaN } }),
  ],
  ["a broken index", "an index: 0.5", [{ ...start, index: 0.5 }, finish]],
  ["an index left out", "indexes in order", [{ ...start, index: 1 }, finish]],
  ["a delta before its block", "a start before", [delta, finish]],
  [
    "a delta after its block",
    "a start before",
    [...textChunks("a").slice(0, -1), delta, finish],
  ],
  [
    "a delta of another kind",
    "a delta of its block",
    [toolStart, delta, finish],
  ],
  [
    "a part of a call in text",
    "a delta of its block",
    [start, toolDelta, finish],
  ],
  [
    "a delta that is empty",
    "a delta that says something",
    [start, { ...delta, text: "" }, finish],
  ],
  [
    "a block that says more",
    "a block equals its deltas",
    [
      start,
      delta,
      { type: "block-end", index: 0, block: { type: "text", text: "ab" } },
      finish,
    ],
  ],
  [
    "a call of another name",
    "a block equals its deltas",
    toolCallChunks([call]).map((chunk) =>
      chunk.type === "tool-call-delta" ? { ...chunk, name: "rm" } : chunk
    ),
  ],
  ["an open block", "blocks are closed", [start, delta, finish]],
  ["an empty success", "a success has content", [finish]],
];

for (const [what, rule, chunks] of BREACHES) {
  Deno.test(`checkGrammar() and checkEnd() notice ${what}`, () => {
    const rules = rulesBrokenBy(chunks);

    assertArrayIncludes(rules, [rule]);
  });
}
