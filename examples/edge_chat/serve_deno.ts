/**
 * The worker in Deno.
 *
 * Run with `deno task edge`. The port is that of `PORT`, or 8787.
 *
 * @module
 */

import { pageFiles } from "./page_files.ts";
import worker from "./worker.ts";

const env = {
  ...await pageFiles(),
  DEEPSEEK_API_KEY: Deno.env.get("DEEPSEEK_API_KEY"),
  HOSTS: Deno.env.get("HOSTS"),
  MAX_CALLS: Deno.env.get("MAX_CALLS"),
};
// What bundling took: a program that may run Deno may do anything.
await Deno.permissions.revoke({ name: "run" });
await Deno.permissions.revoke({ name: "read" });
const port = Number(Deno.env.get("PORT") ?? 8787);
Deno.serve(
  { hostname: "127.0.0.1", port },
  (request) => worker.fetch(request, env),
);
