// The scripted adapter, held to what every adapter must keep.
import { LlmError } from "../../../runtime/error.ts";
import { adapterConformance } from "../../../testing/adapter_conformance/adapter_conformance.ts";
import type { AdapterScenario } from "../../../testing/adapter_conformance/adapter_subject.ts";
import { textChunks, toolCallChunks } from "../../../testing/chunks.ts";
import {
  scriptedAdapter,
  type ScriptedCall,
} from "../../../testing/scripted_adapter.ts";

const said = ["Hello", " there", ", and", " welcome", " home"];
const list = { name: "list", arguments: { path: "/" } };
const usage = { inputTokens: 9, outputTokens: 5, reasoningTokens: 2 };
const begun = textChunks(said).slice(0, 3);
const failed = new LlmError("Cannot call model: overloaded", "SERVER");
const empty = new LlmError("Cannot use answer: empty", "EMPTY_RESPONSE");
const limit = { kind: "max-tokens" } as const;

const CALLS: Record<AdapterScenario, ScriptedCall> = {
  "text": textChunks(said),
  "reasoning": textChunks(said, { reasoning: "A greeting" }),
  "tool-call": toolCallChunks([list]),
  "parallel-tool-calls": toolCallChunks([list, list]),
  "tool-call-without-arguments": toolCallChunks([{ ...list, arguments: {} }]),
  "empty": empty,
  "max-tokens": textChunks(said, { finish: limit }),
  "usage": textChunks(said, { usage }),
  "cut": begun,
  "stall": { chunks: begun, hang: true },
  "error-before-anything": failed,
  "error-in-mid-stream": { chunks: begun, error: failed },
};

const cases = adapterConformance({
  name: "scriptedAdapter()",
  provider: "local",
  model: "any",
  // It plays what it is given, silence included.
  stallMs: Infinity,
  create(scenario) {
    const adapter = scriptedAdapter([CALLS[scenario]]);
    const broken = scenario === "cut" || scenario === "error-in-mid-stream";
    return {
      adapter,
      usage,
      ...(broken && { text: "Hello there" }),
    };
  },
});

for (const { name, run } of cases) Deno.test(name, run);
