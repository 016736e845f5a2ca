import { assertEquals, assertThrows } from "@std/assert";
import { payloadOptions } from "../../../adapters/pi_ai/payload_options.ts";
import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { request } from "./_fake.ts";

/** What becomes of an empty body. */
function written(
  api: PiAiApi,
  fields: Partial<GenerateOptions>,
  payload: unknown = {},
  capped = true,
): unknown {
  return payloadOptions(request(fields), { api, capped })(payload);
}

const schema = { type: "object" };
const forced = { name: "ls" };
const json = { type: "json" } as const;
const jsonSchema = { type: "json-schema", name: "n", schema } as const;

const WRITTEN: readonly [PiAiApi, Partial<GenerateOptions>, unknown][] = [
  ["openai-completions", { stop: ["a"], topP: 0.5, seed: 1 }, {
    stop: ["a"],
    top_p: 0.5,
    seed: 1,
  }],
  ["openai-completions", { toolChoice: "required" }, {
    tool_choice: "required",
  }],
  ["openai-completions", { toolChoice: forced }, {
    tool_choice: { type: "function", function: forced },
  }],
  ["openai-completions", { responseFormat: json }, {
    response_format: { type: "json_object" },
  }],
  ["openai-completions", { responseFormat: jsonSchema }, {
    response_format: {
      type: "json_schema",
      json_schema: { name: "n", schema },
    },
  }],
  ["openai-completions", { responseFormat: { type: "text" } }, {}],
  ["openai-completions", { toolChoice: "auto" }, {}],
  ["openai-responses", { topP: 0.5, stop: ["a"] }, { top_p: 0.5 }],
  ["openai-responses", { toolChoice: "required" }, { tool_choice: "required" }],
  ["openai-responses", { toolChoice: forced }, {
    tool_choice: { type: "function", name: "ls" },
  }],
  ["openai-responses", { responseFormat: json }, {
    text: { format: { type: "json_object" } },
  }],
  ["azure-openai-responses", { responseFormat: jsonSchema }, {
    text: { format: { type: "json_schema", name: "n", schema } },
  }],
  ["anthropic-messages", { stop: ["a"], topP: 0.5 }, {
    stop_sequences: ["a"],
    top_p: 0.5,
  }],
  ["anthropic-messages", { toolChoice: "required" }, {
    tool_choice: { type: "any" },
  }],
  ["anthropic-messages", { toolChoice: forced }, {
    tool_choice: { type: "tool", name: "ls" },
  }],
  ["google-generative-ai", { stop: ["a"], topP: 0.5, seed: 1 }, {
    config: { stopSequences: ["a"], topP: 0.5, seed: 1 },
  }],
  ["google-vertex", { toolChoice: "required" }, {
    config: { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
  }],
  ["google-generative-ai", { toolChoice: forced }, {
    config: {
      toolConfig: {
        functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["ls"] },
      },
    },
  }],
  ["google-generative-ai", { responseFormat: json }, {
    config: { responseMimeType: "application/json" },
  }],
  ["google-generative-ai", { responseFormat: jsonSchema }, {
    config: {
      responseMimeType: "application/json",
      responseJsonSchema: schema,
    },
  }],
  ["mistral-conversations", { stop: ["a"], topP: 0.5, seed: 1 }, {
    stop: ["a"],
    topP: 0.5,
    randomSeed: 1,
  }],
  ["mistral-conversations", { toolChoice: "required" }, {
    toolChoice: "required",
  }],
  ["mistral-conversations", { toolChoice: forced }, {
    toolChoice: { type: "function", function: forced },
  }],
  ["mistral-conversations", { responseFormat: json }, {
    responseFormat: { type: "json_object" },
  }],
  ["mistral-conversations", { responseFormat: jsonSchema }, {
    responseFormat: {
      type: "json_schema",
      jsonSchema: { name: "n", schemaDefinition: schema },
    },
  }],
  ["bedrock-converse-stream", { stop: ["a"], topP: 0.5 }, {
    inferenceConfig: { stopSequences: ["a"], topP: 0.5 },
  }],
];

for (const [api, fields, expected] of WRITTEN) {
  Deno.test(`payloadOptions() writes ${JSON.stringify(fields)} for ${api}`, () => {
    const body = written(api, fields) as Record<string, unknown>;

    // An empty place is no harm.
    const { config, ...rest } = body;
    const empty = JSON.stringify(config) === "{}";
    assertEquals(empty ? rest : body, expected);
  });
}

const REFUSED: readonly [PiAiApi, Partial<GenerateOptions>, string][] = [
  ["openai-responses", { seed: 1 }, "seed"],
  ["anthropic-messages", { seed: 1 }, "seed"],
  ["anthropic-messages", { responseFormat: json }, "responseFormat"],
  ["bedrock-converse-stream", { toolChoice: "required" }, "toolChoice"],
  ["pi-messages", { topP: 0.5 }, "topP"],
];

for (const [api, fields, option] of REFUSED) {
  Deno.test(`payloadOptions() refuses ${option} for ${api}`, () => {
    const error = assertThrows(
      () => written(api, fields),
      LlmError,
      `"${option}" must be left out`,
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
  });
}

Deno.test("payloadOptions() has a place for nothing in a protocol it does not know", () => {
  const error = assertThrows(
    () =>
      payloadOptions(request({ topP: 1 }), { api: "toString", capped: true }),
    LlmError,
  );

  assertEquals(error.code, "UNSUPPORTED_OPTION");
});

Deno.test("payloadOptions() refuses the choice of a tool without a name", () => {
  const toolChoice = {} as { name: string };

  assertThrows(
    () => written("openai-completions", { toolChoice }),
    LlmError,
    '"toolChoice" must be',
  );
});

const UNSENT: readonly [string, PiAiApi, string[]][] = [
  ["more than the protocol takes", "openai-completions", [
    "a",
    "b",
    "c",
    "d",
    "e",
  ]],
  ["a blank one", "anthropic-messages", ["a", "\n"]],
  ["any where there is no place", "openai-responses", ["a"]],
];

for (const [name, api, stop] of UNSENT) {
  Deno.test(`payloadOptions() sends no stop strings if there is ${name}`, () => {
    assertEquals(written(api, { stop }), {});
  });
}

Deno.test("payloadOptions() adds provider options where the protocol has its own", () => {
  const providerOptions = { top_k: 1, absent: undefined };

  assertEquals(written("openai-completions", { providerOptions }), {
    top_k: 1,
  });
  assertEquals(written("google-vertex", { providerOptions }), {
    config: { top_k: 1 },
  });
});

Deno.test("payloadOptions() ignores a provider option that the adapter sets, and says so", () => {
  const diagnostics: LlmDiagnostic[] = [];
  const context = {
    diagnostic: (diagnostic: LlmDiagnostic) =>
      void diagnostics.push(diagnostic),
    response() {},
  };

  const write = payloadOptions(request({ providerOptions: { model: "x" } }), {
    api: "openai-completions",
    capped: true,
    context,
  });

  assertEquals(write({ model: "m" }), { model: "m" });
  assertEquals(diagnostics.map(({ code, detail }) => [code, detail]), [
    ["PROVIDER_OPTION_IGNORED", { key: "model" }],
  ]);
});

for (const value of [1n, () => {}]) {
  Deno.test(`payloadOptions() refuses a provider option that is a ${typeof value}`, () => {
    const error = assertThrows(
      () => written("openai-completions", { providerOptions: { a: value } }),
      LlmError,
      '"providerOptions.a" must be a value that JSON can hold',
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
  });
}

Deno.test("payloadOptions() takes a cap away that nobody asked for", () => {
  const payload = { max_completion_tokens: 9, a: 1 };

  assertEquals(written("openai-completions", {}, payload, false), { a: 1 });
});

Deno.test("payloadOptions() leaves a cap where the protocol cannot do without", () => {
  const payload = { max_tokens: 9 };

  assertEquals(written("anthropic-messages", {}, payload, false), payload);
});

for (const value of [NaN, () => {}]) {
  Deno.test(`payloadOptions() refuses a provider option that holds ${String(value)} and would lose it`, () => {
    const providerOptions = { a: { b: value } };

    const error = assertThrows(
      () => written("openai-completions", { providerOptions }),
      LlmError,
      '"providerOptions.a" must be a value that JSON can hold',
    );

    assertEquals(error.code, "UNSUPPORTED_OPTION");
  });
}

Deno.test("payloadOptions() refuses a temperature that pi-ai leaves out", () => {
  const error = assertThrows(
    () => written("anthropic-messages", { temperature: 0.5 }, { model: "m" }),
    LlmError,
    '"temperature" must be left out',
  );

  assertEquals(error.code, "UNSUPPORTED_OPTION");
});

Deno.test("payloadOptions() takes a temperature that pi-ai has sent", () => {
  const payload = { config: { temperature: 0 } };

  assertEquals(written("google-vertex", { temperature: 0 }, payload), payload);
});

Deno.test("payloadOptions() leaves alone what is no body", () => {
  assertEquals(written("openai-completions", { topP: 1 }, "text"), "text");
});
