/**
 * Chromium and Firefox, driven by Puppeteer.
 *
 * @module
 */

import { PUPPETEER } from "../npm_packages.ts";
import type { AccessibleNode, BrowserName, Tab, TabSettings } from "./_tab.ts";

/** What is used of Puppeteer. */
interface Puppeteer {
  launch(options: Record<string, unknown>): Promise<Running>;
}

interface Running {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Page {
  readonly accessibility: {
    snapshot(options: { interestingOnly: boolean }): Promise<AccessibleNode>;
  };
  readonly keyboard: {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
    press(key: string): Promise<void>;
    type(text: string): Promise<void>;
  };
  click(selector: string): Promise<void>;
  close(): Promise<void>;
  emulateMediaFeatures(
    features: readonly { name: string; value: string }[],
  ): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  screenshot(): Promise<Uint8Array>;
  setViewport(size: { width: number; height: number }): Promise<void>;
}

// Whatever reads imports must not find it: it is for these tests alone.
const PACKAGE = `npm:${PUPPETEER}`;

// Starting takes far longer than most tests: they share what is set up alike.
const started = new Map<string, Promise<Running>>();

Deno.test.afterAll(async () => {
  for (const running of started.values()) await (await running).close();
});

/** Opens a tab of Chromium or Firefox, in a browser that others may be in too. */
export async function openPuppeteerTab(
  browser: Exclude<BrowserName, "WebKit">,
  { width, height, dark, still }: TabSettings,
): Promise<Tab> {
  const options = browser === "Firefox" ? firefox(dark, still) : CHROMIUM;
  const key = JSON.stringify(options);
  const running = started.get(key) ?? launch(options);
  started.set(key, running);
  const page = await (await running).newPage();
  await page.setViewport({ width, height });
  if (browser === "Chromium") {
    await page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
      {
        name: "prefers-reduced-motion",
        value: still ? "reduce" : "no-preference",
      },
    ]);
  }

  return {
    load: async (url) => void await page.goto(url),
    reload: async () => void await page.reload(),
    evaluate: <T>(expression: string) =>
      page.evaluate(expression) as Promise<T>,
    async press(key) {
      const [last, modifier] = key.split("+").reverse();
      if (modifier !== undefined) await page.keyboard.down(modifier);
      await page.keyboard.press(last!);
      if (modifier !== undefined) await page.keyboard.up(modifier);
    },
    type: (text) => page.keyboard.type(text),
    click: (selector) => page.click(selector),
    picture: () => page.screenshot(),
    ...browser === "Chromium" && {
      accessibilityTree: () =>
        page.accessibility.snapshot({ interestingOnly: false }),
    },
    [Symbol.asyncDispose]: () => page.close(),
  };
}

async function launch(options: Record<string, unknown>): Promise<Running> {
  const { default: puppeteer }: { default: Puppeteer } = await import(PACKAGE);
  return await puppeteer.launch(options);
}

const CHROMIUM = {
  executablePath: "/usr/bin/chromium",
  // The sandbox of Chromium does not start for root.
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
};

function firefox(dark: boolean, still: boolean): Record<string, unknown> {
  return {
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
      "ui.prefersReducedMotion": still ? 1 : 0,
    },
  };
}
