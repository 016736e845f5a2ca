/**
 * A page that runs the suite, on an origin of its own.
 *
 * @module
 */

import type { Served } from "../case.ts";
import { serveHttp } from "../serve_http.ts";
import { bundle } from "./bundle.ts";
import type { RunOptions } from "./runtime.ts";

const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>Conformance</title>
<link rel="icon" href="data:,">
<script type="module" src="/page.js"></script>
`;

/** Serves the page of a run. Its URL is all that a browser needs. */
export async function servePage(
  { run, url, folder, piAi }: RunOptions,
): Promise<Served> {
  const output = `${folder}/${run}.js`;
  await bundle("page.ts", { output });
  const scripts = new Map([
    ["/page.js", await Deno.readTextFile(output)],
    ["/pi_ai.js", await Deno.readTextFile(piAi)],
  ]);
  // deno-lint-ignore require-await
  const served = await serveHttp(async (request) => {
    const script = scripts.get(new URL(request.url).pathname);
    const type = script === undefined ? "text/html" : "text/javascript";
    return new Response(script ?? PAGE, {
      headers: { "content-type": `${type}; charset=utf-8` },
    });
  });
  const query = new URLSearchParams({ url, run });
  return { url: `${served.url}/?${query}`, close: served.close };
}
