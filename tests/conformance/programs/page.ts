/** The suite in a page, which names where and what in its query. @module */

import { importPiAi } from "./import_pi_ai.ts";
import { listenToEvents, reportSuite } from "./report_suite.ts";

const query = new URLSearchParams(globalThis.location.search);

await reportSuite({
  url: query.get("url") ?? "",
  run: query.get("run") ?? "",
  browser: true,
  listen: listenToEvents,
  loadPiAi: importPiAi("/pi_ai.js"),
});
