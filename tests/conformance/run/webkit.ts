/** WebKitGTK, by its own WebDriver, on a screen that nobody sees. @module */

import type { Runtime } from "./runtime.ts";
import { servePage } from "./serve_page.ts";
import { startProcess } from "./start_process.ts";
import { startScreen } from "./start_screen.ts";

const BROWSER =
  `/usr/lib/${Deno.build.arch}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

// A browser that fails to start leaves its driver waiting for it.
const PATIENCE_MS = 30_000;

/** The driver of WebKit. */
export const WEBKIT: Runtime = {
  name: "WebKit",
  needs: ["browsers"],
  async start(run) {
    await using starting = new AsyncDisposableStack();
    const page = await servePage(run);
    starting.defer(async () => await page.close());
    const { display } = starting.use(await startScreen(1024, 768));
    const port = freePort();
    const driver = starting.use(startProcess("WebKitWebDriver", {
      args: [`--port=${port}`, "--host=127.0.0.1"],
      env: {
        DISPLAY: display,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      },
    }));
    const session = await openSession(`http://127.0.0.1:${port}/session`);
    starting.defer(async () => void await send("DELETE", session));
    await send("POST", `${session}/url`, { url: page.url });
    const started = starting.move();
    return {
      ended: driver.ended,
      [Symbol.asyncDispose]: () => started.disposeAsync(),
    };
  },
};

/** Opens a session, once the driver listens. */
async function openSession(url: string): Promise<string> {
  const alwaysMatch = {
    // A page that runs a suite is busy for as long as that takes.
    "pageLoadStrategy": "none",
    "webkitgtk:browserOptions": { binary: BROWSER, args: ["--automation"] },
  };
  for (let attempt = 1;; attempt++) {
    try {
      const { sessionId } = await send("POST", url, {
        capabilities: { alwaysMatch },
      });
      return `${url}/${sessionId}`;
    } catch (error) {
      if (attempt === 50 || !(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function send(
  method: "POST" | "DELETE",
  url: string,
  value?: unknown,
): Promise<{ sessionId?: string }> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...value !== undefined && { body: JSON.stringify(value) },
  });
  const answer = await response.json();
  if (response.ok) return answer.value ?? {};
  throw new Error(`Cannot drive WebKit: ${answer.value?.message}`);
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
