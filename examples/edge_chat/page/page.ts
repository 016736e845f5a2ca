/**
 * The program of the page.
 *
 * @module
 */

import { startChat } from "./chat.ts";
import { followEnd, type PageWindow } from "./follow_end.ts";
import type { PageDocument, PageElement } from "./page_parts.ts";

/** What is used of a browser, and Deno has no types of. */
declare const document: PageDocument;
declare const window: PageWindow;
declare const MutationObserver: new (callback: () => void) => {
  observe(
    target: PageElement | null,
    options: { childList: true; characterData: true; subtree: true },
  ): void;
};

const { grown, goToEnd } = followEnd(window);
new MutationObserver(grown).observe(
  document.getElementById("conversation"),
  { childList: true, characterData: true, subtree: true },
);
startChat({
  document,
  storage: sessionStorage,
  fetch: (input, init) => fetch(input, init),
  origin: location.origin,
  onAsk: goToEnd,
});
