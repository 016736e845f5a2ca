import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { ContentBlock, MessageRole } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";
import {
  call,
  chart,
  image,
  message,
  reasoning,
  result,
  serialize,
  text,
  wireCall,
} from "./_conversation.ts";

Deno.test("serializeMessages() puts the system slot before system messages", () => {
  const messages = [message("system", [text("Be kind.")])];

  const wire = serialize(messages, { system: "Be brief." });

  assertEquals(wire, [
    { role: "system", content: "Be brief." },
    { role: "system", content: "Be kind." },
  ]);
});

Deno.test("serializeMessages() leaves out an empty system slot", () => {
  const wire = serialize([message("user", [text("Hi")])], { system: "" });

  assertEquals(wire, [{ role: "user", content: "Hi" }]);
});

Deno.test("serializeMessages() keeps the order of messages, system ones included", () => {
  const wire = serialize([
    message("user", [text("Hi")]),
    message("system", [text("It is late.")]),
    message("assistant", [text("Good night")]),
  ]);

  assertEquals(wire.map(({ role }) => role), ["user", "system", "assistant"]);
});

for (const role of ["system", "user", "assistant"] as const) {
  Deno.test(`serializeMessages() joins the text of the role ${role} with nothing between`, () => {
    const wire = serialize([message(role, [text("a\n"), text("b")])]);

    assertEquals(wire, [{ role, content: "a\nb" }]);
  });

  Deno.test(`serializeMessages() sends "" for the role ${role} without content`, () => {
    const wire = serialize([message(role, [])]);

    assertEquals(wire, [{ role, content: "" }]);
  });
}

Deno.test('serializeMessages() sends "" as the content of a turn that only calls tools', () => {
  const wire = serialize([message("assistant", [call("a")])], {
    thinking: false,
  });

  assertEquals(wire as unknown, [
    { role: "assistant", content: "", tool_calls: [wireCall("a")] },
  ]);
});

Deno.test("serializeMessages() sends several calls in one turn, in order", () => {
  const wire = serialize([message("assistant", [call("a"), call("b")])], {
    thinking: false,
  });

  assertEquals(wire as unknown, [
    {
      role: "assistant",
      content: "",
      tool_calls: [wireCall("a"), wireCall("b")],
    },
  ]);
});

Deno.test("serializeMessages() passes reasoning back on turns that call tools", () => {
  const wire = serialize([
    message("assistant", [
      reasoning("First "),
      text("Looking."),
      reasoning("then."),
      call("a"),
    ]),
  ]);

  assertEquals(wire as unknown, [
    {
      role: "assistant",
      content: "Looking.",
      reasoning_content: "First then.",
      tool_calls: [wireCall("a")],
    },
  ]);
});

Deno.test('serializeMessages() passes "" back on tool turns that kept no reasoning', () => {
  const wire = serialize([message("assistant", [call("a")])]);

  assertEquals(wire as unknown, [
    {
      role: "assistant",
      content: "",
      reasoning_content: "",
      tool_calls: [wireCall("a")],
    },
  ]);
});

Deno.test("serializeMessages() passes reasoning back on every tool turn, not the last one only", () => {
  const wire = serialize([
    message("assistant", [reasoning("1"), call("a")]),
    message("user", [result("a", [text("x")])]),
    message("assistant", [call("b")]),
    message("user", [result("b", [text("y")])]),
  ]);

  assertEquals(
    wire.map((entry) =>
      entry.role === "assistant" ? entry.reasoning_content : entry.role
    ),
    ["1", "tool", "", "tool"],
  );
});

Deno.test("serializeMessages() passes no reasoning back while the model does not think", () => {
  const wire = serialize(
    [message("assistant", [reasoning("Hm"), call("a")])],
    { thinking: false },
  );

  assertEquals(wire as unknown, [
    { role: "assistant", content: "", tool_calls: [wireCall("a")] },
  ]);
});

Deno.test("serializeMessages() leaves reasoning out of turns without tool calls", () => {
  const wire = serialize([message("assistant", [reasoning("Hm"), text("Hi")])]);

  assertEquals(wire, [{ role: "assistant", content: "Hi" }]);
});

for (const blank of ["", " \n"]) {
  Deno.test(`serializeMessages() sends "{}" for the arguments ${JSON.stringify(blank)}`, () => {
    const wire = serialize([message("assistant", [call("a", blank)])], {
      thinking: false,
    });

    assertEquals(wire as unknown, [
      { role: "assistant", content: "", tool_calls: [wireCall("a")] },
    ]);
  });
}

Deno.test("serializeMessages() sends arguments as the model wrote them", () => {
  const args = ' {"path": "/tmp"';

  const wire = serialize([message("assistant", [call("a", args)])], {
    thinking: false,
  });

  assertEquals(wire as unknown, [
    { role: "assistant", content: "", tool_calls: [wireCall("a", args)] },
  ]);
});

Deno.test("serializeMessages() sends one tool message a result", () => {
  const wire = serialize([
    message("user", [result("a", [text("1"), text("2")]), result("b", [])]),
  ]);

  assertEquals(wire, [
    { role: "tool", tool_call_id: "a", content: "12" },
    { role: "tool", tool_call_id: "b", content: "(no output)" },
  ]);
});

Deno.test("serializeMessages() sends results before the other content of a message", () => {
  const wire = serialize([
    message("user", [text("And now?"), result("a", [text("1")])]),
  ]);

  assertEquals(wire, [
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "user", content: "And now?" },
  ]);
});

Deno.test("serializeMessages() sends results right after the turn that called for them", () => {
  const wire = serialize([
    message("user", [text("Hi")]),
    message("assistant", [call("a"), call("b")]),
    message("user", [text("Hurry")]),
    message("user", [result("b", [text("2")]), text("Please")]),
    message("system", [text("Be brief")]),
    message("user", [result("a", [text("1")])]),
    message("assistant", [call("c")]),
    message("user", [result("c", [text("3")])]),
  ]);

  assertEquals(wire.map(({ role, content }) => `${role} ${content}`), [
    "user Hi",
    "assistant ",
    "tool 2",
    "tool 1",
    "user Hurry",
    "user Please",
    "system Be brief",
    "assistant ",
    "tool 3",
  ]);
});

Deno.test("serializeMessages() sends no empty user message after results", () => {
  const wire = serialize([
    message("user", [result("a", [text("1")]), text("")]),
  ]);

  assertEquals(wire, [{ role: "tool", tool_call_id: "a", content: "1" }]);
});

Deno.test("serializeMessages() gives a blank result a fixed text", () => {
  const wire = serialize([message("user", [result("a", [text(" \n")])])]);

  assertEquals(wire, [
    { role: "tool", tool_call_id: "a", content: "(no output)" },
  ]);
});

Deno.test("serializeMessages() does not pass a blank failure for a success", () => {
  const wire = serialize([message("user", [result("a", [], true)])]);

  assertEquals(wire, [
    { role: "tool", tool_call_id: "a", content: "(failed without output)" },
  ]);
});

const UNSUPPORTED: [role: MessageRole, block: ContentBlock, at: string][] = [
  ["system", image, ""],
  ["system", reasoning("Hm"), ""],
  ["user", chart, ""],
  ["user", reasoning("Hm"), ""],
  ["user", call("a"), ""],
  ["user", result("a", [image, chart]), ".content[1]"],
  ["user", result("a", [result("b", [image])]), ".content[0]"],
  ["user", result("a", [chart]), ".content[0]"],
  ["assistant", image, ""],
  ["assistant", chart, ""],
  ["assistant", result("a", []), ""],
];

for (const [role, block, at] of UNSUPPORTED) {
  Deno.test(`serializeMessages() refuses "${block.type}" in the role ${role}${at} as UNSUPPORTED_CONTENT`, () => {
    const messages = [
      message("user", [text("Hi")]),
      message(role, [text("a"), block]),
    ];

    const error = assertThrows(() => serialize(messages), LlmError);

    assertEquals(error.code, "UNSUPPORTED_CONTENT");
    assertStringIncludes(
      error.message,
      `Cannot send request: "messages[1].content[1]${at}" must be `,
    );
  });
}

Deno.test("serializeMessages() refuses an unknown role as UNSUPPORTED_CONTENT", () => {
  const messages = [message("developer" as MessageRole, [text("Hi")])];

  const error = assertThrows(() => serialize(messages), LlmError);

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
  assertStringIncludes(error.message, "messages[0]");
});
