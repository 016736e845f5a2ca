import { assertEquals, assertGreaterOrEqual } from "@std/assert";
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
    assertEquals(beyond, 0);
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

for (const still of [false, true]) {
  testPage(
    still
      ? "keeps still for who prefers that"
      : "shows by a moving sign that more comes",
    async (page) => {
      await page.ask("Hi");
      page.provider.say("Hello");
      await page.untilShown("Hello");

      const moving = await page.tab.evaluate<number>(
        "document.getAnimations().length",
      );

      assertEquals(moving, still ? 0 : 1);
    },
    { still },
  );
}
