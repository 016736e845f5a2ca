import { assertEquals, assertFalse, assertMatch } from "@std/assert";
import type { FakePage } from "../fake_page.ts";
import { openTab, shownIn } from "../open_tab.ts";

const STALLED = { text: "Hello", cutAfterEvents: 2, end: "stall" } as const;

const STOPS: Record<string, (page: FakePage) => void> = {
  "the stop button": ({ ids }) => ids["stop"]!.fire("click"),
  "Escape": (page) => page.fire("keydown", { key: "Escape" }),
};

for (const [name, stop] of Object.entries(STOPS)) {
  Deno.test(`startChat() stops an answer on ${name}, and keeps what came`, async () => {
    const tab = openTab([STALLED]);
    tab.ask("Hi");
    await tab.until(/Answering/);

    stop(tab.page);
    await tab.until(/Stopped/);

    await tab.chat.over();
    const before = shownIn(tab);
    await tab.reload();
    assertMatch(
      before,
      /div.text\(Hello\) p.facts\(First .*\) p.facts\(Stopped.\)\)$/,
    );
    assertEquals(shownIn(tab), before);
  });
}

Deno.test("startChat() leaves an answer alone on an Escape that ends composing", async () => {
  const tab = openTab([STALLED]);
  tab.ask("Hi");
  await tab.until(/Answering/);

  tab.page.fire("keydown", { key: "Escape", isComposing: true });
  const before = [...tab.requests];

  tab.page.fire("keydown", { key: "Escape" });
  await tab.until(/Stopped/);
  await tab.chat.over();
  assertEquals(before, ["POST 0", "GET 0"]);
});

Deno.test("startChat() keeps no tool call that was cut", async () => {
  const toolCalls = [{ name: "find", arguments: { what: "a needle" } }];
  const tab = openTab([{
    text: "Hello",
    toolCalls,
    cutAfterEvents: 4,
    end: "stall",
  }]);
  tab.ask("Hi");
  await tab.until(/Answering/);
  await tab.shown(/find/);

  tab.page.ids["stop"]!.fire("click");
  await tab.until(/Stopped/);

  await tab.chat.over();
  await tab.reload();
  assertMatch(
    shownIn(tab),
    /article.answer\(h2\(Answer\) div.text\(Hello\) p.facts\(First [^()]*\) p.facts\(Stopped.\)\)$/,
  );
});

Deno.test("startChat() shows the stop button while there is something to stop", async () => {
  const tab = openTab([STALLED]);
  const { send, stop } = tab.page.ids;
  const shown = () => [send!.hidden, stop!.hidden];
  const before = shown();

  tab.ask("Hi");
  await tab.until(/Answering/);
  const during = shown();
  stop!.fire("click");
  await tab.until(/Stopped/);
  await tab.chat.over();

  assertEquals([before, during, shown()], [[false, true], [true, false], [
    false,
    true,
  ]]);
});

Deno.test("startChat() stops an answer that is left for a new conversation", async () => {
  const tab = openTab([STALLED]);
  tab.ask("Hi");
  await tab.until(/Answering/);

  tab.page.ids["clear"]!.fire("click");

  await tab.chat.over();
  assertEquals(shownIn(tab), "");
  assertEquals(tab.announced.at(-1), "This is a new conversation.");
  assertEquals(tab.page.activeElement === tab.page.ids["question"], true);
  assertEquals(tab.requests.at(-1), "DELETE 0");
  await tab.reload();
  assertEquals(shownIn(tab), "");
});

Deno.test("startChat() goes on with a new conversation when the answer of the one that was left ends", async () => {
  const tab = openTab([STALLED, STALLED]);
  const { clear, stop } = tab.page.ids;
  tab.ask("Hi");
  await tab.until(/Answering/);
  clear!.fire("click");

  tab.ask("Again");
  await tab.until(/Answering/);
  const stoppable = !stop!.hidden;
  stop!.fire("click");
  await tab.until(/Stopped/);

  await tab.chat.over();
  assertEquals(stoppable, true);
  assertFalse(shownIn(tab).includes("div.text(Hi)"));
});
