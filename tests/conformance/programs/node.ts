/** The suite in Node. @module */

import process from "node:process";
import { serveHttp } from "../serve_http.ts";
import { importPiAi } from "./import_pi_ai.ts";
import { listenToProcess } from "./listen_to_process.ts";
import { reportSuite } from "./report_suite.ts";

const [url = "", run = "", piAi = ""] = process.argv.slice(2);

await reportSuite({
  url,
  run,
  browser: false,
  listen: listenToProcess,
  loadPiAi: importPiAi(`file://${piAi}`),
  serve: serveHttp,
});
