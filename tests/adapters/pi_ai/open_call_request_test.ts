import { assert, assertEquals, assertRejects } from "@std/assert";
import { PiAiAdapter } from "../../../adapters/pi_ai/adapter.ts";
import type { PiAiRoute } from "../../../adapters/pi_ai/options.ts";
import { MessageId, ReasoningEffortId, SessionId } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import {
  adapt,
  answer,
  fakeLoad,
  request,
  say,
  sayLines,
  scriptFetch,
  textEvents,
} from "./_fake.ts";
import { drain } from "./_drain.ts";

Deno.test("openCall() asks pi-ai as the request says", async () => {
  const { stream, asked } = adapt(() => say(...textEvents("a")), {
    headers: { "x-own": "1" },
    thinkingBudgets: { low: 9 },
    cacheRetention: "long",
    models: [{ id: "m", reasoning: true, maxTokens: 7 }],
  });

  await drain(stream({
    temperature: 0.5,
    toolChoice: "none",
    reasoningEffort: ReasoningEffortId("low"),
    sessionId: SessionId("s"),
  }));

  const {
    signal,
    fetch,
    onPayload,
    onResponse,
    onProviderStreamEvent,
    identity,
    ...options
  } = asked[0]!.options;
  assert(signal instanceof AbortSignal);
  assertEquals(
    [fetch, onPayload, onResponse, onProviderStreamEvent].map((value) =>
      typeof value
    ),
    ["function", "function", "function", "function"],
  );
  assert(identity.userAgent.custom.startsWith("dsh-llm/"));
  assertEquals(options, {
    temperature: 0.5,
    toolChoice: "none",
    maxTokens: 7,
    reasoning: "low",
    thinkingBudgets: { low: 9 },
    apiKey: "sk-0123456789",
    sessionId: "s",
    headers: { "x-own": "1" },
    maxRetries: 0,
    timeoutMs: 2_147_483_647,
    transport: "sse",
    disableContinuation: true,
    cacheRetention: "long",
  });
});

Deno.test("openCall() says nothing of what a request leaves open", async () => {
  const { stream, asked } = adapt(() => say(...textEvents("a")));

  await drain(stream());

  const { options } = asked[0]!;
  for (
    const key of [
      "temperature",
      "toolChoice",
      "maxTokens",
      "reasoning",
      "thinkingBudgets",
      "sessionId",
      "env",
    ]
  ) {
    assertEquals(key in options, false);
  }
});

const EFFORTS: readonly [string, object, object, string | undefined][] = [
  ["the one that is asked for", {}, {
    reasoningEffort: ReasoningEffortId("high"),
  }, "high"],
  [
    "none for off",
    {},
    { reasoningEffort: ReasoningEffortId("off") },
    undefined,
  ],
  ["the one of the route", { reasoning: "low" }, {}, "low"],
  ["none that the model does not offer", { reasoning: "max" }, {}, undefined],
  ["none for a title", { reasoning: "low" }, {
    purpose: "session-title",
    reasoningEffort: ReasoningEffortId("high"),
  }, undefined],
];

for (const [name, route, fields, expected] of EFFORTS) {
  Deno.test(`openCall() asks for an effort: ${name}`, async () => {
    const models = [{ id: "m", reasoning: true }];
    const { stream, asked } = adapt(() => say(...textEvents("a")), {
      models,
      ...route,
    });

    await drain(stream(fields));

    assertEquals(asked[0]!.options.reasoning, expected as "low");
  });
}

Deno.test("openCall() sends nothing before its first read", () => {
  const { stream, loaded } = adapt(() => say());

  stream();

  assertEquals(loaded, []);
});

Deno.test("openCall() loads one protocol and what every call needs", async () => {
  const { stream, loaded } = adapt(() => say(...textEvents("a")));

  await drain(stream());
  await drain(stream());

  assertEquals(loaded.toSorted(), [
    "@earendil-works/pi-ai",
    "@earendil-works/pi-ai/api/openai-completions",
  ]);
});

Deno.test("openCall() tells facts of the exchange", async () => {
  const { fetch } = scriptFetch(["a\n"], { headers: { "x-request-id": "r1" } });
  const { stream, facts } = adapt(sayLines, { fetch });

  await drain(stream());

  assertEquals(facts as object, { status: 200, requestId: "r1", model: "m" });
});

Deno.test("openCall() tells no secret among the facts", async () => {
  const message = answer({
    content: [{ type: "text", text: "a" }],
    responseId: "sk-0123456789",
    rawStopReason: "sk-0123456789",
  });
  const { stream, facts } = adapt(() =>
    say(...textEvents("a").slice(0, -1), {
      type: "done",
      reason: "stop",
      message,
    })
  );

  await drain(stream());

  assertEquals(facts as object, {
    model: "m",
    responseId: "[redacted]",
    rawFinishReason: "[redacted]",
  });
});

Deno.test("openCall() tells the model as the caller named it", async () => {
  const { stream, facts } = adapt(() => say(...textEvents("a")));

  await drain(stream({ model: "sk-0123456789" }));

  assertEquals(facts.model, "sk-0123456789");
});

const REFUSED: readonly [string, object, object, string][] = [
  ["an effort of a model without any", {}, {
    reasoningEffort: ReasoningEffortId("low"),
  }, "UNSUPPORTED_REASONING_EFFORT"],
  [
    "an effort that is not offered",
    { models: [{ id: "m", reasoning: true }] },
    { reasoningEffort: ReasoningEffortId("max") },
    "UNSUPPORTED_REASONING_EFFORT",
  ],
  [
    "an option without a place",
    { api: "anthropic-messages" },
    { seed: 1 },
    "UNSUPPORTED_OPTION",
  ],
  ["a key that is none", { apiKey: "\n" }, {}, "MISSING_CREDENTIAL"],
  ["damaged replay state", {}, {
    messages: [{
      id: MessageId("1"),
      role: "assistant",
      content: [],
      source: {
        kind: "model",
        provider: "gateway",
        model: "m",
        replayState: 1,
      },
    }],
  }, "INVALID_REPLAY_STATE"],
];

for (const [name, route, fields, code] of REFUSED) {
  Deno.test(`openCall() refuses ${name} before it asks`, async () => {
    const { stream, asked } = adapt(() => say(...textEvents("a")), route);

    const error = await assertRejects(() => drain(stream(fields)), LlmError);

    assertEquals([error.code, asked.length], [code, 0]);
  });
}

Deno.test("openCall() refuses what only the body shows, in its own words", async () => {
  const { stream } = adapt(async function* ({ options }) {
    try {
      await options.onPayload({});
    } catch (error) {
      const errorMessage = `pi-ai says ${error}`;
      yield { type: "error", reason: "error", error: answer({ errorMessage }) };
    }
  });

  const error = await assertRejects(
    () => drain(stream({ temperature: 1 })),
    LlmError,
    '"temperature"',
  );

  assertEquals(error.code, "UNSUPPORTED_OPTION");
});

const PLACES: readonly [string, PiAiRoute, string][] = [
  ["the credential is for", {}, "https://auth.example"],
  [
    "the route says, whatever the credential is for",
    { baseURL: "https://own.example" },
    "https://own.example",
  ],
];

for (const [name, route, place] of PLACES) {
  Deno.test(`openCall() goes where ${name}`, async () => {
    const auth = { auth: { baseUrl: "https://auth.example" } };
    const { load, asked } = fakeLoad(() => say(...textEvents("a")), { auth });
    const adapter = new PiAiAdapter({ routes: { openai: route }, load });

    await drain(adapter.stream(request({ provider: "openai" })));

    assertEquals(asked[0]!.model.baseUrl, place);
  });
}
