/**
 * Handlers of the web behind a server of Node, which Deno has too.
 *
 * The harness itself uses it: `Deno.serve()` does not always notice a client who
 * leaves before the headers, and prints whatever bodies fail with.
 *
 * @module
 */

import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Served } from "./case.ts";

type Handler = (request: Request) => Promise<Response>;

/** Serves requests on 127.0.0.1. */
export async function serveHttp(handler: Handler): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    // A connection that breaks is how a client hears of it.
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // A client may send its next request while a connection it keeps is closed.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = new Promise<void>((resolve) => {
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) leaving.abort();
      resolve();
    });
  });
  const response = await handler(await toRequest(incoming, signal));
  const reader = response.body?.getReader();
  if (signal.aborted) return await reader?.cancel(signal.reason);
  signal.addEventListener("abort", () => {
    reader?.cancel(signal.reason).catch(() => {});
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (outgoing.write(value)) continue;
    await Promise.race([new Promise((go) => outgoing.once("drain", go)), left]);
  }
  outgoing.end();
}

async function toRequest(
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers.set(name, `${value}`);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of incoming) parts.push(part);
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers,
    signal,
    ...parts.length > 0 && { body: new Blob(parts) },
  });
}
