import { assertEquals } from "@std/assert";
import { type Page, testPage } from "./_page.ts";

const FOCUS = "document.activeElement.id || document.activeElement.localName";

/** Presses Tab, and tells where that leads each time. */
async function tabThrough({ tab }: Page, times: number): Promise<string[]> {
  const places: string[] = [];
  while (places.length < times) {
    await tab.press("Tab");
    places.push(await tab.evaluate(FOCUS));
  }
  return places;
}

testPage("has one way through with Tab", async (page) => {
  assertEquals(await tabThrough(page, 3), ["question", "send", "clear"]);
});

testPage("has Stop on the way while it answers", async (page) => {
  await page.ask("Hi");
  page.provider.think("Hm");
  await page.until(`document.querySelector("details")`);

  const forth = await tabThrough(page, 2);
  await page.tab.press("Shift+Tab");
  await page.tab.press("Shift+Tab");
  await page.tab.press("Shift+Tab");

  assertEquals(
    [...forth, await page.tab.evaluate(FOCUS)],
    ["stop", "clear", "summary"],
  );
});

testPage("answers who has nothing but keys", async (page) => {
  const { tab, provider } = page;

  await tab.press("Tab");
  await tab.type("Hi");
  await tab.press("Shift+Enter");
  await tab.type("there");
  const called = provider.nextCall();
  await tab.press("Enter");
  await called;

  assertEquals(provider.calls, [["Hi\nthere"]]);
});

testPage("stops on Escape, wherever the keyboard is", async (page) => {
  await page.ask("Hi");
  page.provider.think("Hm");
  await page.until(`document.querySelector("details")`);
  await page.tab.press("Shift+Tab");
  const before = await page.tab.evaluate(FOCUS);

  await page.tab.press("Escape");
  await page.provider.stopped;

  assertEquals(before, "summary");
  await page.untilStatus("Stopped.");
});

testPage("leaves the keyboard in the question after Stop", async (page) => {
  await page.ask("Hi");
  page.provider.say("Hello");
  await page.untilShown("Hello");
  await page.tab.press("Tab");

  await page.tab.press("Enter");
  await page.untilStatus("Stopped.");

  assertEquals(await page.tab.evaluate(FOCUS), "question");
});

testPage("unfolds reasoning with a key", async (page) => {
  await page.ask("Hi");
  page.provider.think("Hm");
  await page.until(`document.querySelector("details")`);
  await page.tab.press("Shift+Tab");

  await page.tab.press("Enter");

  await page.until(`document.querySelector("details").open`);
});

testPage("shows where the keyboard is", async (page) => {
  await page.ask("Hi");
  page.provider.think("Hm");
  await page.until(`document.querySelector("details")`);
  await page.tab.press("Shift+Tab");
  const widths: string[] = [];

  for (let left = 4; left > 0; left--) {
    widths.push(
      await page.tab.evaluate(`(({ outlineStyle, outlineWidth }) =>
        outlineStyle + " " + outlineWidth
      )(getComputedStyle(document.activeElement))`),
    );
    await page.tab.press("Tab");
  }

  assertEquals(widths, ["solid 3px", "solid 2px", "solid 3px", "solid 3px"]);
});

testPage(
  "leaves what is typed during an answer alone, and says why",
  async (page) => {
    await page.ask("Hi");
    page.provider.say("Hello");
    await page.untilShown("Hello");
    await page.tab.type("More");

    await page.tab.press("Enter");
    await page.untilStatus("An answer is under way: wait for it, or stop it.");
    page.provider.finish();
    await page.untilStatus("The answer is complete.");

    assertEquals(
      await page.tab.evaluate(`document.querySelector("#question").value`),
      "More",
    );
    assertEquals(page.provider.calls, [["Hi"]]);
  },
);
