import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { serializeMessages } from "../../../adapters/deepseek/serialize_messages.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { LlmError } from "../../../runtime/error.ts";
import { call, message, serialize, text, wireCall } from "./_conversation.ts";

const signature = { extra_content: { google: { thought_signature: "sig" } } };

Deno.test("serializeMessages() gives opaque fields back with the call they came with", () => {
  const state = { response: { v: 1 }, blocks: [null, null, signature] };

  const wire = serialize(
    [message("assistant", [text("Hi"), call("a"), call("b")], state)],
    { thinking: false },
  );

  assertEquals(wire as unknown, [
    {
      role: "assistant",
      content: "Hi",
      tool_calls: [wireCall("a"), { ...wireCall("b"), ...signature }],
    },
  ]);
});

Deno.test("serializeMessages() lets no opaque field replace what the call says", () => {
  const entry = { id: "x", type: "y", function: { name: "rm" }, more: 1 };
  const state = { response: { v: 1 }, blocks: [entry] };

  const wire = serialize([message("assistant", [call("a")], state)], {
    thinking: false,
  });

  assertEquals(wire as unknown, [
    {
      role: "assistant",
      content: "",
      tool_calls: [{ ...wireCall("a"), more: 1 }],
    },
  ]);
});

Deno.test("serializeMessages() refuses malformed replay state as INVALID_REPLAY_STATE", () => {
  const messages = [
    message("user", [text("Hi")]),
    message("assistant", [call("a")], "sig"),
  ];

  const error = assertThrows(() => serialize(messages), LlmError);

  assertEquals(error.code, "INVALID_REPLAY_STATE");
  assertStringIncludes(error.message, "messages[1].source.replayState");
});

const UNUSABLE: [what: string, state: unknown][] = [
  ["of another version", { response: { v: 0 }, blocks: [signature] }],
  ["for more blocks", { response: { v: 1 }, blocks: [signature, null] }],
];

for (const [what, state] of UNUSABLE) {
  Deno.test(`serializeMessages() leaves out replay state ${what} and reports it`, () => {
    const diagnostics: LlmDiagnostic[] = [];

    const wire = serialize([message("assistant", [call("a")], state)], {
      thinking: false,
      diagnostics,
    });

    assertEquals(wire as unknown, [
      { role: "assistant", content: "", tool_calls: [wireCall("a")] },
    ]);
    assertEquals(
      diagnostics.map(({ code }) => code),
      ["REPLAY_STATE_LEFT_OUT"],
    );
  });
}

Deno.test("serializeMessages() reports nothing about replay state it can use", () => {
  const diagnostics: LlmDiagnostic[] = [];
  const state = { response: { v: 1 }, blocks: [signature] };

  serialize([message("assistant", [call("a")], state)], { diagnostics });

  assertEquals(diagnostics, []);
});

Deno.test("serializeMessages() works with nobody to report to", () => {
  const state = { response: { v: 2 }, blocks: [] };
  const messages = [message("assistant", [text("Hi")], state)];

  const wire = serializeMessages(
    { messages },
    { thinking: true, images: [] },
  );

  assertEquals(wire, [{ role: "assistant", content: "Hi" }]);
});
