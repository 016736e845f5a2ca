/**
 * Chromium and Firefox, driven by Puppeteer.
 *
 * @module
 */

import {
  type AccessibleNode,
  type BrowserName,
  HEIGHT,
  type Tab,
  type TabSettings,
} from "./tab.ts";

/** What is used of Puppeteer. */
interface Puppeteer {
  launch(options: Record<string, unknown>): Promise<{
    newPage(): Promise<Page>;
    close(): Promise<void>;
  }>;
}

interface Page {
  readonly accessibility: { snapshot(): Promise<AccessibleNode> };
  readonly keyboard: {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
    press(key: string): Promise<void>;
    type(text: string): Promise<void>;
  };
  click(selector: string): Promise<void>;
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
const PACKAGE = ["npm:puppeteer-core@24.43.1"].join();

/** Starts Chromium or Firefox. */
export async function openPuppeteerTab(
  browser: Exclude<BrowserName, "WebKit">,
  { width, dark, still }: TabSettings,
): Promise<Tab> {
  const { default: puppeteer }: { default: Puppeteer } = await import(PACKAGE);
  const running = await puppeteer.launch(
    browser === "Firefox" ? firefox(dark, still) : CHROMIUM,
  );
  const page = await running.newPage();
  await page.setViewport({ width, height: HEIGHT });
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
      accessibilityTree: () => page.accessibility.snapshot(),
    },
    [Symbol.asyncDispose]: () => running.close(),
  };
}

const CHROMIUM = {
  executablePath: "/usr/bin/chromium",
  // The sandbox of Chromium does not start for root.
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
};

function firefox(dark: boolean, still: boolean): Record<string, unknown> {
  return {
    browser: "firefox",
    executablePath: "/usr/bin/firefox",
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
      "ui.prefersReducedMotion": still ? 1 : 0,
    },
  };
}
