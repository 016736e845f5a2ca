/**
 * WebKitGTK, driven by WebDriver.
 *
 * @module
 */

import { startProcess } from "../conformance/run/start_process.ts";
import { startScreen } from "../conformance/run/start_screen.ts";
import { freePort } from "../servers/_server.ts";
import type { Key, Tab, TabSettings } from "./_tab.ts";

const BROWSER =
  `/usr/lib/${Deno.build.arch}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

// How WebDriver names keys.
const KEYS: Readonly<Record<Key, readonly string[]>> = {
  Tab: ["\uE004"],
  Enter: ["\uE007"],
  Escape: ["\uE00C"],
  Space: [" "],
  "Shift+Tab": ["\uE008", "\uE004"],
  "Shift+Enter": ["\uE008", "\uE007"],
};

// Else the window is as wide as its toolbar.
const NARROW_TOOLBAR = `
headerbar, toolbar, button, entry { margin: 0; min-width: 0; padding: 0; }
* { -gtk-icon-transform: scale(0.1); }
`;
const PATIENCE_MS = 20_000;

/** Starts WebKit on a display of its own. */
export async function openWebKitTab(
  { width, height, dark, still }: TabSettings,
): Promise<Tab> {
  await using starting = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  starting.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.mkdir(`${folder}/gtk-3.0`);
  await Deno.writeTextFile(`${folder}/gtk-3.0/gtk.css`, NARROW_TOOLBAR);
  await Deno.writeTextFile(
    `${folder}/gtk-3.0/settings.ini`,
    `[Settings]\ngtk-enable-animations=${!still}\n`,
  );
  const { display } = starting.use(await startScreen(1280, 1024));
  const port = freePort();
  starting.use(startProcess("WebKitWebDriver", {
    args: [`--port=${port}`, "--host=127.0.0.1"],
    env: {
      DISPLAY: display,
      XDG_CONFIG_HOME: folder,
      // Its sandbox needs rights that containers lack.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
  }));
  const root = `http://127.0.0.1:${port}`;
  await answering(root);
  const { sessionId } = await call<{ sessionId: string }>(`${root}/session`, {
    body: {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": {
            binary: BROWSER,
            args: ["--automation", ...dark ? ["--dark-mode"] : []],
          },
        },
      },
    },
  });
  const session = `${root}/session/${sessionId}`;
  starting.defer(() => call(session, { method: "DELETE" }));
  const post = <T>(path: string, body: unknown = {}): Promise<T> =>
    call(`${session}/${path}`, { body });
  await post("window/rect", { x: 0, y: 0, width, height });

  /** Presses keys one after the other, or holds all but the last. */
  async function press(chords: readonly (readonly string[])[]): Promise<void> {
    const actions = chords.flatMap((keys) => [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ]);
    await post("actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  const running = starting.move();
  return {
    load: (url) => post("url", { url }),
    reload: () => post("refresh"),
    async evaluate<T>(expression: string) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve(${expression}).then(
          (value) => done({ value }),
          (error) => done({ error: String(error) }),
        );`;
      const { value, error } = await post<{ value: T; error?: string }>(
        "execute/async",
        { script, args: [] },
      );
      if (error !== undefined) throw new Error(error);
      return value;
    },
    press: (key) => press([KEYS[key]]),
    type: (text) => press(Array.from(text, (character) => [character])),
    async click(selector) {
      const using = "css selector";
      const found = await post<object>("element", { using, value: selector });
      await post(`element/${Object.values(found)[0]}/click`);
    },
    async picture() {
      const base64 = await call<string>(`${session}/screenshot`);
      return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function call<T>(
  url: string,
  { method, body }: { method?: string; body?: unknown } = {},
): Promise<T> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...body !== undefined && { body: JSON.stringify(body) },
  });
  const { value } = await response.json();
  if (response.ok) return value;
  throw new Error(`Cannot drive WebKit: ${value.message}`);
}

/** Waits for the driver, which does not tell when it listens. */
async function answering(root: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await call(`${root}/status`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
