import { assertEquals, assertFalse } from "@std/assert";
import { isUsualReason } from "../../../adapters/deepseek/judge_ending.ts";
import { ProviderRequestId } from "../../../message.ts";
import {
  answer,
  blocksOf,
  calls,
  codesOf,
  decode,
  delta,
  failureCodeOf,
  finishOf,
  fragment,
} from "./_wire.ts";

const call = (args: string) =>
  calls(fragment({ index: 0, id: "a" }, args, "ls"));

const FINISHES: [reason: string, kind: string][] = [
  ["stop", "stop"],
  ["STOP", "stop"],
  ["end", "stop"],
  ["eos", "stop"],
  ["end_turn", "stop"],
  ["tool_calls", "tool-calls"],
  ["length", "max-tokens"],
];
for (const [reason, kind] of FINISHES) {
  Deno.test(`judgeEnding() takes ${reason} for ${kind}`, () => {
    const { chunks } = decode(
      answer(delta({ content: "a" }), delta({}, reason)),
    );

    assertEquals(finishOf(chunks)?.kind, kind);
  });
}

const FAILURES: [reason: string, code: string][] = [
  ["content_filter", "CONTENT_FILTER"],
  ["sensitive", "CONTENT_FILTER"],
  ["network_error", "TRANSPORT"],
  ["abort", "TRANSPORT"],
  ["aborted", "TRANSPORT"],
  ["insufficient_system_resource", "INSUFFICIENT_SYSTEM_RESOURCE"],
  ["something new", "SOMETHING NEW"],
];
for (const [reason, code] of FAILURES) {
  Deno.test(`judgeEnding() takes ${reason} for the error ${code}`, () => {
    const { chunks } = decode(
      answer(delta({ content: "a" }), delta({}, reason)),
    );

    assertEquals(failureCodeOf(chunks), code);
    assertEquals(blocksOf(chunks), []);
  });
}

Deno.test("judgeEnding() keeps the request id with a failure", () => {
  const { chunks } = decode(answer(delta({ content: "a" }, "sensitive")));

  const reason = finishOf(chunks);
  assertEquals(
    reason?.kind === "error" && reason.failure.requestId,
    ProviderRequestId("q1"),
  );
});

for (const reason of ["stop", "end", "", null]) {
  Deno.test(`judgeEnding() takes ${JSON.stringify(reason)} after tool calls for tool-calls`, () => {
    const { chunks } = decode(answer(call("{}"), delta({}, reason)));

    assertEquals(finishOf(chunks), { kind: "tool-calls" });
  });
}

for (const reason of ["stop", "tool_calls", "end", "", null]) {
  Deno.test(`judgeEnding() takes ${JSON.stringify(reason)} without content for an error`, () => {
    const { chunks } = decode(answer(delta({ content: "" }, reason)));

    assertEquals(failureCodeOf(chunks), "EMPTY_RESPONSE");
  });
}

Deno.test("judgeEnding() takes reasoning alone for a success", () => {
  const { chunks } = decode(answer(delta({ reasoning_content: "a" }, "stop")));

  assertEquals(finishOf(chunks), { kind: "stop" });
});

Deno.test("judgeEnding() takes no content at the token limit as it is", () => {
  const { chunks } = decode(answer(delta({}, "length")));

  assertEquals(finishOf(chunks), { kind: "max-tokens" });
});

for (const reason of ["stop", "tool_calls", null]) {
  Deno.test(`judgeEnding() takes an unparsed call before ${reason} for an error`, () => {
    const { chunks } = decode(answer(
      delta({ content: "<｜DS" }),
      delta({ content: "ML｜tool_calls>" }),
      delta({}, reason),
    ));

    assertEquals(failureCodeOf(chunks), "UNPARSED_TOOL_CALL");
  });
}

Deno.test("judgeEnding() lets an unparsed call be where a parsed one came", () => {
  const { chunks } = decode(answer(
    delta({ content: "<｜DSML｜tool_calls>" }),
    call("{}"),
    delta({}, "tool_calls"),
  ));

  assertEquals(finishOf(chunks), { kind: "tool-calls" });
});

Deno.test("judgeEnding() refuses cut arguments that no reason vouches for", () => {
  const { chunks } = decode(answer(call('{"p":')));

  assertEquals(failureCodeOf(chunks), "MALFORMED_RESPONSE");
});

Deno.test("judgeEnding() accepts blank arguments that no reason vouches for", () => {
  const { chunks } = decode(answer(call(" ")));

  assertEquals(finishOf(chunks), { kind: "tool-calls" });
});

Deno.test("judgeEnding() leaves bad arguments to the caller where a reason came", () => {
  const { chunks } = decode(answer(call("{p}"), delta({}, "tool_calls")));

  assertEquals(finishOf(chunks), { kind: "tool-calls" });
});

Deno.test("judgeEnding() closes a call that the token limit cut with its raw text", () => {
  const { chunks } = decode(answer(call('{"p":'), delta({}, "length")));

  const [block] = blocksOf(chunks);
  assertEquals(block?.type === "tool-call" && block.arguments, '{"p":');
  assertEquals(finishOf(chunks), { kind: "max-tokens" });
});

for (const reason of ["end", "sensitive", "something new"]) {
  Deno.test(`isUsualReason() is false for ${reason}, which is reported`, () => {
    const decoded = decode(answer(delta({ content: "a" }, reason)));

    assertFalse(isUsualReason(reason));
    assertEquals(decoded.diagnostics, [
      { code: "UNUSUAL_FINISH_REASON", detail: { finishReason: reason } },
    ]);
  });
}

Deno.test("a response without a finish reason is reported", () => {
  const decoded = decode(answer(delta({ content: "a" })));

  assertEquals(finishOf(decoded.chunks), { kind: "stop" });
  assertEquals(codesOf(decoded), ["MISSING_FINISH_REASON"]);
  assertFalse("rawFinishReason" in decoded.facts);
});
