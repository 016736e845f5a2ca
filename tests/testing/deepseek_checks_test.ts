import { assertEquals, assertStringIncludes } from "@std/assert";
import { mockDeepSeek, type MockDeepSeekOptions } from "../../testing/mod.ts";

const KEY = { authorization: "Bearer sk-secret-1234" };
const user = { role: "user", content: "Hi" };
const call = {
  id: "a",
  type: "function",
  function: { name: "ls", arguments: "{}" },
};
const caller = {
  role: "assistant",
  content: "",
  reasoning_content: "",
  tool_calls: [call],
};
const result = { role: "tool", tool_call_id: "a", content: "ok" };

const ACCEPTED: [name: string, body: Record<string, unknown>][] = [
  ["a plain question", { messages: [user] }],
  ["system, parts and a plain answer", {
    messages: [
      { role: "system", content: "Be brief" },
      { role: "user", content: [{ type: "text", text: "Hi" }] },
      { role: "assistant", content: "" },
      user,
    ],
  }],
  ["a tool turn with empty reasoning", { messages: [user, caller, result] }],
  ["a tool turn with null content", {
    messages: [user, { ...caller, content: null }, result],
  }],
  ["a tool turn without reasoning, thinking off", {
    thinking: { type: "disabled" },
    messages: [user, { ...caller, reasoning_content: undefined }, result],
  }],
  ["a plain turn without reasoning", {
    thinking: { type: "enabled" },
    messages: [user, { role: "assistant", content: "Hi" }, user],
  }],
  ["two results in either order", {
    messages: [
      user,
      { ...caller, tool_calls: [call, { ...call, id: "b" }] },
      { ...result, tool_call_id: "b" },
      result,
    ],
  }],
];

for (const [name, body] of ACCEPTED) {
  Deno.test(`mockDeepSeek() accepts ${name}`, async () => {
    const { status } = await post(body);

    assertEquals(status, 200);
  });
}

const REFUSED: [
  name: string,
  body: Record<string, unknown>,
  message: string,
][] = [
  ["no model", { model: "" }, "Model Not Exist"],
  ["a request that does not stream", { stream: false }, '"stream": true'],
  ["no messages", { messages: [] }, "Empty input messages"],
  ["an empty tool list", { tools: [] }, "too short - 'tools'"],
  ["a message that is no object", { messages: ["Hi"] }, "messages[0]"],
  ["an unknown role", { messages: [{ role: "robot" }] }, "`robot`"],
  [
    "a user turn without content",
    { messages: [{ role: "user" }] },
    "missing field `content`",
  ],
  ["an assistant turn of null alone", {
    messages: [user, { role: "assistant", content: null }, user],
  }, "content or tool_calls must be set"],
  ["a tool turn without reasoning", {
    thinking: { type: "enabled" },
    messages: [user, { ...caller, reasoning_content: undefined }, result],
  }, "`reasoning_content` in the thinking mode"],
  ["a tool turn without reasoning, thinking unsaid", {
    messages: [user, { ...caller, reasoning_content: undefined }, result],
  }, "`reasoning_content` in the thinking mode"],
  ["a call without a result", {
    messages: [user, caller, user],
  }, "insufficient tool messages"],
  ["a call without a result at the end", {
    messages: [user, caller],
  }, "insufficient tool messages"],
  ["a result without a call", {
    messages: [user, result],
  }, "must be a response to a preceding message"],
  ["a second result for one call", {
    messages: [user, caller, result, result],
  }, "must be a response to a preceding message"],
  ["an empty result", {
    messages: [user, caller, { ...result, content: "" }],
  }, "missing field `content`"],
];

for (const [name, body, message] of REFUSED) {
  Deno.test(`mockDeepSeek() refuses ${name}`, async () => {
    const { status, json } = await post(body);

    assertEquals(status, 400);
    assertEquals(json.error.type, "invalid_request_error");
    assertStringIncludes(json.error.message, message);
  });
}

Deno.test("mockDeepSeek() refuses a body that is no JSON", async () => {
  const { status } = await send("POST", "/chat/completions", {
    body: "{",
    headers: KEY,
  });

  assertEquals(status, 400);
});

Deno.test("mockDeepSeek() refuses a missing key", async () => {
  const { status, json } = await post({}, { headers: {} });

  assertEquals(status, 401);
  assertEquals(json.error.type, "authentication_error");
});

Deno.test("mockDeepSeek() refuses a key without its scheme", async () => {
  const { status } = await post({}, { headers: { authorization: "sk-1" } });

  assertEquals(status, 401);
});

Deno.test("mockDeepSeek() refuses another key than its own and shows its end", async () => {
  const { status, json } = await post({}, { options: { apiKey: "sk-right" } });

  assertEquals(status, 401);
  assertStringIncludes(json.error.message, "****1234");
});

Deno.test("mockDeepSeek() accepts its own key", async () => {
  const { status } = await post({}, { options: { apiKey: "sk-secret-1234" } });

  assertEquals(status, 200);
});

Deno.test("mockDeepSeek() refuses nothing when told", async () => {
  const { status } = await post({ messages: [] }, {
    headers: {},
    options: { validate: false },
  });

  assertEquals(status, 200);
});

Deno.test("mockDeepSeek() uses up no reply for what it refuses", async () => {
  const mock = mockDeepSeek([{ body: "first" }, { body: "second" }]);
  const url = "https://api.test/chat/completions";
  const body = JSON.stringify({ model: "m", stream: true, messages: [user] });
  await mock(new Request(url, { method: "POST", body: "{}" }));

  const response = await mock(
    new Request(url, { method: "POST", headers: KEY, body }),
  );

  assertEquals(await response.text(), "first");
  assertEquals(mock.requests.length, 2);
});

Deno.test("mockDeepSeek() lists its models", async () => {
  const { status, json } = await send("GET", "/v1/models?limit=5", {
    headers: KEY,
    options: { models: ["m1"] },
  });

  assertEquals(status, 200);
  assertEquals(json.data, [
    { id: "m1", object: "model", owned_by: "deepseek" },
  ]);
});

Deno.test("mockDeepSeek() lists no models without a key", async () => {
  const { status } = await send("GET", "/models");

  assertEquals(status, 401);
});

Deno.test("mockDeepSeek() serves nothing else", async () => {
  const { status } = await send("POST", "/completions", { headers: KEY });

  assertEquals(status, 404);
});

interface SendOptions {
  body?: string;
  headers?: Record<string, string>;
  options?: MockDeepSeekOptions;
}

interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any
  json: any;
}

function post(
  body: Record<string, unknown>,
  options: SendOptions = {},
): Promise<Answer> {
  return send("POST", "/chat/completions", {
    headers: KEY,
    body: JSON.stringify({
      model: "m",
      stream: true,
      messages: [user],
      ...body,
    }),
    ...options,
  });
}

async function send(
  method: string,
  path: string,
  { body, headers = {}, options }: SendOptions = {},
): Promise<Answer> {
  const mock = mockDeepSeek([{ body: {} }], options);
  const response = await mock(
    new Request(`https://api.test${path}`, {
      method,
      headers,
      body: body ?? null,
    }),
  );
  return { status: response.status, json: await response.json() };
}
