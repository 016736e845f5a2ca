import { assertEquals, assertStringIncludes } from "@std/assert";
import { startChat } from "../../../../examples/edge_chat/page/chat.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { fakePage, fakeStorage } from "../fake_page.ts";
import { openChat, ORIGIN } from "../open_chat.ts";
import { type Fetch, openTab, shownIn, watch } from "../open_tab.ts";

const STALLED = { text: "Hello", cutAfterEvents: 2, end: "stall" } as const;

Deno.test("startChat() shows a question and its answer", async () => {
  const tab = openTab([{ reasoning: "Hm", text: ["Hello", " there"] }]);

  tab.ask(" Hi ");
  await tab.until(/complete/);

  await tab.chat.over();
  assertStringIncludes(
    shownIn(tab),
    "article.question(h2(You) div.text(Hi)) article.answer(h2(Answer) " +
      "details(summary(Reasoning) div.text(Hm)) div.text(Hello there) p.facts(First",
  );
  assertEquals(tab.page.ids["question"]!.value, "");
});

Deno.test("startChat() announces what happens", async () => {
  const tab = openTab([{ text: "Hello" }]);

  tab.ask("Hi");
  await tab.until(/complete/);

  await tab.chat.over();
  assertEquals(tab.announced, [
    "Asking.",
    "Waiting for the answer.",
    "Answering.",
    "The answer is complete.",
  ]);
});

Deno.test("startChat() sends what was said before", async () => {
  const provider = mockDeepSeek([{ text: "Hello" }]);
  const chat = openChat(provider);
  const page = fakePage();
  await startChat({
    document: page,
    storage: fakeStorage({
      "edge-chat": JSON.stringify({
        said: [
          { role: "user", content: [{ type: "text", text: "One" }] },
          { role: "assistant", content: [{ type: "text", text: "Two" }] },
        ],
      }),
    }),
    fetch: (input, init) =>
      chat.ask(new URL(String(input), ORIGIN).pathname, init),
    origin: ORIGIN,
  });
  const complete = new Promise<void>((resolve) =>
    watch(page.ids["status"]!, (text) => /complete/.test(text) && resolve())
  );

  page.ids["question"]!.value = "Three";
  page.ids["form"]!.fire("submit");
  await complete;

  await chat.over();
  const { messages } = provider.requests[0]?.body as Record<string, unknown>;
  assertEquals(messages, [
    { role: "user", content: "One" },
    { role: "assistant", content: "Two" },
    { role: "user", content: "Three" },
  ]);
});

Deno.test("startChat() asks on Enter, and begins a line on Shift and Enter", async () => {
  const tab = openTab([{ text: "Hello" }]);
  const question = tab.page.ids["question"]!;
  question.value = "Hi";
  let prevented = 0;
  const key = { key: "Enter", preventDefault: () => void prevented++ };

  question.fire("keydown", { ...key, shiftKey: true });
  question.fire("keydown", { ...key, isComposing: true });
  question.fire("keydown", { key: "a" });
  const before = [...tab.announced];
  question.fire("keydown", key);
  await tab.until(/complete/);

  await tab.chat.over();
  assertEquals(before, []);
  assertEquals(prevented, 1);
});

Deno.test("startChat() asks nothing blank", () => {
  const tab = openTab();

  tab.ask(" \n");

  assertEquals(tab.announced, []);
  assertEquals(tab.requests, []);
});

Deno.test("startChat() asks one question at a time, and says so", async () => {
  const tab = openTab([STALLED]);
  const { question, status } = tab.page.ids;
  tab.ask("Hi");
  await tab.until(/Answering/);

  tab.ask("Again");

  assertEquals(question!.value, "Again");
  assertEquals(
    status!.textContent,
    "An answer is under way: wait for it, or stop it.",
  );
  tab.page.fire("keydown", { key: "Escape" });
  await tab.until(/Stopped/);
  await tab.chat.over();
  assertEquals(tab.requests, ["POST 0", "GET 0", "DELETE 0"]);
});

Deno.test("startChat() says nothing of a blank question during an answer", async () => {
  const tab = openTab([STALLED]);
  tab.ask("Hi");
  await tab.until(/Answering/);

  tab.ask(" ");

  const { textContent } = tab.page.ids["status"]!;
  tab.page.fire("keydown", { key: "Escape" });
  await tab.until(/Stopped/);
  await tab.chat.over();
  assertEquals(textContent, "Answering.");
});

Deno.test("startChat() says that a question is too long, and cuts nothing", () => {
  const tab = openTab();
  const { question, status } = tab.page.ids;

  tab.ask("x".repeat(8_001));

  assertEquals(question!.value.length, 8_001);
  assertEquals(
    [status!.className, status!.textContent],
    [
      "failure",
      "Cannot ask: the question has 8001 characters, and may have 8000.",
    ],
  );
  assertEquals(tab.requests, []);
  assertEquals(shownIn(tab), "");
});

Deno.test("startChat() asks the longest question that there may be whole", async () => {
  const bodies: string[] = [];
  const note = (fetch: Fetch): Fetch => (input, init) => {
    bodies.push(String(init?.body));
    return fetch(input, init);
  };
  const tab = openTab([{ text: "Hello" }], { wrap: note });
  const longest = "\u20ac".repeat(8_000);

  tab.ask(longest);
  await tab.until(/complete/);

  await tab.chat.over();
  assertStringIncludes(bodies[0]!, JSON.stringify(longest));
});

Deno.test("startChat() moves the keyboard off a button that goes away", async () => {
  const tab = openTab([STALLED]);
  const { send, stop, question } = tab.page.ids;

  send!.focus();
  tab.ask("Hi");
  const first = tab.page.activeElement;
  await tab.until(/Answering/);
  stop!.focus();
  stop!.fire("click");
  await tab.until(/Stopped/);

  await tab.chat.over();
  assertEquals(first === question, true);
  assertEquals(tab.page.activeElement === question, true);
});

Deno.test("startChat() leaves the keyboard where it is otherwise", async () => {
  const tab = openTab([{ text: "Hello" }]);
  const elsewhere = tab.page.createElement("summary");
  elsewhere.focus();

  tab.ask("Hi");
  await tab.until(/complete/);

  await tab.chat.over();
  assertEquals(tab.page.activeElement === elsewhere, true);
});
