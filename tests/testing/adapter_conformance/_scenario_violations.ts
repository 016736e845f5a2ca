/**
 * Answers that are not what their scenario must come to.
 *
 * @module
 */

import type { AdapterScenario } from "../../../testing/adapter_conformance/adapter_subject.ts";
import { textChunks, toolCallChunks } from "../../../testing/chunks.ts";
import type { Violation } from "./_chunk_violations.ts";
import { OVERLOADED, type Script, script } from "./_model_subject.ts";

const list = { name: "list", arguments: { path: "/" } };
const hello = textChunks(["Hello", " there"]);
const usage = { inputTokens: 9, outputTokens: 5 };
const stop = { kind: "stop" } as const;

function answers(
  scenario: AdapterScenario,
  answer: Script,
  rest: string,
): Violation {
  const breaks = [`"${scenario}" comes to ${rest}`];
  return { scripts: { [scenario]: answer }, breaks };
}

const ONE_CALL = 'one tool call with arguments and a finish "tool-calls"';
const NO_ARGUMENTS =
  'one tool call of arguments "{}" and a finish "tool-calls"';
const MANY_CALLS = 'tool calls of ids of their own and a finish "tool-calls"';
const FAILURE = "some text and a failure";
const USAGE = "a success that tells its usage, each token once";

/** Wrong answers. */
export const SCENARIO_VIOLATIONS: Readonly<Record<string, Violation>> = {
  "an answer without reasoning": answers(
    "reasoning",
    script(hello),
    'reasoning and a finish "stop"',
  ),
  "a call that ends as an answer": answers(
    "tool-call",
    script(toolCallChunks([list], { finish: stop })),
    ONE_CALL,
  ),
  "a call whose arguments are no JSON": answers(
    "tool-call",
    script(toolCallChunks([{ name: "list", arguments: '{"path":' }])),
    ONE_CALL,
  ),
  "a call without a name": answers(
    "tool-call",
    script(toolCallChunks([{ ...list, name: "" }])),
    ONE_CALL,
  ),
  "calls of one id": answers(
    "parallel-tool-calls",
    script(toolCallChunks([{ ...list, id: "a" }, { ...list, id: "a" }])),
    MANY_CALLS,
  ),
  "one call for two": answers(
    "parallel-tool-calls",
    script(toolCallChunks([list])),
    MANY_CALLS,
  ),
  "arguments left blank": answers(
    "tool-call-without-arguments",
    script(toolCallChunks([{ name: "list", arguments: "" }])),
    NO_ARGUMENTS,
  ),
  "an empty success": answers(
    "empty",
    script(textChunks("")),
    'a failure of code "EMPTY_RESPONSE"',
  ),
  "a limit taken for an end": answers(
    "max-tokens",
    script(hello),
    'a finish "max-tokens"',
  ),
  "no usage": answers("usage", script(hello), USAGE),
  "cached tokens counted twice": {
    ...answers(
      "usage",
      script(textChunks("Hello", { usage: { ...usage, cacheReadTokens: 4 } })),
      USAGE,
    ),
    usage: { inputTokens: 5, outputTokens: 5, cacheReadTokens: 4 },
  },
  "a cut answer taken for a short one": answers(
    "cut",
    script(hello),
    FAILURE,
  ),
  "a cut answer whose text is lost": answers(
    "cut",
    script([], OVERLOADED),
    FAILURE,
  ),
  "content before a failure that comes first": answers(
    "error-before-anything",
    script(hello.slice(0, 2), OVERLOADED),
    "a failure and no content",
  ),
  "a failure taken for an end": answers(
    "error-in-mid-stream",
    script(hello),
    FAILURE,
  ),
  "text lost to a failure": answers(
    "error-in-mid-stream",
    script([], OVERLOADED),
    FAILURE,
  ),
  "an answer in another voice": answers(
    "text",
    script(
      textChunks("", {
        reasoning: ["Hello", " there", ", and", " welcome", " home"],
      }),
    ),
    'text and a finish "stop"',
  ),
};
