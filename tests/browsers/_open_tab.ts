/**
 * Tabs by the name of the browser.
 *
 * @module
 */

import { openPuppeteerTab } from "./_puppeteer_tab.ts";
import type { BrowserName, Tab, TabOptions } from "./_tab.ts";
import { openWebKitTab } from "./_webkit_tab.ts";

/** Opens a tab. */
export function openTab(
  browser: BrowserName,
  { width = 800, height = 700, dark = false, still = false }: TabOptions = {},
): Promise<Tab> {
  const settings = { width, height, dark, still };
  return browser === "WebKit"
    ? openWebKitTab(settings)
    : openPuppeteerTab(browser, settings);
}
