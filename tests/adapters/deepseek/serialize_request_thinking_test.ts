import { assertEquals, assertThrows } from "@std/assert";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import { serializeRequest } from "../../../adapters/deepseek/serialize_request.ts";
import { ReasoningEffortId } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { call, message, reasoning, wireCall } from "./_conversation.ts";

function serialize(
  options: Partial<GenerateOptions>,
  config: DeepSeekOptions = {},
): Record<string, unknown> {
  return serializeRequest(
    { provider: "ds", model: "deepseek-v4-pro", messages: [], ...options },
    { config: resolveDeepSeekOptions(config), images: [] },
  );
}

const THINKING: [
  what: string,
  options: Partial<GenerateOptions>,
  config: DeepSeekOptions,
  type: string,
  effort: string | undefined,
][] = [
  [
    "the effort of the request",
    { reasoningEffort: ReasoningEffortId("max") },
    {},
    "enabled",
    "max",
  ],
  [
    "the effort of the adapter",
    {},
    { reasoningEffort: "low" },
    "enabled",
    "low",
  ],
  [
    "an effort of off",
    { reasoningEffort: ReasoningEffortId("off") },
    {},
    "disabled",
    undefined,
  ],
  [
    "an adapter's effort of off",
    {},
    { reasoningEffort: "off" },
    "disabled",
    undefined,
  ],
  [
    "disabled thinking",
    {},
    { thinking: "disabled" },
    "disabled",
    undefined,
  ],
  [
    "a session title",
    { purpose: "session-title", reasoningEffort: ReasoningEffortId("max") },
    {},
    "disabled",
    undefined,
  ],
  ["a compaction", { purpose: "compaction" }, {}, "enabled", "high"],
];

for (const [what, options, config, type, effort] of THINKING) {
  Deno.test(`serializeRequest() makes of ${what} thinking ${type}, effort ${effort}`, () => {
    const body = serialize(options, config);

    assertEquals(body["thinking"], { type });
    assertEquals(body["reasoning_effort"], effort);
    assertEquals("reasoning_effort" in body, effort !== undefined);
  });
}

const UNOFFERED: [effort: string, config: DeepSeekOptions][] = [
  ["medium", {}],
  ["high", { thinking: "disabled" }],
  ["", {}],
];

for (const [effort, config] of UNOFFERED) {
  Deno.test(`serializeRequest() refuses the effort "${effort}" with thinking ${config.thinking}`, () => {
    const options = { reasoningEffort: ReasoningEffortId(effort) };

    const error = assertThrows(() => serialize(options, config), LlmError);

    assertEquals(error.code, "UNSUPPORTED_REASONING_EFFORT");
  });
}

Deno.test("serializeRequest() refuses an unoffered effort of a session title too", () => {
  const options: Partial<GenerateOptions> = {
    purpose: "session-title",
    reasoningEffort: ReasoningEffortId("medium"),
  };

  const error = assertThrows(() => serialize(options), LlmError);

  assertEquals(error.code, "UNSUPPORTED_REASONING_EFFORT");
});

const off = ReasoningEffortId("off");
const PASSED_BACK: [
  what: string,
  options: Partial<GenerateOptions>,
  reasoning: string | undefined,
][] = [
  ["while the model thinks", {}, "Hm"],
  ["with an effort of off", { reasoningEffort: off }, undefined],
  ["for a session title", { purpose: "session-title" }, undefined],
];

for (const [when, options, passedBack] of PASSED_BACK) {
  Deno.test(`serializeRequest() passes back the reasoning ${passedBack} ${when}`, () => {
    const messages = [message("assistant", [reasoning("Hm"), call("a")])];

    const body = serialize({ ...options, messages });

    assertEquals(body["messages"], [{
      role: "assistant",
      content: "",
      ...passedBack !== undefined && { reasoning_content: passedBack },
      tool_calls: [wireCall("a")],
    }]);
  });
}
