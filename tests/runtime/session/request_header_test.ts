import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import { deepFreeze, ReasoningEffortId, SessionId } from "../../../message.ts";
import {
  isSame,
  requestOf,
  seedOf,
} from "../../../runtime/session/request_header.ts";
import type { EpochHeader } from "../../../runtime/session/session_event.ts";
import { said } from "./_events.ts";

const sessionId = SessionId("s");
const config = { provider: "p", model: "m" };

const HEADER: EpochHeader = deepFreeze({
  config: { ...config, maxTokens: 10, stop: ["END"] },
  adapterDefaults: { maxTokens: true as const },
  system: "Be brief",
  tools: [{
    name: "look",
    description: "Looks",
    parameters: { type: "object" },
  }],
});

const message = deepFreeze(said("Hi"));

Deno.test("requestOf() makes a request of a header, messages and a session", () => {
  const surface = [{ seq: 2, message }];

  const request = requestOf(HEADER, { surface, sessionId });

  assertEquals(request, {
    ...HEADER.config,
    messages: [message],
    system: "Be brief",
    tools: [...HEADER.tools!],
    sessionId,
  });
});

Deno.test("requestOf() leaves out what a header does not have", () => {
  const header = { config, adapterDefaults: {} };

  const request = requestOf(header, { surface: [], sessionId });

  assertEquals(Object.keys(request).sort(), [
    "messages",
    "model",
    "provider",
    "sessionId",
  ]);
});

Deno.test("requestOf() makes a request that is deeply frozen", () => {
  const request = requestOf(HEADER, {
    surface: [{ seq: 2, message }],
    sessionId,
  });

  const parts = [
    request,
    request.messages,
    ...request.messages,
    request.stop,
    request.tools,
    request.tools![0]!.parameters,
  ];
  assert(parts.every((part) => Object.isFrozen(part)));
});

Deno.test("requestOf() passes the signal on", () => {
  const { signal } = new AbortController();

  const request = requestOf(HEADER, { surface: [], sessionId, signal });

  assertStrictEquals(request.signal, signal);
});

const SEEDS: [defaults: EpochHeader["adapterDefaults"], seed: object][] = [
  [{}, { reasoningEffort: "high", maxTokens: 10 }],
  [{ maxTokens: true }, { reasoningEffort: "high" }],
  [{ reasoningEffort: true }, { maxTokens: 10 }],
  [{ maxTokens: true, reasoningEffort: true }, {}],
];

for (const [adapterDefaults, rest] of SEEDS) {
  Deno.test(`seedOf() takes back what an adapter filled in: ${JSON.stringify(adapterDefaults)}`, () => {
    const header = deepFreeze({
      config: {
        ...config,
        reasoningEffort: ReasoningEffortId("high"),
        maxTokens: 10,
      },
      adapterDefaults,
    });

    assertEquals(seedOf(header) as object, { ...config, ...rest });
  });
}

Deno.test("isSame() tells what says the same", () => {
  assert(isSame({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }));
  assertFalse(isSame({ a: [1] }, { a: [2] }));
  assertFalse(isSame({ a: 1 }, {}));
});
