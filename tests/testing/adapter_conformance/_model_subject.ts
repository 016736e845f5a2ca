/**
 * A subject that keeps every rule, and variants of it that do not.
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import type { StreamChunk, TokenUsage } from "../../../message.ts";
import type { LlmAdapter } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import { adapterConformance } from "../../../testing/adapter_conformance/adapter_conformance.ts";
import type {
  AdapterScenario,
  AdapterSubject,
  FakedTime,
} from "../../../testing/adapter_conformance/adapter_subject.ts";
import { textChunks, toolCallChunks } from "../../../testing/chunks.ts";
import { type Habit, ModelAdapter, type Script } from "./_model_adapter.ts";

export type { Script };

/** Nothing but this is wrong with a variant. */
export interface Variant {
  /** What the adapter does wrong. */
  habit?: Habit | undefined;
  /** Other answers than the right ones. */
  scripts?: Partial<Record<AdapterScenario, Script>> | undefined;
  /** What the provider says a "usage" costs. */
  usage?: TokenUsage | undefined;
  /** Changes the adapter. */
  wrap?: ((adapter: ModelAdapter) => LlmAdapter) | undefined;
  /** What else the subject says. */
  subject?: Partial<AdapterSubject> | undefined;
  /** Whether a case will wait for it in vain. */
  hangs?: boolean | undefined;
  /** Whether the rules of time are judged as well. */
  timed?: boolean | undefined;
}

const said = ["Hello", " there", ", and", " welcome", " home"];
const list = { name: "list", arguments: { path: "/" } };
const begun = textChunks(said).slice(0, 3);

/** What must never show. */
export const SECRET = "sk-0123456789";

/** The failure of a provider. */
export const OVERLOADED: LlmError = new LlmError(
  "Cannot call model: overloaded",
  "SERVER",
);

// As little, and as much, as may be.
const USAGE: TokenUsage = {
  inputTokens: 9,
  outputTokens: 5,
  cacheReadTokens: 0,
  reasoningTokens: 5,
};

const EMPTY = new LlmError("Cannot use answer: empty", "EMPTY_RESPONSE");

/** Hands out each chunk in a read of its own. */
export function script(
  chunks: readonly StreamChunk[],
  end: Script["end"] = "close",
): Script {
  return { reads: chunks.map((chunk) => [chunk]), end };
}

/** The right answers. */
export const SCRIPTS: Readonly<Record<AdapterScenario, Script>> = {
  "text": script(textChunks(said, { replayState: { response: 1 } })),
  "reasoning": script(textChunks(said, { reasoning: "A greeting" })),
  "tool-call": script(toolCallChunks([list])),
  "parallel-tool-calls": script(toolCallChunks([list, list])),
  "tool-call-without-arguments": script(
    toolCallChunks([{ ...list, arguments: {} }]),
  ),
  "empty": script([], EMPTY),
  "max-tokens": script(textChunks(said, { finish: { kind: "max-tokens" } })),
  "usage": script(textChunks(said, { usage: USAGE })),
  "cut": script(begun),
  "stall": script(begun, "stall"),
  "error-before-anything": script([], OVERLOADED),
  "error-in-mid-stream": script(begun, OVERLOADED),
};

/** Fakes time with the library of these tests. */
export function fakeTime(): FakedTime {
  const time = new FakeTime();
  return {
    advance: (ms) => time.tickAsync(ms),
    pending: () => time.next(),
    restore: () => time.restore(),
  };
}

/** Makes a subject of a variant. */
export function modelSubject(variant: Variant = {}): AdapterSubject {
  const { habit, scripts, usage, wrap, subject } = variant;
  const { timed = false, hangs = false } = variant;
  return {
    name: "model",
    provider: "local",
    model: "any",
    // Long only where nobody is meant to wait that long.
    patienceMs: hangs ? 100 : 5_000,
    refused: [{ request: { topP: 1 } }],
    secrets: [SECRET],
    ...(timed ? { fakeTime } : { stallMs: Infinity }),
    create(scenario) {
      const chosen = scripts?.[scenario] ?? SCRIPTS[scenario];
      const model = new ModelAdapter(chosen, { habit, timed });
      return {
        adapter: wrap?.(model) ?? model,
        text: sentText(chosen),
        usage,
        requests: () => model.requests,
        reads: () => model.reads,
        headers: () => model.headers,
        stopped: () => model.stopped,
      };
    },
    ...subject,
  };
}

function sentText({ reads }: Script): string {
  return reads.flat()
    .map((chunk) => chunk.type === "text-delta" ? chunk.text : "")
    .join("");
}

/** Runs all cases, and tells the rules that are broken by what was said. */
export async function brokenRules(
  subject: AdapterSubject,
): Promise<Map<string, string>> {
  const cases = adapterConformance(subject);
  const broken = new Map<string, string>();
  const judge = async ({ name, run }: (typeof cases)[number]) => {
    try {
      await run();
    } catch (error) {
      const { message } = error as Error;
      broken.set(name.replace(`${subject.name}: `, ""), message);
    }
  };
  // Time is faked for all at once, so beside each other is for the others.
  if (subject.fakeTime === undefined) await Promise.all(cases.map(judge));
  else for (const one of cases) await judge(one);
  return broken;
}
