import { assertEquals, assertThrows } from "@std/assert";
import {
  PayloadReader,
  type ToolCallFragment,
} from "../../../adapters/deepseek/payload_reader.ts";

/** Reads payloads and keeps what was told, and what was odd about it. */
function read(...payloads: unknown[]): { heard: unknown[]; odd: string[] } {
  const heard: unknown[] = [];
  const odd: string[] = [];
  const reader = new PayloadReader({
    reasoning: (text) => void heard.push(["reasoning", text]),
    text: (text) => void heard.push(["text", text]),
    toolCall: (fragment) => void heard.push(fragment),
    identity: () => {},
    annotations: (list) => void heard.push(["annotations", list]),
    finishReason: (reason) => void heard.push(["finish", reason]),
    usage: (usage, alone) => void heard.push(["usage", usage, alone]),
    failed: (payload) => {
      throw Object.assign(new Error("failed"), { payload });
    },
  }, (code) => odd.push(code));
  for (const payload of payloads) reader.read(payload);
  return { heard, odd };
}

function choice(delta: unknown, more: Record<string, unknown> = {}): unknown {
  return { choices: [{ index: 0, delta, ...more }] };
}

const HEARD: [rule: string, payload: unknown, heard: unknown[]][] = [
  ["text", choice({ content: "a" }), [["text", "a"]]],
  ["no empty text", choice({ role: "assistant", content: "" }), []],
  ["no text that is null", choice({ content: null }), []],
  [
    "reasoning before text",
    choice({ content: "b", reasoning_content: "a" }),
    [["reasoning", "a"], ["text", "b"]],
  ],
  ["reasoning", choice({ reasoning: "a" }), [["reasoning", "a"]]],
  ["reasoning_text", choice({ reasoning_text: "a" }), [["reasoning", "a"]]],
  [
    "the first name of reasoning that holds something, once",
    choice({ reasoning_content: "", reasoning: "a", reasoning_text: "a" }),
    [["reasoning", "a"]],
  ],
  ["a refusal as text", choice({ refusal: "no" }), [["text", "no"]]],
  [
    "typed parts in their order",
    choice({
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "a" }] },
        { type: "text", text: "b" },
        "c",
      ],
    }),
    [["reasoning", "a"], ["text", "b"], ["text", "c"]],
  ],
  [
    "a typed part outside of a list",
    choice({ content: { type: "text", text: "a" } }),
    [["text", "a"]],
  ],
  [
    "no text of a part that has none",
    choice({ content: [{ type: "text", text: 5 }, { type: "thinking" }, ""] }),
    [],
  ],
  ["a choice without an index", { choices: [{ delta: { content: "a" } }] }, [[
    "text",
    "a",
  ]]],
  ["nothing where choices are null", { choices: null, usage: null }, []],
  ["nothing where choices are missing", { id: "r1" }, []],
  ["nothing where a choice is null", { choices: [null] }, []],
  ["nothing where a delta is null", { choices: [{ delta: null }] }, []],
  ["nothing of the role", choice({ role: "model", content: "" }), []],
  ["no empty list of calls", choice({ content: "a", tool_calls: [] }), [[
    "text",
    "a",
  ]]],
  [
    "the reason after the delta",
    choice({ content: "a" }, { finish_reason: "stop" }),
    [["text", "a"], ["finish", "stop"]],
  ],
  ["no empty reason", choice({}, { finish_reason: "" }), []],
  ["no blank reason", choice({}, { finish_reason: " " }), []],
  [
    "usage beside an empty choice list",
    { choices: [], usage: { prompt_tokens: 1 } },
    [["usage", { prompt_tokens: 1 }, true]],
  ],
  [
    "usage beside a choice",
    { choices: [{ delta: {} }], usage: { prompt_tokens: 1 } },
    [["usage", { prompt_tokens: 1 }, false]],
  ],
  [
    "usage inside of a choice",
    choice({}, { usage: { prompt_tokens: 1 } }),
    [["usage", { prompt_tokens: 1 }, false]],
  ],
  [
    "annotations",
    choice({ annotations: [{ type: "url_citation" }] }),
    [["annotations", [{ type: "url_citation" }]]],
  ],
  [
    "a whole message",
    { choices: [{ message: { content: "a" }, finish_reason: "stop" }] },
    [["text", "a"], ["finish", "stop"]],
  ],
  ["each payload of a list", [choice({ content: "a" })], [["text", "a"]]],
];
for (const [rule, payload, heard] of HEARD) {
  Deno.test(`PayloadReader tells ${rule}`, () => {
    assertEquals(read(payload).heard, heard);
  });
}

Deno.test("PayloadReader drops a message that repeats the deltas", () => {
  const { heard } = read(
    choice({ content: "a" }),
    { choices: [{ message: { content: "a" }, finish_reason: "stop" }] },
  );

  assertEquals(heard, [["text", "a"], ["finish", "stop"]]);
});

Deno.test("PayloadReader reads the first choice it sees and no other", () => {
  const { heard, odd } = read(
    { choices: [{ index: 1, delta: { content: "a" } }] },
    { choices: [{ index: 0, delta: { content: "b" }, finish_reason: "stop" }] },
    { choices: [{ index: 1, delta: { content: "c" } }] },
  );

  assertEquals(heard, [["text", "a"], ["text", "c"]]);
  assertEquals(odd, ["SEVERAL_CHOICES"]);
});

Deno.test("PayloadReader accepts a reason under its other name", () => {
  const { heard, odd } = read(
    choice({}, { finish_reason: null, finishReason: "stop" }),
  );

  assertEquals(heard, [["finish", "stop"]]);
  assertEquals(odd, ["UNUSUAL_FINISH_REASON"]);
});

Deno.test("PayloadReader skips content parts of an unknown type", () => {
  const { heard, odd } = read(
    choice({ content: [{ type: "reference" }, { type: "text", text: "a" }] }),
  );

  assertEquals(heard, [["text", "a"]]);
  assertEquals(odd, ["SKIPPED_CONTENT_PART"]);
});

for (const payload of [1, "a", null, true]) {
  Deno.test(`PayloadReader skips the payload ${JSON.stringify(payload)}`, () => {
    const { heard, odd } = read(payload);

    assertEquals(heard, []);
    assertEquals(odd, ["SKIPPED_PAYLOAD"]);
  });
}

const FRAGMENTS: [
  rule: string,
  call: unknown,
  fragment: Partial<ToolCallFragment>,
][] = [
  [
    "all of a call",
    { index: 2, id: "a", function: { name: "ls", arguments: "{}" } },
    { index: 2, id: "a", name: "ls", arguments: "{}" },
  ],
  ["a call without anything", {}, {}],
  [
    "null as nothing",
    { index: null, id: null, type: null, function: null },
    {},
  ],
  [
    "null fields of a function as nothing",
    { function: { name: null, arguments: null } },
    {},
  ],
  [
    "arguments that were parsed already",
    { function: { arguments: { a: [1] } } },
    { arguments: '{"a":[1]}' },
  ],
  [
    "a call without a function around it",
    { id: "a", name: "ls", arguments: "{}" },
    { id: "a", name: "ls", arguments: "{}" },
  ],
  [
    "fields of the server's own",
    { id: "a", type: "function", extra_content: { sig: "s" }, other: null },
    { id: "a", opaque: { extra_content: { sig: "s" } } },
  ],
];
for (const [rule, call, fragment] of FRAGMENTS) {
  Deno.test(`PayloadReader reads ${rule}`, () => {
    const { heard } = read(choice({ tool_calls: [call] }));

    assertEquals(heard, [{
      index: undefined,
      id: "",
      name: "",
      arguments: "",
      opaque: undefined,
      ...fragment,
    }]);
  });
}

Deno.test("PayloadReader reads a call outside of a list", () => {
  const { heard } = read(choice({ tool_calls: { id: "a" } }));

  assertEquals(heard.length, 1);
});

Deno.test("PayloadReader keeps a field named __proto__ as data", () => {
  const call = JSON.parse('{"id":"a","__proto__":{"x":1}}');

  const { heard } = read(choice({ tool_calls: [call] }));

  const { opaque } = heard[0] as ToolCallFragment;
  assertEquals(Object.keys(opaque!), ["__proto__"]);
});

const FAILURES: [what: string, payload: unknown][] = [
  ["an error object", { error: { message: "no" } }],
  ["an error text", { error: "no" }],
  ["an error beside choices", {
    ...(choice({ content: "a" }) as object),
    error: {},
  }],
  ["the type error", { type: "error", message: "no" }],
  ["the object error", { object: "error", message: "no" }],
  ["an error inside of a choice", choice({}, { error: { message: "no" } })],
  ["a message without choices", { message: "no" }],
  ["a detail without choices", { detail: [{ msg: "no" }] }],
  ["an error in a list", [{ error: { message: "no" } }]],
];
for (const [what, payload] of FAILURES) {
  Deno.test(`PayloadReader takes ${what} for a failure`, () => {
    assertThrows(() => read(payload), Error, "failed");
  });
}

for (const error of [null, "", false]) {
  Deno.test(`PayloadReader takes the error ${JSON.stringify(error)} for none`, () => {
    const payload = { ...(choice({ content: "a" }) as object), error };

    assertEquals(read(payload).heard, [["text", "a"]]);
  });
}

Deno.test("PayloadReader tells usage before a failure", () => {
  const heard: unknown[] = [];
  const ignore = () => {};
  const reader = new PayloadReader({
    reasoning: ignore,
    text: ignore,
    toolCall: ignore,
    identity: ignore,
    annotations: ignore,
    finishReason: ignore,
    usage: () => void heard.push("usage"),
    failed: () => {
      heard.push("failed");
      throw new Error("failed");
    },
  }, ignore);

  assertThrows(() => reader.read({ error: "no", usage: { prompt_tokens: 1 } }));

  assertEquals(heard, ["usage", "failed"]);
});
