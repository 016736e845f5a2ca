import { assertEquals } from "@std/assert";
import { ResponseDecoder } from "../../../adapters/deepseek/response_decoder.ts";
import { CallId } from "../../../message.ts";
import {
  answer,
  blocksOf,
  calls,
  codesOf,
  decode,
  decodePieces,
  delta,
  events,
  failureCodeOf,
  finishOf,
  fragment,
  usageOf,
} from "./_wire.ts";

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const counted = { inputTokens: 10, outputTokens: 5 };
const stop = { kind: "stop" } as const;
const hello = delta({ content: "Hello" });

Deno.test("ResponseDecoder translates a whole response", () => {
  const { chunks, failure, diagnostics, facts } = decode(answer(
    delta({ role: "assistant", content: null, reasoning_content: "" }),
    delta({ reasoning_content: "Hm", content: null }),
    delta({ content: "Hel", reasoning_content: null }),
    delta({ content: "lo" }),
    calls(fragment({ index: 0, id: "a" }, "", "ls")),
    calls(fragment({ index: 0 }, "{}")),
    delta({ content: "" }, "tool_calls"),
    { choices: [], usage },
  ));

  const id = CallId("a");
  assertEquals(chunks, [
    { type: "block-start", index: 0, blockType: "reasoning" },
    { type: "reasoning-delta", index: 0, text: "Hm" },
    { type: "block-end", index: 0, block: { type: "reasoning", text: "Hm" } },
    { type: "block-start", index: 1, blockType: "text" },
    { type: "text-delta", index: 1, text: "Hel" },
    { type: "text-delta", index: 1, text: "lo" },
    { type: "block-end", index: 1, block: { type: "text", text: "Hello" } },
    { type: "block-start", index: 2, blockType: "tool-call" },
    { type: "tool-call-delta", index: 2, id, argumentsDelta: "", name: "ls" },
    { type: "tool-call-delta", index: 2, id, argumentsDelta: "{}" },
    {
      type: "block-end",
      index: 2,
      block: { type: "tool-call", id, name: "ls", arguments: "{}" },
    },
    { type: "usage", usage: counted },
    { type: "finish", reason: { kind: "tool-calls" } },
  ]);
  assertEquals(failure, undefined);
  assertEquals(diagnostics, []);
  assertEquals(facts, {
    responseId: "r1",
    model: "m1",
    rawFinishReason: "tool_calls",
  });
});

Deno.test("ResponseDecoder reads characters that are cut between reads", () => {
  const { chunks } = decode(answer(delta({ content: "你好 🌍" }, "stop")));

  assertEquals(blocksOf(chunks), [{ type: "text", text: "你好 🌍" }]);
});

Deno.test("ResponseDecoder replaces a character that the end cuts", () => {
  const bytes = new TextEncoder().encode(
    events(hello, delta({}, "stop")) + ": é",
  );

  const { chunks } = decodePieces([bytes.subarray(0, -1)]);

  assertEquals(finishOf(chunks), stop);
});

Deno.test("ResponseDecoder skips a byte order mark and blank lines", () => {
  const { chunks } = decode(
    "\ufeff\n \r\n" + answer(delta({ content: "a" }, "stop")),
  );

  assertEquals(finishOf(chunks), stop);
});

Deno.test("ResponseDecoder tells the last usage, once", () => {
  const { chunks } = decode(answer(
    {
      ...(hello as object),
      usage: { prompt_tokens: 10, completion_tokens: 1 },
    },
    { ...(delta({}, "stop") as object), usage },
  ));

  assertEquals(chunks.filter(({ type }) => type === "usage"), [
    { type: "usage", usage: counted },
  ]);
});

Deno.test("ResponseDecoder keeps usage that a useless one follows", () => {
  const { chunks } = decode(answer(
    { ...(hello as object), usage },
    { choices: [], usage: { total_tokens: 0 } },
  ));

  assertEquals(usageOf(chunks), counted);
});

Deno.test("ResponseDecoder tells no usage where none is of use", () => {
  const { chunks } = decode(answer(
    delta({ content: "a" }, "stop"),
    { choices: [], usage: { prompt_tokens: null, total_tokens: 15 } },
  ));

  assertEquals(usageOf(chunks), undefined);
});

Deno.test("ResponseDecoder knows the usage of a response that fails", () => {
  const decoder = new ResponseDecoder({
    requestId: undefined,
    model: "m",
    redact: (text) => text,
    report: () => {},
    respond: () => {},
  });

  decoder.decode(new TextEncoder().encode(events({ choices: [], usage })));

  assertEquals(decoder.usage, counted);
});

Deno.test("ResponseDecoder ignores events without data", () => {
  const { chunks } = decode(
    "data:\n\ndata: \n\n" + answer(delta({ content: "a" }, "stop")),
  );

  assertEquals(finishOf(chunks), stop);
});

Deno.test("ResponseDecoder ignores events of other kinds", () => {
  const { chunks, diagnostics } = decode(
    'event: ping\ndata: {"type":"ping"}\n\n' +
      answer(delta({ content: "a" }, "stop")),
  );

  assertEquals(finishOf(chunks), stop);
  assertEquals(diagnostics, []);
});

Deno.test("ResponseDecoder makes the same chunks of a whole completion", () => {
  const { chunks, facts } = decode(
    "\n\n" + JSON.stringify({
      id: "r1",
      model: "m1",
      choices: [{
        index: 0,
        message: {
          role: "assistant",
          content: "Hello",
          reasoning_content: "Hm",
          tool_calls: [
            { id: "a", function: { name: "ls", arguments: "{}" } },
            { id: "b", function: { name: "cat", arguments: '{"f":1}' } },
          ],
        },
        finish_reason: "tool_calls",
      }],
      usage,
    }),
  );

  assertEquals(blocksOf(chunks), [
    { type: "reasoning", text: "Hm" },
    { type: "text", text: "Hello" },
    { type: "tool-call", id: CallId("a"), name: "ls", arguments: "{}" },
    { type: "tool-call", id: CallId("b"), name: "cat", arguments: '{"f":1}' },
  ]);
  assertEquals(usageOf(chunks), counted);
  assertEquals(finishOf(chunks), { kind: "tool-calls" });
  assertEquals(facts.rawFinishReason, "tool_calls");
});

Deno.test("ResponseDecoder takes an empty whole completion for an empty response", () => {
  const { chunks } = decode(JSON.stringify({
    choices: [{ message: { content: "" }, finish_reason: "stop" }],
  }));

  assertEquals(failureCodeOf(chunks), "EMPTY_RESPONSE");
});

Deno.test("ResponseDecoder keeps what the server wants back as replay state", () => {
  const { chunks } = decode(answer(
    hello,
    calls({
      ...(fragment({ index: 0, id: "a" }, "{}", "ls") as object),
      extra_content: { google: { thought_signature: "sig" } },
    }),
    delta({}, "tool_calls"),
  ));

  const last = chunks.at(-1);
  assertEquals(last?.type === "finish" && last.replayState, {
    response: { v: 1 },
    blocks: [
      null,
      { extra_content: { google: { thought_signature: "sig" } } },
    ],
  });
});

Deno.test("ResponseDecoder has no replay state where nothing is wanted back", () => {
  const { chunks } = decode(answer(delta({ content: "a" }, "stop")));

  assertEquals(chunks.at(-1), { type: "finish", reason: stop });
});

Deno.test("ResponseDecoder waits for names that are not empty", () => {
  const { facts } = decode(answer(
    { id: "", model: "", choices: [] },
    { id: "r2", model: "m2", choices: [] },
    delta({ content: "a" }, "stop"),
  ));

  assertEquals(facts.responseId, "r2");
  assertEquals(facts.model, "m2");
});

Deno.test("ResponseDecoder collects annotations", () => {
  const { facts, diagnostics } = decode(answer(
    delta({ content: "See", annotations: [{ n: 1 }] }),
    delta({ annotations: [{ n: 2 }] }, "stop"),
  ));

  assertEquals(facts.annotations, [{ n: 1 }, { n: 2 }]);
  assertEquals(diagnostics, []);
});

Deno.test("ResponseDecoder reports activity at most once a read", () => {
  const reports: unknown[] = [];
  const decoder = new ResponseDecoder({
    requestId: undefined,
    model: "m",
    redact: (text) => text,
    report: (code, detail) => void reports.push([code, detail]),
    respond: () => {},
  });
  const read = new TextEncoder().encode(": first\n\n: second\n\n");

  decoder.decode(read);
  decoder.decode(read);

  assertEquals(reports, [
    ["TRANSPORT_ACTIVITY", { comment: '"first"' }],
    ["TRANSPORT_ACTIVITY", { comment: '"first"' }],
  ]);
});

Deno.test("ResponseDecoder tells apart calls that share an index", () => {
  const decoded = decode(answer(
    calls(fragment({ index: 0, id: "a" }, '{"p":', "ls")),
    calls(fragment({ index: 0, id: "b" }, '{"f":1}', "cat")),
    calls(fragment({ index: 0, id: "a" }, "1}", null)),
    delta({}, "tool_calls"),
  ));

  assertEquals(blocksOf(decoded.chunks), [
    { type: "tool-call", id: CallId("a"), name: "ls", arguments: '{"p":1}' },
    { type: "tool-call", id: CallId("b"), name: "cat", arguments: '{"f":1}' },
  ]);
  assertEquals(codesOf(decoded), ["SPLIT_TOOL_CALL"]);
});

for (const id of ["", null]) {
  Deno.test(`ResponseDecoder never lets the id ${JSON.stringify(id)} replace another`, () => {
    const { chunks } = decode(answer(
      calls(fragment({ index: 0, id: "a" }, '{"p":', "ls")),
      calls(fragment({ index: 0, id }, "1}", null)),
      delta({}, "tool_calls"),
    ));

    assertEquals(blocksOf(chunks), [
      { type: "tool-call", id: CallId("a"), name: "ls", arguments: '{"p":1}' },
    ]);
  });
}

Deno.test("ResponseDecoder reads a call that comes without index and in pieces", () => {
  const { chunks } = decode(answer(
    calls(fragment({ id: "a" }, '{"p":', "ls")),
    calls(fragment({}, "1}")),
    delta({}, "tool_calls"),
  ));

  assertEquals(blocksOf(chunks), [
    { type: "tool-call", id: CallId("a"), name: "ls", arguments: '{"p":1}' },
  ]);
});
