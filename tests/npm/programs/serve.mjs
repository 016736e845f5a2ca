// A request handler of the web behind a server of Bun, or of Node.

import { once } from "node:events";
import { createServer } from "node:http";

/** Answers on the loopback interface until it is closed. */
export async function serve(handler) {
  if ("Bun" in globalThis) {
    const server = globalThis.Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) => handler(request),
    });
    const url = `http://127.0.0.1:${server.port}`;
    return { url, close: () => server.stop(true) };
  }
  const server = createServer(async (incoming, outgoing) => {
    const leaving = new AbortController();
    const url = `http://127.0.0.1${incoming.url}`;
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const response = await handler(
      new Request(url, {
        method: incoming.method,
        headers: incoming.headers,
        signal: leaving.signal,
        ...chunks.length > 0 && { body: new Blob(chunks) },
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    const reader = response.body?.getReader();
    outgoing.on("close", () => {
      leaving.abort();
      reader?.cancel("the client left").catch(() => {});
    });
    while (reader) {
      const { value, done } = await reader.read();
      if (done) break;
      outgoing.write(value);
    }
    outgoing.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
