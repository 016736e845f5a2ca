import {
  assertEquals,
  assertFalse,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { testPage } from "./_page.ts";

const LAST = 'document.querySelector("article:last-of-type")';
const ALL_TEXT = 'document.querySelector("main").textContent';

testPage("shows an answer while it grows", async (page) => {
  const { tab, provider } = page;
  await page.ask("Hi");

  provider.say("Hel");
  await page.untilShown("Hel");
  await page.untilStatus("Answering.");
  const during = await tab.evaluate(`${LAST}.ariaBusy`);
  provider.say("lo");
  await page.untilShown("Hello");
  provider.finish();
  await page.untilStatus("The answer is complete.");

  assertEquals([during, await tab.evaluate(`${LAST}.ariaBusy`)], [
    "true",
    "false",
  ]);
  assertEquals(provider.calls, [["Hi"]]);
});

testPage("asks with what was said before", async (page) => {
  await page.ask("One");
  page.provider.say("Two");
  page.provider.finish();
  await page.untilStatus("The answer is complete.");

  await page.ask("Three");

  assertEquals(page.provider.calls, [["One"], ["One", "Two", "Three"]]);
});

testPage("folds reasoning away, and shows it on a click", async (page) => {
  const shown = `${LAST}.querySelector("details .text").checkVisibility()`;
  await page.ask("Hi");

  page.provider.think("Let me");
  await page.until(`${LAST}.querySelector("details")`);
  const before = await page.tab.evaluate(shown);
  await page.tab.click("summary");
  await page.until(`${LAST}.querySelector("details").open`);
  page.provider.think(" see");
  await page.until(
    `${LAST}.querySelector("details .text").textContent === "Let me see"`,
  );

  assertEquals([before, await page.tab.evaluate(shown)], [false, true]);
});

testPage("shows a tool call while it grows", async (page) => {
  const text = `${LAST}.querySelector("figure")?.textContent`;
  await page.ask("Hi");

  page.provider.callTool({ name: "get_forecast", arguments: '{"city": ' });
  await page.until(`${text} === 'Asks for get_forecast{"city": '`);
  page.provider.callTool({ arguments: '"Lisbon"}' });
  await page.until(`${text} === 'Asks for get_forecast{"city": "Lisbon"}'`);
});

testPage("tells what an answer took", async (page) => {
  await page.ask("Hi");

  page.provider.say("Hello");
  page.provider.finish({ prompt_tokens: 12, completion_tokens: 34 });
  await page.untilStatus("The answer is complete.");

  assertMatch(
    await page.tab.evaluate(`${LAST}.querySelector(".facts").textContent`),
    /^First token after \d+\.\d\d s · 12 tokens in · 34 tokens out$/,
  );
});

testPage("stops the call of the provider on Stop", async (page) => {
  await page.ask("Hi");
  page.provider.say("Hel");
  await page.untilShown("Hel");

  await page.tab.click("#stop");
  await page.provider.stopped;
  await page.untilStatus("Stopped.");

  assertStringIncludes(await page.tab.evaluate(ALL_TEXT), "Hel");
  assertEquals(
    await page.tab.evaluate(
      `["stop", "send"].map((id) => document.getElementById(id).checkVisibility())`,
    ),
    [false, true],
  );
});

testPage(
  "stops the call of the provider for a new conversation",
  async (page) => {
    await page.ask("Hi");
    page.provider.say("Hel");
    await page.untilShown("Hel");

    await page.tab.click("#clear");
    await page.provider.stopped;

    assertEquals(
      await page.tab.evaluate(`document.querySelectorAll("article").length`),
      0,
    );
  },
);

testPage("shows a failure of the provider as a sentence", async (page) => {
  page.provider.fail(503, { error: { message: "Node dc7-gpu-113 is down" } });

  await page.ask("Hi");
  await page.until(`${LAST}.querySelector(".failure")`);

  assertEquals(
    await page.tab.evaluate(`${LAST}.querySelector(".failure").textContent`),
    "Cannot answer: the model is out of reach.",
  );
  assertFalse(
    (await page.tab.evaluate<string>(ALL_TEXT)).includes("dc7-gpu-113"),
  );
});

testPage(
  "says that the server is out of reach, and keeps the question",
  async (page) => {
    await page.site[Symbol.asyncDispose]();

    await page.tab.click("#question");
    await page.tab.type("Hi");
    await page.tab.press("Enter");
    await page.untilStatus("Cannot ask: the server is out of reach.");

    assertEquals(
      await page.tab.evaluate(`document.querySelector("#question").value`),
      "Hi",
    );
  },
);
