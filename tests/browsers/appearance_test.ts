import {
  assertEquals,
  assertGreaterOrEqual,
  assertLessOrEqual,
} from "@std/assert";
import { CONTRASTS } from "./_contrasts.ts";
import { type Page, testPage } from "./_page.ts";

/** Has the page show everything that it can. */
async function fill({ ask, provider, tab, untilStatus }: Page): Promise<void> {
  const long = "antidisestablishmentarianism".repeat(8);
  await ask(`Why ${long}?`);
  provider.think(`Hm, ${long}`);
  provider.say(`Because of ${long}.`);
  provider.callTool({ name: `look_up_${long}`, arguments: `"${long}"` });
  provider.finish();
  await untilStatus("The answer is complete.");
  await tab.click("summary");
  provider.fail(503, {});
  await ask("Again");
  await untilStatus("Cannot answer: the model is out of reach.");
}

for (const width of [320, 1280]) {
  testPage(`fits into ${width} pixels`, async (page) => {
    await fill(page);

    const [inner, beyond, outside] = await page.tab.evaluate<
      [number, number, string[]]
    >(`[
      innerWidth,
      document.documentElement.scrollWidth -
        document.documentElement.clientWidth,
      Array.from(document.querySelectorAll("body *"))
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < 0 || right > innerWidth);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    ]`);

    assertEquals(inner, width);
    assertEquals(outside, []);
    assertLessOrEqual(beyond, 0);
  }, { width });
}

for (const dark of [false, true]) {
  const theme = dark ? "dark" : "light";

  testPage(`is ${theme} for who prefers that`, async ({ tab }) => {
    const background = await tab.evaluate<string>(
      "getComputedStyle(document.body).backgroundColor",
    );

    const [red = -1] = (background.match(/\d+/g) ?? []).map(Number);
    assertEquals([red >= 0, red < 128], [true, dark]);
  }, { dark });

  testPage(`can be read where it is ${theme}`, async (page) => {
    await fill(page);

    const contrasts = await page.tab.evaluate<Record<string, number>>(
      CONTRASTS,
    );

    for (const name of ["h1", "h2", "summary", "pre", ".failure", "#send"]) {
      assertGreaterOrEqual(contrasts[name] ?? 0, 4.5, name);
    }
    for (const [name, contrast] of Object.entries(contrasts)) {
      assertGreaterOrEqual(contrast, 4.5, name);
    }
  }, { dark });
}

const MOVING = "document.getAnimations().length";

testPage("shows by a moving sign that more comes", async (page) => {
  const { provider, tab } = page;
  const moving: number[] = [];

  await page.ask("Hi");
  await page.untilStatus("Waiting for the answer.");
  moving.push(await tab.evaluate(MOVING));
  provider.think("Hm");
  await page.until(`document.querySelector("details")`);
  moving.push(await tab.evaluate(MOVING));
  provider.say("Hello");
  await page.untilShown("Hello");
  moving.push(await tab.evaluate(MOVING));
  provider.callTool({ name: "wave", arguments: "{}" });
  await page.until(`document.querySelector("figure")`);
  moving.push(await tab.evaluate(MOVING));
  provider.finish();
  await page.untilStatus("The answer is complete.");
  moving.push(await tab.evaluate(MOVING));

  assertEquals(moving, [1, 1, 1, 1, 0]);
});

testPage("keeps still for who prefers that", async (page) => {
  await page.ask("Hi");
  page.provider.say("Hello");
  await page.untilShown("Hello");

  assertEquals(await page.tab.evaluate(MOVING), 0);
}, { still: true });

testPage("moves nothing about while an answer grows", async (page) => {
  const { provider, tab } = page;
  const places = (): Promise<string> =>
    tab.evaluate(`["h1", "#question", "#send, #stop", "#clear"]
      .map((selectors) => Array.from(document.querySelectorAll(selectors))
        .find((element) => element.checkVisibility()).getBoundingClientRect())
      .map(({ x, y, width }, at) => [x, at > 0 && y, width].map(Math.round).join()).join(" ")`);
  const before = await places();
  const seen = new Set<string>();

  await page.ask("Hi");
  await page.untilStatus("Waiting for the answer.");
  seen.add(await places());
  provider.say("Line\n".repeat(80));
  await page.untilStatus("Answering.");
  seen.add(await places());
  provider.finish();
  await page.untilStatus("The answer is complete.");
  seen.add(await places());

  assertEquals([...seen], [before]);
});

for (const height of [700, 430]) {
  testPage(
    `has the question at hand wherever it is scrolled to, ${height} pixels high`,
    async (page) => {
      await page.ask("Hi");
      page.provider.say("Line\n".repeat(80));
      await page.untilStatus("Answering.");

      await page.tab.evaluate("scrollTo(0, 0)");

      assertEquals(
        await page.tab.evaluate(`["#question", "#stop"]
          .map((id) => document.querySelector(id).getBoundingClientRect())
          .map(({ bottom }) => bottom > 0 && bottom < innerHeight)`),
        [true, true],
      );
    },
    { height },
  );
}

testPage("says what it is for while nothing was asked", async (page) => {
  const shown = `document.querySelector(".empty").checkVisibility()`;
  const states: boolean[] = [await page.tab.evaluate(shown)];

  await page.ask("Hi");
  states.push(await page.tab.evaluate(shown));
  await page.tab.click("#clear");
  await page.until(`!document.querySelector("article")`);
  states.push(await page.tab.evaluate(shown));

  assertEquals(states, [true, false, true]);
});

testPage("has each paragraph begin where its script does", async (page) => {
  await page.ask("Hi");
  page.provider.say("Hello.\n\u05e9\u05dc\u05d5\u05dd.");
  await page.untilStatus("Answering.");

  const sides = await page.tab.evaluate(`(() => {
    const text = document.querySelector(".answer > .text");
    const { left, right } = text.getBoundingClientRect();
    return [0, 7].map((at) => {
      const range = document.createRange();
      range.setStart(text.firstChild, at);
      range.setEnd(text.firstChild, at + 1);
      const letter = range.getBoundingClientRect();
      return letter.left - left < 1 ? "left" : right - letter.right < 1 && "right";
    });
  })()`);

  assertEquals(sides, ["left", "right"]);
});
