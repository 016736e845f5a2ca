import { assertStrictEquals, assertThrows } from "@std/assert";
import {
  checkChunk,
  checkSessionEvent,
} from "../../../runtime/session/check_session_event.ts";
import {
  answered,
  APPEND,
  event,
  found,
  said,
  START,
  STEP,
} from "./_events.ts";

const error = (fault: string) => new TypeError(fault);
const failure = { message: "m", code: "C" };
const retry = {
  retryId: "r",
  ...STEP,
  provider: "p",
  mode: "normal",
  policyKey: "k",
  retry: 1,
  maxRetries: 0,
  delayMs: 0,
  failure,
};
const config = { provider: "p", model: "m" };
const header = { config, adapterDefaults: {} };
const usage = { inputTokens: 1, outputTokens: 0 };

const SOUND: [type: string, data: unknown, rest?: object][] = [
  ["turn/start", { turn: 1 }],
  ["turn/end", { turn: 1, outcome: "done" }],
  ["turn/end", { turn: 1, outcome: "interrupted", failure }],
  ["step/start", STEP],
  ["step/end", STEP],
  ["user/message", { message: said("a") }, APPEND],
  ["tool/result", { message: found("a") }, APPEND],
  ["assistant/message", { message: answered("a") }, APPEND],
  [
    "assistant/message",
    { message: answered("a"), usage, interrupted: true },
    { ...APPEND, sourceEventSeqs: [] },
  ],
  ["context/replace", { messages: [] }, {
    surfaceOp: { op: "replace", from: 3, to: 2 },
  }],
  ["request/header", { header }],
  ["request/header", {
    header: {
      config: {
        ...config,
        reasoningEffort: "high",
        temperature: 0,
        maxTokens: 1,
        stop: ["END"],
      },
      adapterDefaults: { maxTokens: true, reasoningEffort: true },
      system: "s",
      tools: [{ name: "n", description: "", parameters: {} }],
    },
  }],
  ["request/context", {}],
  ["request/context", { contextWindow: 1, inputModalities: ["text"] }],
  ["llm/retry", retry],
  ["llm/retry-started", { retryId: "r", ...STEP, retry: 1 }],
  ["weather/rain", { mm: 3 }],
  ["weather/rain", { message: said("a") }, APPEND],
];

for (const [type, data, rest] of SOUND) {
  Deno.test(`checkSessionEvent() takes ${type} with ${Object.keys(data as object)}`, () => {
    const given = event(7, { type, data, ...rest });

    assertStrictEquals(checkSessionEvent(given, error), given);
  });
}

Deno.test("checkSessionEvent() takes a start as the first event", () => {
  const given = event(1, { type: "session/start", data: START });

  assertStrictEquals(checkSessionEvent(given, error), given);
});

const NOT_EVENTS: [event: unknown, fault: string][] = [
  [null, '"event" must be an object'],
  [[], '"event" must be an object'],
  ["event", '"event" must be an object'],
  [{ ...event(0, {}) }, '"seq" must be a positive integer'],
  [{ seq: 2, time: "now" }, '"time" must be a number'],
  [{ seq: 2, time: 1 }, '"type" must be a non-empty string'],
  [{ seq: 2, time: 1, type: "" }, '"type" must be a non-empty string'],
  [{ seq: 2, time: 1, type: "a", data: 1 }, '"data" must be an object'],
  [
    { seq: 1, time: 1, type: "turn/start", data: { turn: 1 } },
    '"type" must be "session/start"',
  ],
  [
    { seq: 2, time: 1, type: "session/start", data: START },
    '"type" must be anything but "session/start"',
  ],
];

for (const [given, fault] of NOT_EVENTS) {
  Deno.test(`checkSessionEvent() refuses ${JSON.stringify(given)}`, () => {
    assertThrows(() => checkSessionEvent(given, error), TypeError, fault);
  });
}

Deno.test("checkSessionEvent() refuses a start without a session", () => {
  const given = event(1, { type: "session/start", data: { version: 1 } });

  assertThrows(
    () => checkSessionEvent(given, error),
    TypeError,
    '"data.sessionId" must be a non-empty string',
  );
});

const UNSOUND: [type: string, data: unknown, fault: string, rest?: object][] = [
  ["turn/start", {}, '"data.turn" must be'],
  ["turn/end", { turn: 1, outcome: "lost" }, '"data.outcome" must be "done"'],
  [
    "turn/end",
    { turn: 1, outcome: "error", failure: { code: "C" } },
    '"data.failure" must be a sound failure',
  ],
  ["step/start", { turn: 1 }, '"data.step" must be'],
  ["step/end", { step: 1 }, '"data.turn" must be'],
  ["user/message", {}, '"data.message" must be'],
  [
    "user/message",
    { message: answered("a") },
    '"data.message.role" must be "user"',
  ],
  [
    "tool/result",
    { message: said("a") },
    '"data.message.source.kind" must be "tool"',
  ],
  [
    "assistant/message",
    { message: said("a") },
    '"data.message.role" must be "assistant"',
  ],
  [
    "assistant/message",
    { message: answered("a"), usage: { ...usage, outputTokens: -1 } },
    '"data.usage.outputTokens" must be',
  ],
  [
    "assistant/message",
    { message: answered("a"), interrupted: "yes" },
    '"data.interrupted" must be a boolean',
  ],
  ["context/replace", { messages: {} }, '"data.messages" must be an array'],
  ["context/replace", { messages: [1] }, '"data.messages[0]" must be'],
  ["request/header", { header: {} }, '"data.header.config" must be'],
  [
    "request/header",
    { header: { config } },
    '"data.header.adapterDefaults" must be',
  ],
  [
    "request/header",
    { header: { config, adapterDefaults: { maxTokens: 1 } } },
    '"data.header.adapterDefaults.maxTokens" must be true',
  ],
  ["request/context", { contextWindow: 0 }, '"data.contextWindow" must be'],
  ["llm/retry", { ...retry, mode: "never" }, '"data.mode" must be "normal"'],
  ["llm/retry", { ...retry, delayMs: -1 }, '"data.delayMs" must be'],
  ["llm/retry", { ...retry, maxRetries: 0.5 }, '"data.maxRetries" must be'],
  ["llm/retry-started", { ...retry, retry: 0 }, '"data.retry" must be'],
  ["assistant/chunk", { ...STEP }, '"data.chunk" must be an object'],
  [
    "assistant/chunk",
    { ...STEP, chunk: { type: "text-delta", index: 0 } },
    '"data.chunk.text" must be a string',
  ],
  [
    "turn/start",
    { turn: 1 },
    '"surfaceOp.op" must be "append" or "replace"',
    { surfaceOp: { op: "remove" } },
  ],
  [
    "context/replace",
    { messages: [] },
    '"surfaceOp.to" must be',
    { surfaceOp: { op: "replace", from: 1 } },
  ],
  ["turn/start", { turn: 1 }, '"data.message" must be', APPEND],
  ["weather/rain", { message: "a" }, '"data.message" must be', APPEND],
  ["weather/rain", { messages: [1] }, '"data.messages[0]" must be', APPEND],
  [
    "weather/rain",
    {},
    '"sourceEventSeqs[1]" must be the seq of an event before',
    { sourceEventSeqs: [6, 7] },
  ],
];

for (const [type, data, fault, rest] of UNSOUND) {
  Deno.test(`checkSessionEvent() refuses ${type}: ${fault}`, () => {
    const given = event(7, { type, data, ...rest });

    assertThrows(() => checkSessionEvent(given, error), TypeError, fault);
  });
}

const CHUNKS: unknown[] = [
  { type: "block-start", index: 0, blockType: "text" },
  { type: "text-delta", index: 0, text: "" },
  { type: "reasoning-delta", index: 0, text: "" },
  { type: "tool-call-delta", index: 0, id: "", argumentsDelta: "" },
  { type: "tool-call-delta", index: 0, id: "", name: "", argumentsDelta: "" },
  { type: "block-end", index: 0, block: { type: "text", text: "" } },
  { type: "block-end", index: 0, block: { type: "nobody/knows" } },
  { type: "usage", usage },
  { type: "finish", reason: { kind: "stop" } },
  { type: "finish", reason: { kind: "nobody/knows" } },
  { type: "finish", reason: { kind: "error", failure } },
];

for (const chunk of CHUNKS) {
  Deno.test(`checkSessionEvent() takes the chunk ${JSON.stringify(chunk)}`, () => {
    const given = event(7, {
      type: "assistant/chunk",
      data: { ...STEP, chunk },
    });

    assertStrictEquals(checkSessionEvent(given, error), given);
  });
}

const UNSOUND_CHUNKS: [chunk: unknown, fault: string][] = [
  [{ type: "block-start", index: 0 }, '"data.chunk.blockType" must be'],
  [{ type: "text-delta", index: 0.5, text: "" }, '"data.chunk.index" must be'],
  [{ type: "reasoning-delta", index: 0 }, '"data.chunk.text" must be'],
  [{ type: "tool-call-delta", index: 0 }, '"data.chunk.id" must be'],
  [
    { type: "tool-call-delta", index: 0, id: "", name: 1, argumentsDelta: "" },
    '"data.chunk.name" must be',
  ],
  [{ type: "block-end", index: 0 }, '"data.chunk.block" must be'],
  [
    { type: "block-end", index: 0, block: { type: "text" } },
    '"data.chunk.block.text" must be',
  ],
  [{ type: "usage", usage: {} }, '"data.chunk.usage.inputTokens" must be'],
  [{ type: "finish" }, '"data.chunk.reason" must be an object'],
  [{ type: "finish", reason: {} }, '"data.chunk.reason.kind" must be'],
  [
    { type: "finish", reason: { kind: "aborted" } },
    '"data.chunk.reason.failure" must be a sound failure',
  ],
  [{ type: "toString" }, '"data.chunk.type" must be the type of a chunk'],
];

for (const [chunk, fault] of UNSOUND_CHUNKS) {
  Deno.test(`checkChunk() refuses ${JSON.stringify(chunk)}`, () => {
    assertThrows(() => checkChunk(chunk, error), TypeError, fault);
  });
}
