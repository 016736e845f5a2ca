import {
  assertEquals,
  assertFalse,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import { serializeRequest } from "../../../adapters/deepseek/serialize_request.ts";
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

const config = resolveDeepSeekOptions({});

function serialize(
  options: Partial<GenerateOptions> = {},
  config: DeepSeekOptions = {},
  diagnostics: LlmDiagnostic[] = [],
): Record<string, unknown> {
  return serializeRequest(
    { provider: "ds", model: "deepseek-v4-pro", messages: [hello], ...options },
    {
      config: resolveDeepSeekOptions(config),
      images: [],
      context: {
        diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
        response: () => {},
      },
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

/** Every field the adapter may set, as a request that asks for all shows them. */
const OWN = Object.keys(serialize({
  stop: ["END"],
  tools: [{ name: "ls", description: "", parameters: {} }],
  toolChoice: "auto",
  responseFormat: { type: "json" },
  temperature: 1,
  topP: 1,
  seed: 1,
}));

Deno.test("serializeRequest() writes every field of its own for a full request", () => {
  assertEquals(OWN.toSorted(), [
    "max_tokens",
    "messages",
    "model",
    "reasoning_effort",
    "response_format",
    "seed",
    "stop",
    "stream",
    "stream_options",
    "temperature",
    "thinking",
    "tool_choice",
    "tools",
    "top_p",
  ]);
});

for (const key of OWN) {
  Deno.test(`serializeRequest() lets no provider option set ${key}`, () => {
    for (const purpose of [undefined, "session-title"] as const) {
      const diagnostics: LlmDiagnostic[] = [];

      const body = serialize(
        { purpose, providerOptions: { [key]: "x" } },
        {},
        diagnostics,
      );

      assertEquals(body, serialize({ purpose }));
      assertEquals(diagnostics.map(({ code, detail }) => ({ code, detail })), [
        { code: "PROVIDER_OPTION_IGNORED", detail: { key } },
      ]);
    }
  });
}

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

  const body = serializeRequest(options, { config, images: [] });

  assertEquals(body["stop"], ["END"]);
  assertFalse(Object.isFrozen(body["stop"]));
});
