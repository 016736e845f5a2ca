/** The suite in Node. @module */

import process from "node:process";
import { serveHttp } from "../serve_http.ts";
import { listenToProcess } from "./listen_to_process.ts";
import { reportSuite } from "./report_suite.ts";

const [url = "", run = ""] = process.argv.slice(2);

await reportSuite({
  url,
  run,
  browser: false,
  listen: listenToProcess,
  serve: serveHttp,
});
