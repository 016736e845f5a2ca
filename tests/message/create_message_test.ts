import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertMatch,
  assertNotEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  CallId,
  type ContentBlock,
  createMessage,
  type MessageInput,
} from "../../message.ts";

const UUID_V4 =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function input(): MessageInput {
  return {
    role: "system",
    content: [{ type: "text", text: "Be brief" }],
    source: { kind: "plugin", plugin: "rules", form: "instructions" },
  };
}

/** Takes `crypto.randomUUID` away, as a page served over plain http would see. */
function withoutRandomUuid<T>(run: () => T): T {
  Object.defineProperty(crypto, "randomUUID", {
    value: undefined,
    configurable: true,
  });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(crypto, "randomUUID");
  }
}

Deno.test("createMessage() keeps role, content and source", () => {
  const { id: _, ...rest } = createMessage(input());

  assertEquals(rest, input() as unknown as typeof rest);
});

Deno.test("createMessage() takes a string for one text block", () => {
  const message = createMessage({ ...input(), content: "Hello" });

  assertEquals(message.content, [{ type: "text", text: "Hello" }]);
});

Deno.test("createMessage() gives every message an id of its own", () => {
  const one = createMessage(input());
  const two = createMessage(input());

  assertMatch(one.id, UUID_V4);
  assertNotEquals(one.id, two.id);
});

Deno.test("createMessage() makes ids where crypto.randomUUID is missing", () => {
  const [one, two] = withoutRandomUuid(() => [
    createMessage(input()),
    createMessage(input()),
  ]);

  assertMatch(one!.id, UUID_V4);
  assertNotEquals(one!.id, two!.id);
});

Deno.test("createMessage() takes every digit of such an id from what is random", () => {
  crypto.getRandomValues = (array) => {
    (array as unknown as Uint8Array).fill(0xff);
    return array;
  };
  try {
    const { id } = withoutRandomUuid(() => createMessage(input()));

    assertEquals(id as string, "ffffffff-ffff-4fff-8fff-ffffffffffff");
  } finally {
    Reflect.deleteProperty(crypto, "getRandomValues");
  }
});

Deno.test("createMessage() freezes deeply", () => {
  const message = createMessage(input());

  assert(Object.isFrozen(message));
  assert(Object.isFrozen(message.content));
  assert(Object.isFrozen(message.content[0]));
  assert(Object.isFrozen(message.source));
});

Deno.test("createMessage() detaches the message from its input", () => {
  const block: ContentBlock = { type: "text", text: "before" };
  const message = createMessage({ ...input(), content: [block] });

  block.text = "after";

  assertNotStrictEquals(message.content[0], block);
  assertEquals(message.content, [{ type: "text", text: "before" }]);
});

Deno.test("createMessage() takes no content at all", () => {
  assertEquals(createMessage({ ...input(), content: [] }).content, []);
});

Deno.test("createMessage() ends on cyclic tool results", () => {
  const content: ContentBlock[] = [];
  content.push({ type: "tool-result", toolCallId: CallId("c"), content });

  const message = createMessage({ ...input(), content });

  const [block] = message.content;
  assert(block?.type === "tool-result");
  assertStrictEquals(block.content, message.content);
});

const text = { type: "text", text: "a" };
const call = { type: "tool-call", id: "c", name: "ls", arguments: "{}" };
const result = { type: "tool-result", toolCallId: "c", content: [text] };

const wrong: [string, Record<string, unknown>, string][] = [
  ["an unknown role", { role: "robot" }, '"role" must be "system"'],
  [
    "content of another type",
    { content: 1 },
    '"content" must be a string or an array of blocks',
  ],
  ["missing content", { content: undefined }, '"content" must be a string'],
  ["a block that is a string", { content: ["a"] }, '"content[0]" must be an'],
  ["a missing block", { content: [text, null] }, '"content[1]" must be an'],
  [
    "a hole in content",
    { content: Array(1) },
    '"content[0]" must be an object',
  ],
  ["a block without a type", { content: [{}] }, '"content[0].type" must be a'],
  [
    "a text block without text",
    { content: [{ type: "text" }] },
    '"content[0].text" must be a string',
  ],
  [
    "reasoning without text",
    { content: [{ type: "reasoning" }] },
    '"content[0].text" must be a string',
  ],
  [
    "an image without attachment",
    { content: [{ type: "image" }] },
    '"content[0].attachment" must be an object',
  ],
  [
    "an image whose attachment has no id",
    { content: [{ type: "image", attachment: {} }] },
    '"content[0].attachment.attachmentId" must be a non-empty string',
  ],
  [
    "a call without id",
    { content: [{ ...call, id: 1 }] },
    '"content[0].id" must be a string',
  ],
  [
    "a call without name",
    { content: [{ ...call, name: 1 }] },
    '"content[0].name" must be a string',
  ],
  [
    "a call with parsed arguments",
    { content: [{ ...call, arguments: {} }] },
    '"content[0].arguments" must be a string',
  ],
  [
    "a result without a call",
    { content: [{ ...result, toolCallId: null }] },
    '"content[0].toolCallId" must be a string',
  ],
  [
    "a result without content",
    { content: [{ ...result, content: "a" }] },
    '"content[0].content" must be an array of blocks',
  ],
  [
    "a malformed block in a result",
    { content: [{ ...result, content: [text, {}] }] },
    '"content[0].content[1].type" must be a non-empty string',
  ],
  ["a missing source", { source: undefined }, '"source" must be an object'],
  [
    "a source without a kind",
    { source: {} },
    '"source.kind" must be a non-emp',
  ],
  [
    "a model source without provider",
    { source: { kind: "model", model: "m" } },
    '"source.provider" must be a non-empty string',
  ],
  [
    "a model source without model",
    { source: { kind: "model", provider: "p", model: "" } },
    '"source.model" must be a non-empty string',
  ],
  [
    "a tool source without a call",
    { source: { kind: "tool" } },
    '"source.callId" must be a non-empty string',
  ],
  [
    "a plugin source without a plugin",
    { source: { kind: "plugin" } },
    '"source.plugin" must be a non-empty string',
  ],
  [
    "a notice without a summary",
    { source: { kind: "plugin", plugin: "p", form: "notice" } },
    '"source.summary" must be a string',
  ],
  [
    "a snapshot without sections",
    { source: { kind: "plugin", plugin: "p", form: "snapshot" } },
    '"source.sections" must be an array',
  ],
];

for (const [name, fields, expected] of wrong) {
  Deno.test(`createMessage() refuses ${name}`, () => {
    assertThrows(
      () => createMessage({ ...input(), ...fields } as unknown as MessageInput),
      TypeError,
      `Cannot create message: ${expected}`,
    );
  });
}

Deno.test("createMessage() refuses to be called without input", () => {
  assertThrows(
    () => createMessage(undefined as unknown as MessageInput),
    TypeError,
    'Cannot create message: "input" must be an object',
  );
});

for (const field of ["content", "source"]) {
  Deno.test(`createMessage() names a ${field} that cannot be cloned`, () => {
    const fields = { [field]: [{ type: "chart", draw: () => {} }] };

    const error = assertThrows(
      () => createMessage({ ...input(), ...fields }),
      TypeError,
      `Cannot create message: "${field}" cannot be cloned`,
    );

    assertInstanceOf(error.cause, DOMException);
  });
}

const sources: MessageInput["source"][] = [
  { kind: "user" },
  { kind: "plugin", plugin: "p" },
  { kind: "plugin", plugin: "p", form: "catalog" },
  { kind: "plugin", plugin: "p", form: "notice", summary: "" },
  { kind: "plugin", plugin: "p", form: "snapshot", sections: [] },
  { kind: "model", provider: "p", model: "m", replayState: [null] },
  { kind: "tool", callId: CallId("c") },
];

for (const source of sources) {
  Deno.test(`createMessage() keeps the source ${JSON.stringify(source)}`, () => {
    assertEquals(createMessage({ ...input(), source }).source, source);
  });
}
