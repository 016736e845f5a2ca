/**
 * The page in a browser, with all that is behind it.
 *
 * @module
 */

import { inTime } from "../examples/edge_chat/in_time.ts";
import { type GatedProvider, gatedProvider } from "./_gated_provider.ts";
import { openTab } from "./_open_tab.ts";
import { type Site, startSite } from "./_site.ts";
import {
  type BrowserName,
  BROWSERS,
  type Tab,
  type TabOptions,
} from "./_tab.ts";

/** The page in a browser. */
export interface Page {
  /** The tab that shows it. */
  readonly tab: Tab;
  /** What it is served by. */
  readonly site: Site;
  /** Who answers. */
  readonly provider: GatedProvider;
  /** Types a question and asks it. Settles once the provider is asked. */
  ask(question: string): Promise<void>;
  /** Settles once an expression in the page is true. */
  until(condition: string): Promise<void>;
  /** Settles once the last message is a text. */
  untilShown(text: string): Promise<void>;
  /** Settles once the status is a text. */
  untilStatus(text: string): Promise<void>;
}

const PATIENCE_MS = 10_000;
// What a provider is never told of would be waited for without end.
const LONGEST_MS = 120_000;

/**
 * Registers a test for each browser.
 *
 * @param rule What holds of the page.
 * @param run The test.
 * @param options How the page is opened, and in which browsers.
 */
export function testPage(
  rule: string,
  run: (page: Page) => Promise<void>,
  options: TabOptions & { readonly browsers?: readonly BrowserName[] } = {},
): void {
  for (const browser of options.browsers ?? BROWSERS) {
    Deno.test({
      name: `the page ${rule}, in ${browser}`,
      // Puppeteer now and then leaves a timer behind.
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const provider = gatedProvider();
        await using site = await startSite(provider);
        await using tab = await openTab(browser, options);
        await tab.load(site.url);
        await inTime(
          run(openPage(tab, site, provider)),
          () => "the end of the test",
          LONGEST_MS,
        );
      },
    });
  }
}

export function openPage(tab: Tab, site: Site, provider: GatedProvider): Page {
  async function until(condition: string): Promise<void> {
    // Once the page has changed, and not some time later.
    await tab.evaluate(`new Promise((resolve, reject) => {
      const observer = new MutationObserver(check);
      const late = setTimeout(() => end(() => reject(new Error(
        "The page comes to something else: " + document.body.innerText,
      ))), ${PATIENCE_MS});
      function end(settle) {
        clearTimeout(late);
        observer.disconnect();
        settle();
      }
      function check() {
        if (${condition}) end(resolve);
      }
      observer.observe(document, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
      check();
    })`);
  }

  return {
    tab,
    site,
    provider,
    async ask(question) {
      const called = provider.nextCall();
      await tab.click("#question");
      await tab.type(question);
      await tab.press("Enter");
      await called;
    },
    until,
    untilShown: (text) =>
      until(
        `document.querySelector("article:last-of-type > .text")?.textContent === ${
          JSON.stringify(text)
        }`,
      ),
    untilStatus: (text) =>
      until(
        `document.querySelector("#status").textContent === ${
          JSON.stringify(text)
        }`,
      ),
  };
}
