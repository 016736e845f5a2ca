import { assertEquals, assertMatch } from "@std/assert";
import { testPage } from "./_page.ts";

testPage(
  "goes on after a lost connection, without a gap or a repeat",
  async (page) => {
    const { site, provider } = page;
    await page.ask("Hi");
    provider.say("One, ");
    await page.untilShown("One, ");

    site.lose();
    await page.untilStatus("Connection lost, trying again.");
    provider.say("two, ");
    site.restore();
    await page.untilShown("One, two, ");
    provider.say("three");
    provider.finish();
    await page.untilStatus("The answer is complete.");

    await page.untilShown("One, two, three");
    assertEquals(provider.calls.length, 1);
  },
);

testPage("tells that it is connected again", async (page) => {
  await page.ask("Hi");
  page.provider.say("One");
  await page.untilShown("One");

  page.site.lose();
  await page.untilStatus("Connection lost, trying again.");
  page.site.restore();

  await page.untilStatus("Connected again.");
});

testPage("goes on after it was loaded again", async (page) => {
  const { tab, provider } = page;
  await page.ask("Hi");
  provider.say("One, ");
  await page.untilShown("One, ");

  await tab.reload();
  await page.untilShown("One, ");
  provider.say("two");
  await page.untilShown("One, two");
  provider.finish();
  await page.untilStatus("The answer is complete.");

  assertEquals(provider.calls.length, 1);
  assertEquals(
    await tab.evaluate(
      `Array.from(document.querySelectorAll("h2"), (h2) => h2.textContent)`,
    ),
    ["You", "Answer"],
  );
});

testPage("stops an answer after it was loaded again", async (page) => {
  await page.ask("Hi");
  page.provider.say("One");
  await page.untilShown("One");
  await page.tab.reload();
  await page.untilShown("One");

  await page.tab.press("Escape");
  await page.provider.stopped;

  await page.untilStatus("Stopped.");
});

testPage("shows the same after it was loaded again", async (page) => {
  const outline = `document.querySelector("main").innerText`;
  await page.ask("Hi");
  page.provider.think("A greeting");
  page.provider.say("Hello");
  page.provider.callTool({ name: "wave", arguments: "{}" });
  page.provider.finish();
  await page.untilStatus("The answer is complete.");
  page.provider.fail(503, {});
  await page.ask("Again");
  await page.untilStatus("Cannot answer: the model is out of reach.");
  const before = await page.tab.evaluate<string>(outline);

  await page.tab.reload();
  await page.until(`document.querySelectorAll("article").length === 4`);

  assertMatch(before, /First token [^]*Cannot answer: /);
  assertEquals(await page.tab.evaluate<string>(outline), before);
});
