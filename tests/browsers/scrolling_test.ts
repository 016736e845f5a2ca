import { assertEquals, assertLess } from "@std/assert";
import { type Page, testPage } from "./_page.ts";

const LINES = "One line\n".repeat(80);

/** Scrolls, and waits until the page has been told. */
async function scrollTo({ tab }: Page, y: number): Promise<void> {
  await tab.evaluate(`new Promise((resolve) => {
    addEventListener("scroll", () => resolve(null), { once: true });
    scrollTo(0, ${y});
  })`);
}

/** Tells how far the end of the page is below what shows. */
function left({ tab }: Page): Promise<number> {
  return tab.evaluate(
    "document.documentElement.scrollHeight - innerHeight - scrollY",
  );
}

testPage("keeps the end of an answer in sight", async (page) => {
  await page.ask("Hi");

  page.provider.say(LINES);
  await page.untilShown(LINES);
  const first = await left(page);
  page.provider.say(LINES);
  await page.untilShown(LINES + LINES);

  assertLess(first, 2);
  assertLess(await left(page), 2);
});

testPage("stays where it was scrolled to", async (page) => {
  await page.ask("Hi");
  page.provider.say(LINES);
  await page.untilShown(LINES);
  await scrollTo(page, 0);

  page.provider.say(LINES);
  await page.untilShown(LINES + LINES);

  assertEquals(await page.tab.evaluate("scrollY"), 0);
});

testPage("stays where a key has scrolled it to", async (page) => {
  await page.ask("Hi");
  page.provider.say(LINES);
  await page.untilShown(LINES);
  const end = await page.tab.evaluate<number>("scrollY");
  await scrollTo(page, end - 40);

  page.provider.say(LINES);
  await page.untilShown(LINES + LINES);

  assertEquals(await page.tab.evaluate("scrollY"), end - 40);
});

testPage("shows a question to who asked it from further up", async (page) => {
  await page.ask("Hi");
  page.provider.say(LINES);
  page.provider.finish();
  await page.untilStatus("The answer is complete.");
  await scrollTo(page, 0);

  await page.ask("Again");

  assertLess(await left(page), 2);
});

testPage("follows again once it was scrolled to the end", async (page) => {
  await page.ask("Hi");
  page.provider.say(LINES);
  await page.untilShown(LINES);
  await scrollTo(page, 0);
  await scrollTo(page, 1_000_000);

  page.provider.say(LINES);
  await page.untilShown(LINES + LINES);

  assertLess(await left(page), 2);
});
