import { assertEquals } from "@std/assert";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, questionOf } from "../open_chat.ts";

const KB = 1024;

function messages(count: number): unknown {
  const content = [{ type: "text", text: "Hi" }];
  return {
    messages: Array.from({ length: count }, () => ({ role: "user", content })),
  };
}

function message(message: unknown): unknown {
  return { messages: [message] };
}

function block(block: unknown): unknown {
  return message({ role: "user", content: [block] });
}

const QUESTIONS: Record<
  string,
  [body: unknown, status: number, state: string]
> = {
  "no JSON": ["{", 400, "its body must be JSON"],
  "nothing": ["", 400, "its body must be JSON"],
  "a body over the limit": [
    " ".repeat(256 * KB + 1),
    413,
    "its body must be at most 262144 bytes",
  ],
  "null": [null, 400, '"messages" must be a list that is not empty'],
  "no messages": [
    { messages: [] },
    400,
    '"messages" must be a list that is not empty',
  ],
  "messages that are no list": [
    { messages: "Hi" },
    400,
    '"messages" must be a list that is not empty',
  ],
  "too many messages": [messages(65), 413, '"messages" must be at most 64'],
  "a message that is none": [
    message(null),
    400,
    '"messages[0].role" must be "user" or "assistant"',
  ],
  "a system message": [
    message({ role: "system", content: [] }),
    400,
    '"messages[0].role" must be "user" or "assistant"',
  ],
  "a message without content": [
    message({ role: "user" }),
    400,
    '"messages[0].content" must be a list that is not empty',
  ],
  "an empty message": [
    message({ role: "user", content: [] }),
    400,
    '"messages[0].content" must be a list that is not empty',
  ],
  "an image": [
    block({ type: "image", attachment: {} }),
    400,
    '"messages[0].content[0]" must be a block of text',
  ],
  "a tool result": [
    block({ type: "tool-result", text: "Hi" }),
    400,
    '"messages[0].content[0]" must be a block of text',
  ],
  "text that is none": [
    block({ type: "text", text: 1 }),
    400,
    '"messages[0].content[0]" must be a block of text',
  ],
  "blank text": [
    block({ type: "text", text: " \n" }),
    400,
    '"messages[0].content[0]" must be a block of text',
  ],
  "a block that is none": [
    block(null),
    400,
    '"messages[0].content[0]" must be a block of text',
  ],
  "text over the limit": [
    block({ type: "text", text: "é".repeat(16 * KB + 1) }),
    413,
    '"messages[0].content[0].text" must be at most 32768 bytes',
  ],
  "an answer for a question": [
    message({ role: "assistant", content: [{ type: "text", text: "Hi" }] }),
    400,
    'the last of "messages" must be of the role "user"',
  ],
};

for (const [name, [body, status, state]] of Object.entries(QUESTIONS)) {
  Deno.test(`createEdgeChat() refuses ${name} with ${status}`, async () => {
    const provider = mockDeepSeek();
    const chat = openChat(provider);

    const response = await chat.post(body);

    assertEquals(await response.json(), {
      title: `Cannot serve request: ${state}`,
      status,
    });
    assertEquals(response.status, status);
    assertEquals(
      response.headers.get("content-type"),
      "application/problem+json",
    );
    assertEquals(response.headers.get("cache-control"), "no-store");
    assertEquals(provider.requests, []);
  });
}

const LIMITS: Record<string, unknown> = {
  "64 messages": messages(64),
  "a text of 32 KiB": block({ type: "text", text: "é".repeat(16 * KB) }),
  "a body of 256 KiB": JSON.stringify(questionOf("Hi")).padEnd(256 * KB),
};

for (const [name, body] of Object.entries(LIMITS)) {
  Deno.test(`createEdgeChat() takes ${name}`, async () => {
    const chat = openChat(mockDeepSeek());

    const { status } = await chat.post(body);

    await chat.over();
    assertEquals(status, 201);
  });
}

for (
  const type of [
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
  ]
) {
  Deno.test(`createEdgeChat() refuses the content type "${type}" with 415`, async () => {
    const chat = openChat(mockDeepSeek());

    const response = await chat.post(questionOf("Hi"), {
      "content-type": type,
    });

    assertEquals(await response.json(), {
      title: "Cannot serve request: its content type must be application/json",
      status: 415,
    });
  });
}

Deno.test("createEdgeChat() takes a content type with parameters", async () => {
  const chat = openChat(mockDeepSeek());

  const { status } = await chat.post(questionOf("Hi"), {
    "content-type": "Application/JSON; charset=utf-8",
  });

  await chat.over();
  assertEquals(status, 201);
});

const NAMES = [
  "/nothing",
  "/chat/1",
  "/chat/",
  "/page.ts",
  "/constructor",
  `/chat/${"0".repeat(36)}`,
  `/chat/${crypto.randomUUID()}/more`,
  `/more/chat/${crypto.randomUUID()}`,
];

for (const path of NAMES) {
  Deno.test(`createEdgeChat() has nothing at ${path}`, async () => {
    const chat = openChat(mockDeepSeek());

    const response = await chat.ask(path);

    assertEquals(await response.json(), {
      title: "Cannot serve request: there is nothing of that name",
      status: 404,
    });
  });
}

Deno.test("createEdgeChat() knows no answer that was not asked for", async () => {
  const chat = openChat(mockDeepSeek());

  const response = await chat.ask(`/chat/${crypto.randomUUID()}`);

  const { status } = await response.json();
  assertEquals(response.status, 404);
  assertEquals(status, 404);
});

const METHODS: [method: string, path: string, allow: string][] = [
  ["GET", "/chat", "POST"],
  ["PUT", "/chat", "POST"],
  ["DELETE", "/chat", "POST"],
  ["POST", "/", "GET, HEAD"],
  ["PUT", `/chat/${crypto.randomUUID()}`, "GET, DELETE"],
];

for (const [method, path, allow] of METHODS) {
  Deno.test(`createEdgeChat() refuses ${method} with 405 where ${allow} is served`, async () => {
    const chat = openChat(mockDeepSeek());

    const response = await chat.ask(path, { method });

    await response.body?.cancel();
    assertEquals(response.status, 405);
    assertEquals(response.headers.get("allow"), allow);
  });
}
