/**
 * The worker in Bun.
 *
 * Run with `bun out/serve_bun.js` after `deno task edge:build`. The port is that of
 * `PORT`, or 8787.
 *
 * @module
 */

// deno-lint-ignore-file no-console

import { builtEnv } from "./built_env.ts";
import worker from "./worker.ts";

/** What is used of Bun. */
declare const Bun: {
  serve(options: {
    hostname: string;
    port: number;
    idleTimeout: number;
    development: boolean;
    fetch(request: Request): Promise<Response>;
  }): { url: URL };
};

const env = builtEnv();
const { url } = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(env.PORT ?? 8787),
  // By default Bun ends a response before the first keep-alive of a silent one.
  idleTimeout: 0,
  // By default whoever makes a handler fail is shown its code.
  development: false,
  fetch: (request) => worker.fetch(request, env),
});
console.log(`Listening on ${url}`);
