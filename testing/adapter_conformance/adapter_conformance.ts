/**
 * The rules every adapter must keep, as cases for any test runner.
 *
 * @module
 */

import { CALL_RULES } from "./_call_rules.ts";
import { checkSubject } from "./_check_subject.ts";
import { CHUNK_RULES } from "./_chunk_rules.ts";
import { FAILURE_RULES } from "./_failure_rules.ts";
import { createKit, type Rule } from "./_kit.ts";
import { LEAVING_RULES } from "./_leaving_rules.ts";
import { REPLAY_RULES } from "./_replay_rules.ts";
import { RESOLVER_RULES } from "./_resolver_rules.ts";
import { SCENARIO_RULES } from "./_scenario_rules.ts";
import { FAKED_TIME_RULES, STALL_RULES } from "./_time_rules.ts";
import type { AdapterSubject, ConformanceCase } from "./adapter_subject.ts";

/**
 * Makes the cases that judge an adapter: one for each scenario it supports, and
 * one for each rule, held against the answers to all of them.
 *
 * They ask for no test framework: whatever runs an async function with a name
 * runs them. Each makes the adapters it needs, so they may run in any order and
 * beside each other, except that those which fake time fake it for all.
 *
 * @example Judge an adapter
 * ```ts
 * import { LlmError } from "@dsh/llm";
 * import {
 *   adapterConformance,
 *   type ScriptedCall,
 *   scriptedAdapter,
 *   textChunks,
 *   toolCallChunks,
 * } from "@dsh/llm/testing";
 * import { rejects } from "node:assert/strict";
 *
 * const list = { name: "list", arguments: { path: "/" } };
 * const text = textChunks("Hello there").slice(0, -2);
 * const failed = new LlmError("Cannot call model: overloaded", "SERVER");
 * const empty = new LlmError("Cannot use answer: it is empty", "EMPTY_RESPONSE");
 * const calls: Record<string, ScriptedCall> = {
 *   "text": textChunks("Hello there"),
 *   "reasoning": textChunks("Hello", { reasoning: "A greeting" }),
 *   "tool-call": toolCallChunks([list]),
 *   "parallel-tool-calls": toolCallChunks([list, list]),
 *   "tool-call-without-arguments": toolCallChunks([{ ...list, arguments: {} }]),
 *   "empty": empty,
 *   "max-tokens": textChunks("Hello", { finish: { kind: "max-tokens" } }),
 *   "usage": textChunks("Hello", { usage: { inputTokens: 9, outputTokens: 1 } }),
 *   "cut": text,
 *   "stall": { chunks: text, hang: true },
 *   "error-before-anything": failed,
 *   "error-in-mid-stream": { chunks: text, error: failed },
 * };
 *
 * const cases = adapterConformance({
 *   name: "a script",
 *   provider: "local",
 *   model: "any",
 *   stallMs: Infinity,
 *   create: (scenario) => ({ adapter: scriptedAdapter([calls[scenario]!]) }),
 * });
 *
 * // In a test file: for (const { name, run } of cases) Deno.test(name, run);
 * for (const { run } of cases) await run();
 *
 * const [first] = adapterConformance({
 *   name: "a script without text",
 *   provider: "local",
 *   model: "any",
 *   stallMs: Infinity,
 *   create: () => ({ adapter: scriptedAdapter([failed]) }),
 * });
 *
 * await rejects(first!.run(), {
 *   message: 'Cannot confirm that "text" comes to text and a finish "stop": ' +
 *     'expected text and a finish "stop", got an error of code "SERVER" and no blocks',
 * });
 * ```
 *
 * @param subject The adapter, as its author presents it.
 * @returns The cases. Each rejects with an `Error` that names its rule, what was
 * expected and what came.
 * @throws {TypeError} If the subject is incomplete, or leaves out a scenario
 * without a reason.
 * @throws {RangeError} If a time is out of its range.
 */
export function adapterConformance(
  subject: AdapterSubject,
): ConformanceCase[] {
  checkSubject(subject);
  const { name, unsupported = [], stallMs, fakeTime } = subject;
  const left = new Set(unsupported.map(({ scenario }) => scenario));
  const rules: Rule[] = [
    ...SCENARIO_RULES,
    ...CHUNK_RULES,
    ...FAILURE_RULES,
    ...REPLAY_RULES,
    ...CALL_RULES,
    ...LEAVING_RULES,
    ...(stallMs === Infinity ? [] : STALL_RULES),
    ...(fakeTime === undefined ? [] : FAKED_TIME_RULES),
    ...RESOLVER_RULES,
  ];
  return rules
    .filter(({ scenario }) => scenario === undefined || !left.has(scenario))
    .map(({ rule, check }) => ({
      name: `${name}: ${rule}`,
      run: () => check(createKit(subject, rule)),
    }));
}
