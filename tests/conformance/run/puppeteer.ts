/** Browsers that puppeteer drives: Debian's Chromium and Firefox. @module */

import type { Runtime } from "./runtime.ts";
import { servePage } from "./serve_page.ts";
import { startProcess } from "./start_process.ts";

/** The driver of Chromium. */
export const CHROMIUM: Runtime = browser("Chromium", {
  browser: "chrome",
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});

/** The driver of Firefox. */
export const FIREFOX: Runtime = browser("Firefox", {
  browser: "firefox",
  executablePath: "/usr/bin/firefox-esr",
});

// Puppeteer is a package of Node: what it does here is a program of its own.
const PROGRAM = `
import puppeteer from "puppeteer-core";
const [options, url] = process.argv.slice(1);
const browser = await puppeteer.launch(JSON.parse(options));
process.on("SIGTERM", () => browser.close().finally(() => process.exit()));
browser.on("disconnected", () => process.exit(1));
const page = await browser.newPage();
page.on("pageerror", (error) => console.log("page: " + error.message));
await page.goto(url);
`;

function browser(
  name: string,
  options: Readonly<Record<string, unknown>>,
): Runtime {
  return {
    name,
    needs: ["npm", "browsers"],
    async start(run) {
      const page = await servePage(run);
      const launch = JSON.stringify({ headless: true, ...options });
      const node = startProcess("node", {
        args: ["--input-type=module", "--eval", PROGRAM, launch, page.url],
        cwd: run.tools,
      });
      return {
        ended: node.ended,
        async [Symbol.asyncDispose]() {
          await node[Symbol.asyncDispose]();
          await page.close();
        },
      };
    },
  };
}
