import { assertEquals } from "@std/assert";
import { isForeignHost } from "../../../../examples/edge_chat/server/is_foreign_host.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, ORIGIN, questionOf } from "../open_chat.ts";

const HOSTS: [url: string, foreign: boolean][] = [
  ["http://127.0.0.1:8787/chat", false],
  ["http://192.168.1.5/chat", false],
  ["http://[::1]:8787/chat", false],
  ["http://localhost:8787/chat", false],
  ["http://LocalHost/chat", false],
  ["http://chat.localhost/chat", false],
  ["http://chat.example/chat", false],
  ["http://chat.example:8080/chat", false],
  ["https://evil.example/chat", false],
  ["http://evil.example:8787/chat", true],
  ["http://sub.chat.example/chat", true],
  ["http://chat.example.evil.example/chat", true],
  ["http://localhost.evil.example/chat", true],
  ["http://notlocalhost/chat", true],
  ["http://127.0.0.1.evil.example/chat", true],
];

for (const [url, foreign] of HOSTS) {
  Deno.test(`isForeignHost() is ${foreign} for ${url}`, () => {
    const answer = isForeignHost(new Request(url), ["chat.example"]);

    assertEquals(answer, foreign);
  });
}

function question(url: string): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "origin": new URL(url).origin,
    },
    body: JSON.stringify(questionOf("Hi")),
  });
}

Deno.test("createEdgeChat() refuses a page whose name was pointed at it with 403", async () => {
  const provider = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat(provider);

  const response = await chat.send(question("http://evil.example:8787/chat"));

  assertEquals(await response.json(), {
    title: "Cannot serve request: its host is none of those that HOSTS names",
    status: 403,
  });
  assertEquals(provider.requests, []);
});

for (const HOSTS of ["chat.example", "other.example, Chat.Example"]) {
  Deno.test(`createEdgeChat() is reached by the names that HOSTS has: ${HOSTS}`, async () => {
    const { fetch } = mockDeepSeek([{ text: "Hello" }]);
    const chat = openChat({ fetch, env: { HOSTS } });

    const response = await chat.send(question("http://chat.example/chat"));

    await chat.over();
    assertEquals(response.status, 201);
  });
}

Deno.test("createEdgeChat() is reached over TLS by any name", async () => {
  const chat = openChat(mockDeepSeek([{ text: "Hello" }]));

  const response = await chat.send(question(`${ORIGIN}/chat`));

  await chat.over();
  assertEquals(response.status, 201);
});
