/**
 * Builds what Node, Bun and workerd run.
 *
 * Run with `deno task edge:build`. It writes into the folder `out`, or the one
 * that is named.
 *
 * @module
 */

import { bundle, pageFiles } from "./page_files.ts";

const { args: [folder = `${import.meta.dirname}/out`] } = Deno;

const { PAGE_HTML, PAGE_CSS, PAGE_JS } = await pageFiles();
const files: Record<string, string> = {
  // A folder of modules, for Node.
  "package.json": '{ "private": true, "type": "module" }\n',
  "index.html": PAGE_HTML,
  "page.css": PAGE_CSS,
  "page.js": PAGE_JS,
  "worker.js": await bundle("worker.ts", "browser"),
  "serve_node.js": await bundle("serve_node.ts", "deno"),
  "serve_bun.js": await bundle("serve_bun.ts", "deno"),
};
await Deno.mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  await Deno.writeTextFile(`${folder}/${name}`, text);
}
