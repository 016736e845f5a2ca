import { assertEquals } from "@std/assert";
import { memoryResumeStore } from "../../../../runtime/wire/mod.ts";
import type { LlmFailure } from "../../../../mod.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, questionOf } from "../open_chat.ts";

const REFUSAL = {
  title: "Cannot serve request: answers are out of reach",
  status: 503,
};

function fail(): Promise<never> {
  return Promise.reject(new Error("redis at 10.0.0.1 is full"));
}

Deno.test("createEdgeChat() refuses a question when nothing can be kept", async () => {
  const { fetch } = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat({
    fetch,
    store: { append: fail, read: fail },
    env: { MAX_CALLS: "1" },
  });

  // The second would get another status, had the first one kept its place.
  const responses = [
    await chat.post(questionOf("Hi")),
    await chat.post(questionOf("Hi")),
  ];

  for (const response of responses) {
    assertEquals(response.headers.get("retry-after"), "30");
    assertEquals(response.status, 503);
    assertEquals(await response.json(), REFUSAL);
  }
});

Deno.test("createEdgeChat() takes a question once what was lost of another is over", async () => {
  const { fetch } = mockDeepSeek([{ text: "Hello" }]);
  const { read, append } = memoryResumeStore();
  let appends = 0;
  const chat = openChat({
    fetch,
    // What is written first is the beginning of both logs.
    store: {
      read,
      append: (...args) => ++appends === 3 ? fail() : append(...args),
    },
    env: { MAX_CALLS: "1" },
  });
  await chat.begin("Hi");
  await chat.over();

  const { status } = await chat.post(questionOf("Hi"));

  await chat.over();
  assertEquals(status, 201);
});

for (const method of ["GET", "DELETE"]) {
  Deno.test(`createEdgeChat() refuses ${method} with 503 when no answer can be reached`, async () => {
    const reported: LlmFailure[] = [];
    const chat = openChat({
      store: { append: fail, read: fail },
      report: (failure) => reported.push(failure),
    });

    const response = await chat.ask(`/chat/${crypto.randomUUID()}`, { method });

    assertEquals(response.status, 503);
    assertEquals(await response.json(), REFUSAL);
    assertEquals(reported, [{
      code: "SERVER",
      message: "Cannot keep answers: Error: redis at 10.0.0.1 is full",
    }]);
  });
}
