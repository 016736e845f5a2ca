import {
  assertEquals,
  assertFalse,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import {
  requestBody,
  serializeRequest,
} from "../../../adapters/deepseek/serialize_request.ts";
import { type Message, MessageId } from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";

const hello: Message = {
  id: MessageId("1"),
  role: "user",
  content: [{ type: "text", text: "Hi" }],
  source: { kind: "user" },
};

function serialize(
  options: Partial<GenerateOptions> = {},
  config: DeepSeekOptions = {},
  diagnostics: LlmDiagnostic[] = [],
): Record<string, unknown> {
  return serializeRequest(
    { provider: "ds", model: "deepseek-v4-pro", messages: [hello], ...options },
    resolveDeepSeekOptions(config),
    {
      diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
      response: () => {},
    },
  );
}

Deno.test("serializeRequest() leaves out what nobody set", () => {
  assertEquals(serialize(), {
    model: "deepseek-v4-pro",
    messages: [{ role: "user", content: "Hi" }],
    stream: true,
    stream_options: { include_usage: true },
    thinking: { type: "enabled" },
    reasoning_effort: "high",
    max_tokens: 256_000,
  });
});

Deno.test("serializeRequest() leaves out fields that are set to undefined", () => {
  const body = serialize({
    temperature: undefined,
    topP: undefined,
    seed: undefined,
    stop: undefined,
    tools: undefined,
    toolChoice: undefined,
    responseFormat: undefined,
    providerOptions: undefined,
  });

  assertEquals(Object.keys(body), Object.keys(serialize()));
});

Deno.test("serializeRequest() sends the system slot first", () => {
  const { messages } = serialize({ system: "Be brief." });

  assertEquals(messages, [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hi" },
  ]);
});

const FIELDS: [
  what: string,
  options: Partial<GenerateOptions>,
  field: string,
  value: unknown,
][] = [
  ["a temperature of 0", { temperature: 0 }, "temperature", 0],
  ["topP", { topP: 0.5 }, "top_p", 0.5],
  ["a seed of 0", { seed: 0 }, "seed", 0],
  ["maxTokens", { maxTokens: 7 }, "max_tokens", 7],
  ["stop", { stop: ["END", "\n"] }, "stop", ["END", "\n"]],
  ["an empty stop list", { stop: [] }, "stop", undefined],
  ["toolChoice auto", { toolChoice: "auto" }, "tool_choice", "auto"],
  ["toolChoice none", { toolChoice: "none" }, "tool_choice", "none"],
  [
    "toolChoice required",
    { toolChoice: "required" },
    "tool_choice",
    "required",
  ],
  ["one tool as toolChoice", { toolChoice: { name: "ls" } }, "tool_choice", {
    type: "function",
    function: { name: "ls" },
  }],
  [
    "responseFormat text",
    { responseFormat: { type: "text" } },
    "response_format",
    undefined,
  ],
  [
    "responseFormat json",
    { responseFormat: { type: "json" } },
    "response_format",
    { type: "json_object" },
  ],
  [
    "responseFormat json-schema",
    {
      responseFormat: {
        type: "json-schema",
        name: "city",
        schema: { type: "object" },
      },
    },
    "response_format",
    {
      type: "json_schema",
      json_schema: { name: "city", schema: { type: "object" } },
    },
  ],
  [
    "tools",
    {
      tools: [{
        name: "ls",
        description: "Lists",
        parameters: { type: "object" },
      }],
    },
    "tools",
    [{
      type: "function",
      function: {
        name: "ls",
        description: "Lists",
        parameters: { type: "object" },
      },
    }],
  ],
  ["an empty list of tools", { tools: [] }, "tools", undefined],
];

for (const [what, options, field, value] of FIELDS) {
  Deno.test(`serializeRequest() writes ${what} as ${field} ${JSON.stringify(value)}`, () => {
    const body = serialize(options);

    assertEquals(body[field], value);
    assertEquals(field in body, value !== undefined);
  });
}

Deno.test("serializeRequest() fills the output cap from the model before the adapter", () => {
  const config = {
    maxTokens: 1_000,
    models: [{ id: "a", maxTokens: 500 }, { id: "b" }],
  };

  assertEquals(serialize({ model: "a" }, config)["max_tokens"], 500);
  assertEquals(serialize({ model: "b" }, config)["max_tokens"], 1_000);
  assertEquals(serialize({ model: "c" }, config)["max_tokens"], 1_000);
});

Deno.test("serializeRequest() merges providerOptions into the body", () => {
  const body = serialize({ providerOptions: { top_k: 4 } });

  assertEquals(body, { ...serialize(), top_k: 4 });
});

Deno.test("serializeRequest() lets no provider option replace a field of its own", () => {
  const diagnostics: LlmDiagnostic[] = [];

  const body = serialize(
    { providerOptions: { stream: false } },
    {},
    diagnostics,
  );

  assertEquals(body["stream"], true);
  assertEquals(diagnostics.map(({ code }) => code), [
    "PROVIDER_OPTION_IGNORED",
  ]);
});

const UNKNOWN: [field: string, options: unknown][] = [
  ["toolChoice", { toolChoice: "any" }],
  ["toolChoice", { toolChoice: {} }],
  ["responseFormat", { responseFormat: { type: "grammar" } }],
];

for (const [field, options] of UNKNOWN) {
  Deno.test(`serializeRequest() refuses ${JSON.stringify(options)} as UNSUPPORTED_OPTION`, () => {
    const error = assertThrows(
      () => serialize(options as Partial<GenerateOptions>),
      LlmError,
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
    assertStringIncludes(error.message, field);
  });
}

Deno.test("serializeRequest() writes a frozen request and leaves it as it was", () => {
  const options = Object.freeze({
    provider: "ds",
    model: "m",
    messages: Object.freeze([hello]) as unknown as Message[],
    stop: Object.freeze(["END"]) as unknown as string[],
  });

  const body = serializeRequest(options, resolveDeepSeekOptions({}));

  assertEquals(body["stop"], ["END"]);
  assertFalse(Object.isFrozen(body["stop"]));
});

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

for (
  const [what, parameters] of [
    ["a cycle", cyclic],
    ["a bigint", { maximum: 1n }],
  ] as const
) {
  Deno.test(`requestBody() refuses a tool with ${what} as UNSUPPORTED_OPTION`, () => {
    const tools = [{ name: "ls", description: "", parameters }];

    const error = assertThrows(
      () =>
        requestBody(
          { provider: "ds", model: "m", messages: [], tools },
          resolveDeepSeekOptions({}),
        ),
      LlmError,
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
  });
}

Deno.test("requestBody() writes what serializeRequest() makes", () => {
  const options = { provider: "ds", model: "m", messages: [] };

  const text = requestBody(options, resolveDeepSeekOptions({}));

  assertEquals(
    JSON.parse(text),
    serializeRequest(options, resolveDeepSeekOptions({})),
  );
});
