import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { assemble, textOf } from "../../../../mod.ts";
import { fromResponse } from "../../../../runtime/wire/mod.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, ORIGIN, questionOf } from "../open_chat.ts";

const STALLED = { text: "Hello", cutAfterEvents: 2, end: "stall" } as const;

Deno.test("createEdgeChat() begins an answer, and tells its name", async () => {
  const chat = openChat(mockDeepSeek([{ text: "Hello" }]));

  const response = await chat.post(questionOf("Hi"));

  const { id } = await response.json();
  await chat.over();
  assertEquals(response.status, 201);
  assertEquals(response.headers.get("location"), `/chat/${id}`);
  assertEquals(response.headers.get("cache-control"), "no-store");
});

Deno.test("createEdgeChat() names answers unguessably", async () => {
  const chat = openChat(mockDeepSeek([{ text: "Hello" }]));
  const made: string[] = [];
  const original = crypto.randomUUID;
  crypto.randomUUID = () => {
    const uuid = original.call(crypto);
    made.push(`/chat/${uuid}`);
    return uuid;
  };

  let paths: string[];
  try {
    paths = [await chat.begin("Hi"), await chat.begin("Hi")];
  } finally {
    crypto.randomUUID = original;
  }

  await chat.over();
  assertEquals(new Set(paths).size, 2);
  assertEquals(made.filter((path) => paths.includes(path)), paths);
});

Deno.test("createEdgeChat() streams an answer", async () => {
  const chat = openChat(mockDeepSeek([{ text: ["Hello", " there"] }]));

  const answer = await assemble(
    fromResponse(await chat.ask(await chat.begin("Hi"))),
  );

  await chat.over();
  assertEquals(textOf(answer.message()), "Hello there");
  assertEquals(answer.finish, { kind: "stop" });
});

Deno.test("createEdgeChat() sends the conversation to the provider, and nothing else", async () => {
  const provider = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat(provider);
  const text = (text: string) => [{ type: "text", text }];

  const response = await chat.post({
    model: "another",
    messages: [
      { role: "user", content: text("One"), id: "1" },
      { role: "assistant", content: text("Two"), source: { kind: "tool" } },
      { role: "user", content: text("Three") },
    ],
  });

  await chat.over();
  assertEquals(response.status, 201);
  const [request] = provider.requests;
  const { model, messages } = request?.body as Record<string, unknown>;
  assertEquals(request?.headers.get("authorization"), "Bearer sk-secret");
  assertEquals(model, "deepseek-v4-flash");
  assertEquals(messages, [
    { role: "user", content: "One" },
    { role: "assistant", content: "Two" },
    { role: "user", content: "Three" },
  ]);
});

Deno.test("createEdgeChat() goes on where a client lost its connection", async () => {
  const chat = openChat(mockDeepSeek([{ text: ["Hello", " there"] }]));
  const path = await chat.begin("Hi");
  await chat.over();

  const response = await chat.ask(path, { headers: { "last-event-id": "2" } });

  const events = await response.text();
  assertEquals(events.startsWith("id: 3\ndata: {"), true);
  assertStringIncludes(events, '"type":"finish"');
});

Deno.test("createEdgeChat() stops the call of an answer that is deleted", async () => {
  const provider = mockDeepSeek([STALLED]);
  const chat = openChat(provider);
  const path = await chat.begin("Hi");
  const answer = assemble(fromResponse(await chat.ask(path)));

  const { status } = await chat.ask(path, { method: "DELETE" });

  await chat.over();
  assertEquals(status, 204);
  assertEquals(provider.cancels.length, 1);
  assertEquals((await answer).finish.kind, "aborted");
});

Deno.test("createEdgeChat() refuses a question while too many are answered", async () => {
  const provider = mockDeepSeek([STALLED]);
  const chat = openChat({ fetch: provider.fetch, env: { MAX_CALLS: "1" } });
  const path = await chat.begin("Hi");

  const refused = await chat.post(questionOf("Hi"));

  await chat.ask(path, { method: "DELETE" });
  await chat.over();
  assertEquals(refused.status, 429);
  assertEquals(refused.headers.get("retry-after"), "5");
  assertEquals(await refused.json(), {
    title:
      "Cannot serve request: as many answers are under way as there may be",
    status: 429,
  });
  assertEquals(provider.requests.length, 1);
});

Deno.test("createEdgeChat() takes a question once another is answered", async () => {
  const { fetch } = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat({ fetch, env: { MAX_CALLS: "1" } });
  await chat.begin("Hi");
  await chat.over();

  const { status } = await chat.post(questionOf("Hi"));

  await chat.over();
  assertEquals(status, 201);
});

Deno.test("createEdgeChat() asks for no more than 16,384 tokens", async () => {
  const provider = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat(provider);

  await chat.begin("Hi");

  await chat.over();
  const [request] = provider.requests;
  const { max_tokens } = request?.body as Record<string, unknown>;
  assertEquals(max_tokens, 16_384);
});

Deno.test("createEdgeChat() answers by itself where there is no key", async () => {
  const chat = openChat({ env: { DEEPSEEK_API_KEY: undefined } });

  const answer = await assemble(
    fromResponse(await chat.ask(await chat.begin("Please fail"))),
  );

  await chat.over();
  assertEquals(answer.finish.kind, "error");
});

Deno.test("createEdgeChat() takes a key of null for none", async () => {
  const chat = openChat({ env: { DEEPSEEK_API_KEY: null, MAX_CALLS: null } });

  const { status } = await chat.post(questionOf("Please fail"));

  await chat.over();
  assertEquals(status, 201);
});

Deno.test("createEdgeChat() lets no other origin read what it answers", async () => {
  const chat = openChat(mockDeepSeek([{ text: "Hello" }]));
  const path = await chat.begin("Hi");

  const responses = [
    await chat.ask("/"),
    await chat.ask(path),
    await chat.ask("/chat", {
      method: "OPTIONS",
      headers: { origin: ORIGIN, "access-control-request-method": "POST" },
    }),
  ];

  await chat.over();
  for (const { headers, body } of responses) {
    await body?.cancel();
    const names = [...headers.keys()];
    assertEquals(names.filter((name) => name.startsWith("access-")), []);
  }
});

Deno.test("createEdgeChat() lets nothing it answers be shown elsewhere, or taken for something else", async () => {
  const chat = openChat(mockDeepSeek([{ text: "Hello" }]));
  const path = await chat.begin("Hi");
  await chat.over();

  const responses = [
    await chat.ask("/"),
    await chat.ask("/nothing"),
    await chat.ask("/chat"),
    await chat.post(questionOf("Hi")),
    await chat.ask(path),
    await chat.ask(path, { headers: { "last-event-id": "99" } }),
    await chat.ask(path, { method: "DELETE" }),
    await chat.ask(`/chat/${crypto.randomUUID()}`),
  ];

  await chat.over();
  for (const { headers, body, status } of responses) {
    await body?.cancel();
    const of = `${status}`;
    assertEquals(headers.get("x-content-type-options"), "nosniff", of);
    assertEquals(
      headers.get("cross-origin-resource-policy"),
      "same-origin",
      of,
    );
  }
});

for (
  const url of ["http://a b/chat", "http://[/", "/", "http://a:99999/chat"]
) {
  Deno.test(`createEdgeChat() refuses a request for ${url}`, async () => {
    const chat = openChat(mockDeepSeek());
    // As runtimes make them of what a client sends.
    const request = { url, method: "GET", headers: new Headers() };

    const response = await chat.send(request as Request);

    assertEquals(await response.json(), {
      title: "Cannot serve request: its host and path must make a URL",
      status: 400,
    });
  });
}

for (const MAX_CALLS of ["0", "-1", "1.5", "many"]) {
  Deno.test(`createEdgeChat() refuses a MAX_CALLS of ${MAX_CALLS}`, () => {
    assertThrows(
      () => openChat({ env: { MAX_CALLS } }),
      RangeError,
      'Cannot start chat: "MAX_CALLS" must be a positive integer',
    );
  });
}
