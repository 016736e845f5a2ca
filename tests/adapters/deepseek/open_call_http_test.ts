import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { APP_IDENTITY, userAgent } from "../../../runtime/attribution.ts";
import { LlmError } from "../../../runtime/error.ts";
import { API_KEY, drain, open } from "./_call.ts";
import { serveRaw } from "./_raw_server.ts";
import {
  answer,
  blocksOf,
  delta,
  events,
  failureCodeOf,
  finishOf,
} from "./_wire.ts";

const hello = delta({ content: "Hello" });

/** Serves one handler on a free port for as long as `use` takes. */
async function serve(
  handler: (request: Request) => Response | Promise<Response>,
  use: (baseURL: string) => Promise<void>,
): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal },
    handler,
  );
  try {
    await use(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    // Not gracefully: what is still open would be waited for.
    abort.abort();
    await server.finished;
  }
}

/** Tells whether a server hears of something while it answers other requests. */
async function hears(
  baseURL: string,
  happened: () => boolean,
): Promise<boolean> {
  for (let left = 500; left > 0 && !happened(); left--) {
    const response = await fetch(baseURL);
    await response.body?.cancel();
  }
  return happened();
}

Deno.test("openCall() speaks HTTP and says who it is", async () => {
  let path: string | undefined;
  let headers!: Headers;
  let body: unknown;

  await serve(async (request) => {
    path = new URL(request.url).pathname;
    headers = new Headers(request.headers);
    body = await request.json();
    return new Response(answer(hello, delta({}, "stop")), {
      headers: { "content-type": "text/event-stream" },
    });
  }, async (baseURL) => {
    const chunks = await drain(open({ baseURL }).source);

    assertEquals(blocksOf(chunks), [{ type: "text", text: "Hello" }]);
    assertEquals(finishOf(chunks), { kind: "stop" });
  });

  assertEquals(path, "/chat/completions");
  assertEquals(headers.get("user-agent"), userAgent(APP_IDENTITY));
  assertEquals(headers.get("authorization"), `Bearer ${API_KEY}`);
  assertEquals(headers.get("accept-encoding"), "identity");
  assertEquals((body as { stream: unknown }).stream, true);
});

Deno.test("openCall() tells a server nothing but what it needs", async () => {
  let head = "";

  await serveRaw(async ({ request, write }) => {
    head = request.split("\r\n\r\n")[0]!;
    await write(`HTTP/1.1 200 OK\r\n\r\n${answer(hello)}`);
  }, async (baseURL) => {
    await drain(open({ baseURL }).source);
  });

  const [line, ...fields] = head.split("\r\n");
  const names = fields.map((field) => field.split(":")[0]!.toLowerCase());
  assertEquals(line, "POST /chat/completions HTTP/1.1");
  assertEquals(names.sort(), [
    "accept",
    "accept-encoding",
    // The platform's own.
    "accept-language",
    "authorization",
    "content-length",
    "content-type",
    "host",
    "user-agent",
  ]);
});

Deno.test("openCall() cancelled closes the connection", async () => {
  let closed = false;

  await serve(({ method }) => {
    if (method === "GET") return new Response();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(events(hello))),
      cancel: () => void (closed = true),
    });
    return new Response(body);
  }, async (baseURL) => {
    const { source } = open({ baseURL });
    await source.read();

    await source.cancel("enough");

    assert(await hears(baseURL, () => closed));
  });
});

Deno.test("openCall() aborted closes the connection", async () => {
  let closed = false;
  const controller = new AbortController();

  await serve(({ method }) => {
    if (method === "GET") return new Response();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(events(hello))),
      cancel: () => void (closed = true),
    });
    return new Response(body);
  }, async (baseURL) => {
    const { source } = open({ baseURL }, { signal: controller.signal });
    await source.read();
    const read = source.read();

    controller.abort();

    assertEquals(finishOf((await read).chunks)?.kind, "aborted");
    assert(await hears(baseURL, () => closed));
  });
});

Deno.test("openCall() out of time closes the connection", async () => {
  using time = new FakeTime();
  const closed = Promise.withResolvers<void>();

  await serveRaw(async ({ write, gone }) => {
    await write(`HTTP/1.1 200 OK\r\n\r\n${events(hello)}`);
    await gone();
    closed.resolve();
  }, async (baseURL) => {
    const { source } = open({ baseURL });
    await source.read();
    const read = source.read();

    await time.tickAsync(300_000);

    assertEquals(failureCodeOf((await read).chunks), "TIMEOUT");
    await closed.promise;
  });
});

Deno.test("openCall() follows no redirect over HTTP", async () => {
  let requests = 0;

  await serve(() => {
    requests++;
    return new Response(null, { status: 308, headers: { location: "/other" } });
  }, async (baseURL) => {
    const { source } = open({ baseURL });

    const error = await assertRejects(() => source.read(), LlmError);

    assertEquals(error.code, "INVALID_REQUEST");
  });

  assertEquals(requests, 1);
});

Deno.test("openCall() reads a compressed response all the same", async () => {
  await serve(() => {
    const text = answer(hello, delta({}, "stop"));
    const body = new Blob([text]).stream()
      .pipeThrough(new CompressionStream("gzip"));
    return new Response(body, { headers: { "content-encoding": "gzip" } });
  }, async (baseURL) => {
    const chunks = await drain(open({ baseURL }).source);

    assertEquals(finishOf(chunks), { kind: "stop" });
  });
});

Deno.test("openCall() rejects with TRANSPORT where nobody listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const { source } = open({ baseURL: `http://127.0.0.1:${port}` });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "TRANSPORT");
});
