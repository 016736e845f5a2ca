/**
 * The files of the page.
 *
 * @module
 */

import type { EdgeEnv } from "./edge_env.ts";
import { refuse } from "./refuse.ts";

const FILES: Readonly<
  Record<string, readonly [keyof EdgeEnv & `PAGE_${string}`, string]>
> = {
  "/": ["PAGE_HTML", "text/html"],
  "/page.css": ["PAGE_CSS", "text/css"],
  "/page.js": ["PAGE_JS", "text/javascript"],
};

// Whatever a model is made to say, the page runs nothing but its own program.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * Answers a request for a file of the page.
 *
 * @param request The request.
 * @param env Where the files are.
 * @returns The answer, or `undefined` where there is no such file.
 */
export function pageFile(
  { url, method }: Request,
  env: EdgeEnv,
): Response | undefined {
  const { pathname } = new URL(url);
  if (!Object.hasOwn(FILES, pathname)) return undefined;
  const [name, type] = FILES[pathname]!;
  if (method !== "GET" && method !== "HEAD") {
    return refuse(405, "the method must be GET", { allow: "GET, HEAD" });
  }
  return new Response(method === "HEAD" ? null : env[name], {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    },
  });
}
