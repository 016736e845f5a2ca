import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  openConversation,
  questionBody,
  type Said,
} from "../../../../examples/edge_chat/page/conversation.ts";
import { startChat } from "../../../../examples/edge_chat/page/chat.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { fakePage, fakeStorage } from "../fake_page.ts";
import { openChat, ORIGIN } from "../open_chat.ts";
import { type Fetch, openTab, shownIn } from "../open_tab.ts";

function ask(text: string): Said {
  return { role: "user", content: [{ type: "text", text }] };
}

Deno.test("startChat() goes on with an answer after a reload", async () => {
  const tab = openTab([{ reasoning: "Hm", text: ["Hello", " there"] }]);
  tab.ask("Hi");
  await tab.until(/Waiting/);

  await tab.reload();

  await tab.chat.over();
  assertEquals(tab.announced.slice(-3), [
    "Waiting for the answer.",
    "Answering.",
    "The answer is complete.",
  ]);
  assertStringIncludes(shownIn(tab), "div.text(Hello there) p.facts(20 tokens");
});

Deno.test("startChat() shows the same after another reload", async () => {
  const tab = openTab([{ reasoning: "Hm", text: "Hello" }]);
  tab.ask("Hi");
  await tab.until(/complete/);
  await tab.chat.over();
  const before = shownIn(tab);

  await tab.reload();

  assertStringIncludes(before, "p.facts(First token");
  assertEquals(shownIn(tab), before);
  assertEquals(tab.requests, ["POST 0", "GET 0"]);
});

Deno.test("startChat() says so when an answer is no longer there after a reload", async () => {
  const page = fakePage();
  const storage = fakeStorage({
    "edge-chat": JSON.stringify({ said: [], pending: crypto.randomUUID() }),
  });
  const chat = openChat(mockDeepSeek());

  await startChat({
    document: page,
    storage,
    fetch: (input, init) => chat.ask(new URL(String(input)).pathname, init),
    origin: ORIGIN,
  });

  assertEquals(
    page.ids["status"]!.textContent,
    "The answer is no longer there.",
  );
  assertEquals(
    openConversation(storage).pending,
    undefined,
  );
});

Deno.test("startChat() reads on through a lost connection", async () => {
  using time = new FakeTime();
  let connections = 0;
  const cut = (fetch: Fetch): Fetch => async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === "POST" || connections++ > 0) return response;
    const bytes = await response.bytes();
    return new Response(bytes.slice(0, 200), response);
  };
  const tab = openTab([{ text: ["Hello", " there"] }], { wrap: cut });
  tab.ask("Hi");
  const complete = tab.until(/complete/);

  await tab.until(/lost/);
  await time.tickAsync(1_000);
  await complete;

  await tab.chat.over();
  assertStringIncludes(shownIn(tab), "div.text(Hello there)");
  assertEquals(tab.requests, ["POST 0", "GET 0", "GET 3"]);
  assertEquals(tab.announced.slice(-3), [
    "Connection lost, trying again.",
    "Connected again.",
    "The answer is complete.",
  ]);
  assertFalse(time.next());
});

Deno.test("startChat() shows a failure of the provider as one sentence", async () => {
  const tab = openTab([{
    status: 503,
    body: { error: { message: "node-7" } },
  }]);

  tab.ask("Hi");
  await tab.until(/out of reach/);

  await tab.chat.over();
  assertEquals(
    shownIn(tab),
    "article.question(h2(You) div.text(Hi)) article.answer(h2(Answer) " +
      "p.failure(Cannot answer: the model is out of reach.))",
  );
});

Deno.test("startChat() shows a failure after a reload, and asks on without it", async () => {
  const bodies: string[] = [];
  const note = (fetch: Fetch): Fetch => (input, init) => {
    if (init?.method === "POST") bodies.push(String(init.body));
    return fetch(input, init);
  };
  const tab = openTab([{ status: 503 }, { text: "Hello" }], { wrap: note });
  tab.ask("Hi");
  await tab.until(/out of reach/);
  await tab.chat.over();
  const before = shownIn(tab);

  await tab.reload();
  const after = shownIn(tab);
  tab.ask("Again");
  await tab.until(/complete/);

  await tab.chat.over();
  assertEquals(after, before);
  assertEquals(bodies.at(-1), questionBody([ask("Hi"), ask("Again")]));
});

const REFUSALS: Record<
  string,
  [answer: () => Promise<Response>, status: string]
> = {
  "a server out of reach": [
    () => Promise.reject(new TypeError("failed")),
    "Cannot ask: the server is out of reach.",
  ],
  "a refusal": [
    () =>
      Promise.resolve(
        Response.json({ title: "Cannot serve request: no" }, { status: 429 }),
      ),
    "Cannot serve request: no.",
  ],
  "an error page": [
    () =>
      Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })),
    "Cannot ask: the server makes no sense.",
  ],
  "an error that names an answer": [
    () => Promise.resolve(Response.json({ id: "1" }, { status: 500 })),
    "Cannot ask: the server makes no sense.",
  ],
  "null": [
    () => Promise.resolve(Response.json(null)),
    "Cannot ask: the server makes no sense.",
  ],
};

for (const [name, [answer, status]] of Object.entries(REFUSALS)) {
  Deno.test(`startChat() gives the question back on ${name}`, async () => {
    const tab = openTab(undefined, { wrap: () => answer });

    tab.ask("Hi");
    await tab.until(/^Cannot/);

    assertEquals(tab.announced.at(-1), status);
    assertEquals(tab.page.ids["status"]!.className, "failure");
    assertEquals(tab.page.ids["question"]!.value, "Hi");
    assertEquals(shownIn(tab), "");
    await tab.reload();
    assertEquals(shownIn(tab), "");
  });
}

Deno.test("startChat() gives the question back before what was typed since", async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  const tab = openTab(undefined, { wrap: () => () => promise });
  const question = tab.page.ids["question"]!;
  tab.ask("Hi");

  question.value = "More";
  reject(new TypeError("failed"));
  await tab.until(/^Cannot/);

  assertEquals(question.value, "Hi\nMore");
});

Deno.test("startChat() marks failures, and nothing else", async () => {
  const tab = openTab([{ status: 503 }, { text: "Hello" }]);
  const status = tab.page.ids["status"]!;
  tab.ask("Hi");
  await tab.until(/out of reach/);
  await tab.chat.over();
  const failed = status.className;

  tab.ask("Again");
  await tab.until(/complete/);

  await tab.chat.over();
  assertEquals([failed, status.className], ["failure", ""]);
});

Deno.test("startChat() gives the question back that is stopped at once", async () => {
  const pending = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))
    );
  const tab = openTab(undefined, { wrap: () => pending });
  tab.ask("Hi");

  tab.page.ids["stop"]!.fire("click");
  await tab.until(/Stopped/);

  assertEquals(tab.page.ids["status"]!.className, "");
  assertEquals(tab.page.ids["question"]!.value, "Hi");
  assertEquals(shownIn(tab), "");
});
