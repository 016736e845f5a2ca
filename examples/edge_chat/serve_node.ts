/**
 * The worker in Node.
 *
 * Run with `node out/serve_node.js` after `deno task edge:build`. The port is that
 * of `PORT`, or 8787.
 *
 * @module
 */

// deno-lint-ignore-file no-console

import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { builtEnv } from "./built_env.ts";
import { refuse } from "./server/refuse.ts";
import worker from "./worker.ts";

const env = builtEnv();
const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error) => {
    console.error(error);
    outgoing.destroy();
  });
});
server.listen(Number(env.PORT ?? 8787), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Listening on http://127.0.0.1:${port}/`);
});

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  outgoing.on("close", () => leaving.abort());
  const request = toRequest(incoming, leaving.signal);
  const response = request === undefined
    ? refuse(400, "its method and URL must be such as fetch() takes")
    : await worker.fetch(request, env);
  // What was not read of the request cannot be told from the next one.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // There may be nothing to read for a while.
  outgoing.flushHeaders();
  if (response.body === null) {
    outgoing.end();
    return;
  }
  try {
    // A client that goes away cancels the body.
    await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
}

/** Makes a request, or `undefined` of what the web has none like. */
function toRequest(
  incoming: IncomingMessage,
  signal: AbortSignal,
): Request | undefined {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  // Proxies are sent whole URLs, and so may others be.
  const address = url.startsWith("/")
    ? `http://${incoming.headers.host}${url}`
    : url;
  const body = method === "GET" || method === "HEAD" ? null : toBody(incoming);
  // Node takes a stream for a body with `duplex` alone, which types may lack.
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    signal,
    body,
    duplex: "half",
  };
  try {
    return new Request(address, init);
  } catch {
    return undefined;
  }
}

/** Unlike `Readable.toWeb()`, a cancel leaves the connection to the response. */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
}
