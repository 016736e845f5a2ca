/**
 * Answers that break a rule, each no more than that one.
 *
 * @module
 */

import type { StreamChunk } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import { textChunks, toolCallChunks } from "../../../testing/chunks.ts";
import {
  OVERLOADED,
  script,
  SCRIPTS,
  SECRET,
  type Variant,
} from "./_model_subject.ts";

/** A wrong adapter, and the rules it breaks. */
export interface Violation extends Variant {
  readonly breaks: readonly string[];
}

const text = SCRIPTS.text.reads.flat();
const [start, hello] = text as [StreamChunk, StreamChunk];
const list = { name: "list", arguments: { path: "/" } };
const stop = { kind: "stop" } as const;
const usage = { inputTokens: 9, outputTokens: 5 };

/** A violation of the text answer. */
function says(chunks: unknown[], ...breaks: string[]): Violation {
  return { scripts: { text: script(chunks as StreamChunk[]) }, breaks };
}

/** A violation of the answer that fails in mid-stream. */
function fails(failure: unknown, ...breaks: string[]): Violation {
  const finish = { type: "finish", reason: { kind: "error", failure } };
  const chunks = [start, hello, finish] as StreamChunk[];
  return { scripts: { "error-in-mid-stream": script(chunks) }, breaks };
}

/** Chunks with another inserted so many before the end. */
function inserted(chunk: unknown, fromEnd: number): unknown[] {
  return (text as unknown[]).toSpliced(text.length - fromEnd, 0, chunk);
}

function told(counts: object, ...breaks: string[]): Violation {
  return says(inserted({ type: "usage", usage: counts }, 1), ...breaks);
}

const COUNTS =
  "usage counts are 0 or more, and reasoning is part of the output";
const FAILURE =
  "the failure of a finish is plain data with a message and a code";
const ENDS =
  "a call ends once, with a finish as its last chunk or with an error";
const FITS =
  "replay state comes with successes, and with one entry a block if any";
const AGAIN =
  "nothing comes of a block after its end, and no index is used again";

const OPEN = "blocks stay open only where a call fails";

/** Wrong chunks. */
export const CHUNK_VIOLATIONS: Readonly<Record<string, Violation>> = {
  "a delta without its text": says(
    inserted({ type: "text-delta", index: 1 }, 1)
      .toSpliced(-1, 0, {
        type: "block-end",
        index: 1,
        block: { type: "text", text: "" },
      }),
    "every chunk has what its type has",
  ),
  "an end without its block": says(
    text.map((chunk) =>
      chunk.type === "block-end" ? { type: "block-end", index: 0 } : chunk
    ),
    "every chunk has what its type has",
  ),
  "a finish without a reason": says(
    [...text.slice(0, -1), { type: "finish", reason: {} }],
    "every chunk has what its type has",
    '"text" comes to text and a finish "stop"',
  ),
  "a chunk of an unknown type": says(
    inserted({ type: "thought" }, 1),
    "every chunk has what its type has",
  ),
  "no finish": says(text.slice(0, -1), ENDS),
  "two finishes": {
    scripts: {
      text: {
        reads: [...text.slice(0, -1).map((chunk) => [chunk]), [
          { type: "finish", reason: stop },
          { type: "finish", reason: stop },
        ]],
      },
    },
    breaks: [ENDS],
  },
  "usage after the finish": {
    scripts: {
      text: {
        reads: [...text.slice(0, -1).map((chunk) => [chunk]), [
          { type: "finish", reason: stop },
          { type: "usage", usage },
        ]],
      },
    },
    breaks: [ENDS],
  },
  "usage twice": says(
    inserted({ type: "usage", usage }, 1).toSpliced(-1, 0, {
      type: "usage",
      usage,
    }),
    "usage comes at most once",
  ),
  "a negative count": told({ ...usage, inputTokens: -1 }, COUNTS),
  "a count that is no number": told({ ...usage, cacheReadTokens: NaN }, COUNTS),
  "a count that is missing": told({ outputTokens: 1 }, COUNTS),
  "more reasoning than output": told({ ...usage, reasoningTokens: 6 }, COUNTS),
  "a negative index": says(
    text.map((chunk) => "index" in chunk ? { ...chunk, index: -1 } : chunk),
    "an index is an integer, 0 or more",
  ),
  "a fractional index": says(
    text.map((chunk) => "index" in chunk ? { ...chunk, index: 0.5 } : chunk),
    "an index is an integer, 0 or more",
  ),
  "a second start": says(
    [start, start, ...text.slice(1)],
    "a block starts before it grows, and once",
  ),
  "a start after a delta": says(
    [hello, start, ...text.slice(2)],
    "a block starts before it grows, and once",
  ),
  "a block that changes its type": says(
    [
      ...text.slice(0, -2),
      { type: "reasoning-delta", index: 0, text: "" },
      ...text.slice(-2),
    ],
    "a block is of one type",
  ),
  "a delta after the end of its block": says(inserted(hello, 1), AGAIN),
  "an index used again": says(inserted(start, 1), AGAIN),
  "a block that is not its deltas": says(
    text.map((chunk) =>
      chunk.type === "block-end"
        ? { ...chunk, block: { type: "text", text: "Hi" } }
        : chunk
    ),
    "a whole block equals its deltas",
  ),
  "arguments that no delta brought": {
    scripts: {
      "tool-call": script(
        toolCallChunks([list]).filter((chunk) =>
          chunk.type !== "tool-call-delta" || chunk.argumentsDelta === ""
        ),
      ),
    },
    breaks: ["a whole block equals its deltas"],
  },
  "a block left open": says(
    text.filter((chunk) => chunk.type !== "block-end"),
    OPEN,
  ),
  "a failure without a code": fails({ message: "Gone" }, FAILURE),
  "a failure with an empty message": fails(
    { message: "", code: "SERVER" },
    FAILURE,
  ),
  "a failure that is no plain data": fails(
    { message: "Gone", code: "SERVER", at: new Date(0) },
    FAILURE,
  ),
  "an error of no code": {
    scripts: { "error-before-anything": script([], new Error("Gone")) },
    breaks: ["what is thrown is an LlmError"],
  },
  "a secret in an error": {
    scripts: {
      "error-before-anything": script(
        [],
        new LlmError(`Cannot use ${SECRET}: refused`, "AUTH"),
      ),
    },
    breaks: ["no secret shows in what a call reports"],
  },
  "a secret in a cause": {
    scripts: {
      "error-before-anything": script(
        [],
        new LlmError("Cannot call: refused", "AUTH", {
          cause: new Error(`Key ${SECRET}`),
        }),
      ),
    },
    breaks: ["no secret shows in what a call reports"],
  },
  "a secret in the failure of a finish": fails(
    { message: `Cannot use ${SECRET}: refused`, code: "AUTH" },
    "no secret shows in what a call reports",
  ),
  "replay state that JSON does not hold": says(
    textChunks(["Hello", " there", ", you", " all"], {
      replayState: { response: new Date(0) },
    }),
    "replay state is lossless JSON",
  ),
  "replay state of a failure": {
    scripts: {
      "error-in-mid-stream": script([start, hello, {
        type: "finish",
        reason: { kind: "error", failure: OVERLOADED.failure },
        replayState: { response: 1 },
      }]),
    },
    breaks: [FITS],
  },
  "replay state that does not fit the blocks": says(
    textChunks(["Hello", " there", ", you", " all"], {
      replayState: { response: 1, blocks: [1, 2] },
    }),
    FITS,
  ),
};
