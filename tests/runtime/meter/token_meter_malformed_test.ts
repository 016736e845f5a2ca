import { assertThrows } from "@std/assert";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import type { EpochHeader } from "../../../runtime/session/session_event.ts";
import {
  answer,
  answered,
  began,
  type Entry,
  logOf,
  passed,
  replaced,
  said,
} from "./_log.ts";

type Refusal = [what: unknown, message: string, type?: ErrorConstructor];

const message = answer("a");
const AMOUNT = "a finite number, 0 or more";

function chunk(rest: object): Entry {
  return {
    type: "assistant/chunk",
    data: { turn: 1, step: 1, chunk: { type: "usage", ...rest } },
  };
}

function answerWith(usage: object): Entry {
  return { type: "assistant/message", data: { message, usage } };
}

function headerWith(rest: object): Entry {
  return { type: "request/header", data: { header: { config: {}, ...rest } } };
}

// The third event of a log, after two that are sound.
const EVENTS: Refusal[] = [
  [{ seq: 4 }, '"seq" must be 3'],
  [{ seq: "3" }, '"seq" must be 3'],
  [{ time: "now" }, '"time" must be a number'],
  [{ time: NaN }, '"time" must be finite', RangeError],
  [{ type: "" }, '"type" must be a non-empty string'],
  [{ type: 1 }, '"type" must be a non-empty string'],
  [{ type: "note", data: null }, '"data" must be an object'],
  [{ type: "note", data: "d" }, '"data" must be an object'],
  [{ ...said("a"), surfaceOp: null }, '"surfaceOp" must be an object'],
  [
    { ...said("a"), surfaceOp: { op: "insert" } },
    '"surfaceOp.op" must be "append" or "replace"',
  ],
  [
    { ...said("a"), surfaceOp: { op: "replace", to: 1 } },
    '"surfaceOp.from" must be a number',
  ],
  [
    { ...said("a"), surfaceOp: { op: "replace", from: 1, to: 0 } },
    '"surfaceOp.to" must be a positive integer',
    RangeError,
  ],
  [
    replaced(["a"], { from: 3, to: 3 }),
    '"surfaceOp.from" must be the seq of a message that the model sees',
    RangeError,
  ],
  [
    replaced(["a"], { from: 2, to: 1 }),
    '"surfaceOp.to" must be the seq of a message that the model sees, not before the first',
    RangeError,
  ],
  [
    { type: "note", data: {}, surfaceOp: { op: "append" } },
    '"data.message" must be an object',
  ],
  [
    { type: "note", data: { messages: 1 }, surfaceOp: { op: "append" } },
    '"data.messages" must be an array',
  ],
  [
    { ...answered("a"), sourceEventSeqs: 1 },
    '"sourceEventSeqs" must be an array',
  ],
  [
    { ...answered("a"), sourceEventSeqs: [3] },
    '"sourceEventSeqs[0]" must be the seq of an event before',
    RangeError,
  ],
  [
    { ...answered("a"), sourceEventSeqs: [1, 0] },
    '"sourceEventSeqs[1]" must be the seq of an event before',
    RangeError,
  ],
  [{ type: "user/message", data: {} }, '"data.message" must be an object'],
  [
    { type: "tool/result", data: { message: { ...message, content: "a" } } },
    '"data.message.content" must be an array of blocks',
  ],
  [
    {
      type: "assistant/message",
      data: { message: { ...message, content: [{ type: "text" }] } },
    },
    '"data.message.content[0].text" must be a string',
  ],
  [
    { type: "context/replace", data: { messages: [message, 1] } },
    '"data.messages[1]" must be an object',
  ],
  [began(0, 1), '"data.turn" must be a positive integer', RangeError],
  [began(1, 0.5), '"data.step" must be a positive integer', RangeError],
  [passed(0, 1), '"data.turn" must be a positive integer', RangeError],
  [passed(1, -1), '"data.step" must be a positive integer', RangeError],
  [
    { type: "assistant/chunk", data: { turn: 1, step: 1 } },
    '"data.chunk" must be an object',
  ],
  [chunk({ type: "" }), '"data.chunk.type" must be a non-empty string'],
  [chunk({}), '"data.chunk.usage" must be an object'],
  [
    chunk({ usage: { inputTokens: -1, outputTokens: 0 } }),
    `"data.chunk.usage.inputTokens" must be ${AMOUNT}`,
    RangeError,
  ],
  [
    answerWith({ inputTokens: 1 }),
    '"data.usage.outputTokens" must be a number',
  ],
  [
    answerWith({ inputTokens: 1, outputTokens: 1, cacheReadTokens: NaN }),
    `"data.usage.cacheReadTokens" must be ${AMOUNT}`,
    RangeError,
  ],
  [
    answerWith({ inputTokens: 1, outputTokens: 1, cacheWriteTokens: Infinity }),
    `"data.usage.cacheWriteTokens" must be ${AMOUNT}`,
    RangeError,
  ],
  [
    answerWith({ inputTokens: 1, outputTokens: 1, reasoningTokens: null }),
    '"data.usage.reasoningTokens" must be a number',
  ],
  [{ type: "request/header", data: {} }, '"data.header" must be an object'],
  [headerWith({ config: 1 }), '"data.header.config" must be an object'],
  [headerWith({ system: 1 }), '"data.header.system" must be a string'],
  [headerWith({ tools: {} }), '"data.header.tools" must be an array'],
  [
    headerWith({ tools: [{ name: "n", description: "d" }] }),
    '"data.header.tools[0].parameters" must be an object',
  ],
  [
    { type: "request/context", data: { contextWindow: 0 } },
    '"data.contextWindow" must be a positive integer',
    RangeError,
  ],
];

for (const [what, fault, type = TypeError] of EVENTS) {
  const entry = { type: "note", data: {}, ...what as object };

  Deno.test(`TokenMeter refuses an event: ${fault} (${entry.type})`, () => {
    const log = logOf(said("a"), said("b"), entry);

    assertThrows(
      () => new TokenMeter().measure(log),
      type,
      `Cannot measure event 3: ${fault}`,
    );
  });
}

for (const event of [null, 1, []]) {
  Deno.test(`TokenMeter refuses ${JSON.stringify(event)} as an event`, () => {
    const session = { revision: 1, eventsFrom: () => [event as never] };

    assertThrows(
      () => new TokenMeter().measure(session),
      TypeError,
      'Cannot measure event 1: "event" must be an object',
    );
  });
}

const HEADERS: Refusal[] = [
  [null, '"header" must be an object'],
  [{}, '"header.config" must be an object'],
  [{ config: {}, system: 1 }, '"header.system" must be a string'],
  [{ config: {}, tools: [1] }, '"header.tools[0]" must be an object'],
];

for (const [header, fault] of HEADERS) {
  Deno.test(`TokenMeter refuses a header: ${fault}`, () => {
    assertThrows(
      () => new TokenMeter().measure(logOf(), header as EpochHeader),
      TypeError,
      `Cannot measure session: ${fault}`,
    );
  });
}
