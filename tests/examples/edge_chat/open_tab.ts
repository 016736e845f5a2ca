/** A tab of a browser, without the browser. */

import { startChat } from "../../../examples/edge_chat/page/chat.ts";
import { mockDeepSeek, type MockReply } from "../../../testing/mod.ts";
import {
  type FakeElement,
  type FakePage,
  fakePage,
  fakeStorage,
  outlineOf,
} from "./fake_page.ts";
import { inTime } from "./in_time.ts";
import { type OpenChat, openChat, ORIGIN } from "./open_chat.ts";

/** What a page makes requests with. */
export type Fetch = typeof globalThis.fetch;

/** A browser with one tab, and the worker it talks to. */
export interface Tab {
  readonly page: FakePage;
  readonly chat: OpenChat;
  /** Every status that was announced, in order. */
  readonly announced: readonly string[];
  /** Every request: its method, and where the client is in the answer. */
  readonly requests: readonly string[];
  /** Loads the page again. Settles once what was under way is here. */
  reload(): Promise<void>;
  /** Types a question and asks it. */
  ask(text: string): void;
  /** Settles once a status is announced. */
  until(status: RegExp): Promise<void>;
  /** Settles once the page shows a text. */
  shown(text: RegExp): Promise<void>;
}

/** Opens the page. */
export function openTab(
  replies: MockReply[] = [{ text: "Hello" }],
  { wrap = (fetch) => fetch }: { wrap?: (fetch: Fetch) => Fetch } = {},
): Tab {
  const storage = fakeStorage();
  const chat = openChat(mockDeepSeek(replies));
  const announced: string[] = [];
  const requests: string[] = [];
  const waiting: [status: RegExp, resolve: () => void][] = [];
  let page = fakePage();

  const fetch = wrap((input, init) => {
    const { pathname } = new URL(String(input), ORIGIN);
    const at = new Headers(init?.headers).get("last-event-id") ?? "0";
    requests.push(`${init?.method ?? "GET"} ${at}`);
    return chat.ask(pathname, init);
  });

  function load(): Promise<void> {
    const loaded = page = fakePage();
    watch(loaded.ids["status"]!, (status) => {
      // A page that was left says nothing, and keeps nothing.
      if (loaded !== page) return;
      announced.push(status);
      for (const [wanted, resolve] of waiting) {
        if (wanted.test(status)) resolve();
      }
    });
    return startChat({
      document: loaded,
      storage: {
        ...storage,
        setItem: (key, value) => {
          if (loaded === page) storage.setItem(key, value);
        },
      },
      fetch,
      origin: ORIGIN,
    });
  }

  load();
  return {
    get page() {
      return page;
    },
    chat,
    announced,
    requests,
    reload: load,
    ask(text) {
      page.ids["question"]!.value = text;
      page.ids["form"]!.fire("submit");
    },
    async shown(text) {
      const { conversation } = page.ids;
      let looking = true;
      async function look(): Promise<void> {
        // Nothing tells of a page that grows: other tasks get their turn.
        while (looking && !text.test(conversation!.textContent ?? "")) {
          await nextTask();
        }
      }
      try {
        await inTime(look(), () => `${text} in: ${conversation!.textContent}`);
      } finally {
        looking = false;
      }
    },
    until: (status) =>
      inTime(
        new Promise((resolve) => {
          waiting.push([status, resolve]);
          if (status.test(announced.at(-1) ?? "")) resolve();
        }),
        () => `${status} after: ${announced.join(" ")}`,
      ),
  };
}

/** Calls back with every text that an element gets. */
export function watch(
  element: FakeElement,
  tell: (text: string) => void,
): void {
  let text: string | null = "";
  Object.defineProperty(element, "textContent", {
    get: () => text,
    set: (next) => tell(text = next),
  });
}

/** Outlines the conversation that a page shows. */
export function shownIn({ page }: Tab): string {
  return page.ids["conversation"]!.children.map(outlineOf).join(" ");
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
