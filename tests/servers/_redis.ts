/**
 * A real Redis.
 *
 * @module
 */

import { freePort, startServer } from "./_server.ts";

/** A Redis that keeps nothing. It ends with its scope. */
export interface Redis extends AsyncDisposable {
  /** Port of 127.0.0.1 that it listens on. */
  readonly port: number;
}

/** Starts a Redis. */
export async function startRedis(): Promise<Redis> {
  const port = freePort();
  const server = await startServer("redis-server", {
    args: [
      ...["--port", `${port}`, "--bind", "127.0.0.1"],
      ...["--save", "", "--appendonly", "no", "--dir", "/tmp"],
    ],
    log: "stdout",
    ready: "Ready to accept connections",
    apt: "redis-server",
  });
  return { port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
