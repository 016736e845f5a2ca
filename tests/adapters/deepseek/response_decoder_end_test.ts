import { assertEquals, assertStringIncludes } from "@std/assert";
import { ProviderRequestId } from "../../../message.ts";
import {
  answer,
  blocksOf,
  calls,
  decode,
  decodePieces,
  delta,
  DONE,
  events,
  finishOf,
  fragment,
  usageOf,
} from "./_wire.ts";

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const counted = { inputTokens: 10, outputTokens: 5 };
const stop = { kind: "stop" } as const;
const hello = delta({ content: "Hello" });

Deno.test("ResponseDecoder reads nothing after the end marker", () => {
  const { chunks } = decode(
    answer(delta({ content: "Hello" }, "stop")) +
      events(delta({ content: " more" }), { error: "late" }) + "stray\n",
  );

  assertEquals(blocksOf(chunks), [{ type: "text", text: "Hello" }]);
  assertEquals(finishOf(chunks), stop);
});

for (
  const marker of ["data:[DONE]\n\n", "data:  [DONE] \n\n", "data: [DONE]"]
) {
  Deno.test(`ResponseDecoder knows the end marker ${JSON.stringify(marker)}`, () => {
    const { chunks } = decode(events(hello) + marker);

    assertEquals(finishOf(chunks), stop);
  });
}

const COMPLETE: [rule: string, text: string][] = [
  ["a reason and no marker", events(hello, delta({}, "stop"))],
  [
    "a reason, usage and no marker",
    events(hello, delta({}, "stop"), { choices: [], usage }),
  ],
  ["a last event without its end", events(hello, delta({}, "stop")).trimEnd()],
  ["usage alone in the last event", events(hello, { choices: [], usage })],
  ["usage beside null for choices", events(hello, { choices: null, usage })],
];
for (const [rule, text] of COMPLETE) {
  Deno.test(`ResponseDecoder takes ${rule} for the end`, () => {
    const { chunks } = decode(text);

    assertEquals(blocksOf(chunks), [{ type: "text", text: "Hello" }]);
    assertEquals(finishOf(chunks), stop);
  });
}

const CLOSED: [rule: string, text: string][] = [
  ["an empty body", ""],
  ["blank lines", "\n\n"],
  ["comments alone", ": keep-alive\n\n"],
  ["neither reason nor marker", events(hello)],
  ["an empty reason", events(delta({ content: "a" }, ""))],
  ["a cut last event", events(hello) + 'data: {"choices":[{"delta":{},"fin'],
  ["half the name of a field", "dat"],
  ["half the name of another field", "eve"],
  ["half an end marker", events(hello) + "data: [DON"],
  [
    "usage that came before too",
    events({ ...(hello as object), usage }, { choices: [], usage }),
  ],
  [
    "usage that is not last",
    events({ choices: [], usage }, hello),
  ],
  ["a stray line that only looks like JSON", events(hello) + "{oops}\n"],
  ["a stray line without an error", events(hello) + '{"a":1}\n'],
  ["a stray line", events(hello) + "upstream error: read ECONNRESET\n"],
];
for (const [rule, text] of CLOSED) {
  Deno.test(`ResponseDecoder takes ${rule} for a broken connection`, () => {
    const { failure } = decode(text);

    assertEquals(failure?.code, "STREAM_CLOSED");
    assertEquals(failure?.requestId, ProviderRequestId("q1"));
  });
}

Deno.test("ResponseDecoder reports and quotes the line that replaced the end", () => {
  const { failure, diagnostics } = decode(
    events(hello) + "upstream error: secret\n",
  );

  assertStringIncludes(failure!.message, '"upstream error: [redacted]"');
  assertEquals(diagnostics, [
    { code: "STRAY_LINE", detail: { line: '"upstream error: [redacted]"' } },
  ]);
});

Deno.test("ResponseDecoder reads on after a finish reason", () => {
  const { chunks } = decode(answer(
    delta({ content: "Hello" }, "stop"),
    delta({ content: " tail" }),
    { choices: [], usage },
  ));

  assertEquals(blocksOf(chunks), [{ type: "text", text: "Hello tail" }]);
  assertEquals(usageOf(chunks), counted);
});

Deno.test("ResponseDecoder fails with an error in the middle and keeps what came before", () => {
  const { chunks, failure } = decode(
    answer(hello, { error: { message: "Internal error", code: 500 } }),
  );

  assertEquals(chunks.length, 2);
  assertEquals(failure, {
    message: "Internal error",
    code: "SERVER",
    status: 500,
    requestId: ProviderRequestId("q1"),
  });
});

const REPORTED: [rule: string, text: string][] = [
  ["an error text", events({ error: "no" })],
  [
    "an error beside a choice",
    events({ ...(hello as object), error: { message: "no" } }),
  ],
  [
    "an event named error",
    'event: error\ndata: {"type":"error","error":{"message":"no"}}\n\n',
  ],
  [
    "an event named error without an error",
    'event: error\ndata: {"message":"no"}\n\n',
  ],
  ["an event named error with plain text", "event: error\ndata: no\n\n"],
  ["an error in a list", events([{ error: { message: "no" } }])],
  ["an error without framing", events(hello) + '{"error":{"message":"no"}}\n'],
  ["JSON with an error", '{"error":{"message":"no"}}'],
  ["JSON with a list of errors", '[{"error":{"message":"no"}}]'],
  ["JSON with a detail", '{"detail":"no"}'],
];
for (const [rule, text] of REPORTED) {
  Deno.test(`ResponseDecoder takes ${rule} for a failure of the server`, () => {
    const { failure } = decode(text);

    assertEquals(failure?.code, "SERVER");
    assertEquals(failure?.message, "no");
  });
}

const MALFORMED: [rule: string, text: string][] = [
  ["an event that is no JSON", events(hello) + "data: {oops\n\n" + DONE],
  [
    "two events in one",
    'data: {"id":"x","choidata: {"choices":[]}\n\n' + DONE,
  ],
  ["a page", "<!doctype html><title>Login</title>"],
  ["a page after blank lines", "\n\n<html></html>"],
  ["a long page", "<html>" + "a".repeat(70_000)],
  ["plain text", "no healthy upstream"],
  ["cut JSON", '{"choices":[{"mess'],
  ["lines of JSON", '{"choices":[]}\n{"choices":[]}\n'],
  ["JSON of another kind", '{"object":"list","data":[]}'],
  ["a JSON list of another kind", "[1,2]"],
];
for (const [rule, text] of MALFORMED) {
  Deno.test(`ResponseDecoder takes ${rule} for malformed`, () => {
    const { failure } = decode(text);

    assertEquals(failure?.code, "MALFORMED_RESPONSE");
  });
}

Deno.test("ResponseDecoder quotes a malformed event, bounded and without secrets", () => {
  const { failure } = decode(`data: {secret ${"a".repeat(10_000)}\n\n`);

  assertStringIncludes(failure!.message, "{[redacted] aaa");
  assertEquals(failure!.message.length < 300, true);
});

Deno.test("ResponseDecoder quotes the title of a page", () => {
  const { failure } = decode("<html><title>Log in</title></html>");

  assertStringIncludes(failure!.message, '"Log in"');
});

for (const lineEnd of ["\n", "\r\n", "\r"]) {
  Deno.test(`ResponseDecoder takes a body cut anywhere for a broken connection, lines ending in ${JSON.stringify(lineEnd)}`, () => {
    const fields = ": hm\n\nid: 1\nretry: 5\nevent: message\n";
    const text = fields + events(hello, delta({ content: " 你" })) + fields;
    const bytes = new TextEncoder().encode(text.replaceAll("\n", lineEnd));

    for (let end = 0; end < bytes.length; end++) {
      const { failure, diagnostics } = decodePieces([bytes.subarray(0, end)]);

      assertEquals(failure?.code, "STREAM_CLOSED", `cut at ${end}`);
      assertEquals(diagnostics, [], `cut at ${end}`);
    }
  });
}

Deno.test("ResponseDecoder gives no arguments to a tool call that the limit cut", () => {
  const call = fragment({ index: 0, id: "c1" }, "", "list");

  const { chunks } = decode(answer(calls(call), delta({}, "length")));

  assertEquals<unknown>(blocksOf(chunks), [
    { type: "tool-call", id: "c1", name: "list", arguments: "" },
  ]);
  assertEquals(finishOf(chunks), { kind: "max-tokens" });
});
