/**
 * What the worker needs, in Node and Bun.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import process from "node:process";
import type { EdgeEnv } from "./server/edge_env.ts";

/** Reads the page from the folder of the program, and the rest of the environment. */
export function builtEnv(): EdgeEnv & { readonly PORT?: string | undefined } {
  const { DEEPSEEK_API_KEY, HOSTS, MAX_CALLS, PORT } = process.env;
  const read = (name: string): string =>
    readFileSync(new URL(name, import.meta.url), "utf8");
  return {
    PAGE_HTML: read("index.html"),
    PAGE_CSS: read("page.css"),
    PAGE_JS: read("page.js"),
    DEEPSEEK_API_KEY,
    HOSTS,
    MAX_CALLS,
    PORT,
  };
}
