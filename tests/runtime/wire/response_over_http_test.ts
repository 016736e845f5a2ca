import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { fromResponse } from "../../../runtime/wire/from_response.ts";
import { toResponse } from "../../../runtime/wire/to_response.ts";
import { endOf, STOP, streamOf, text } from "../_stub_adapter.ts";
import { gatedProvider } from "./_gated_provider.ts";

type Handler = (request: Request) => Response;

const SSE = { "content-type": "text/event-stream" };

/** Serves requests for as long as it is in scope. */
function serve(handler: Handler): AsyncDisposable & { url: string } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, onError: refuse },
    handler,
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function refuse(): Response {
  return new Response(null, { status: 500 });
}

async function next(
  reader: ReadableStreamDefaultReader<StreamChunk>,
): Promise<StreamChunk | undefined> {
  return (await reader.read()).value;
}

for (const format of ["sse", "ndjson"] as const) {
  Deno.test(`toResponse() delivers a chunk in ${format} before the next is made`, async () => {
    const provider = gatedProvider();
    await using server = serve(() => toResponse(provider.stream, { format }));

    provider.give(text("a"));
    const reader = fromResponse(await fetch(server.url)).getReader();
    const first = await next(reader);
    provider.give(text("b"));
    const second = await next(reader);
    provider.give(STOP);
    const third = await next(reader);

    assertEquals([first, second, third], [text("a"), text("b"), STOP]);
    assertStrictEquals((await reader.read()).done, true);
  });
}

Deno.test("toResponse() sends something before the provider does", async () => {
  const provider = gatedProvider();
  await using server = serve(() =>
    toResponse(provider.stream, { keepAliveMs: 2_000_000_000 })
  );

  const { body } = await fetch(server.url);
  const reader = body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  await provider.stopped;

  assertStrictEquals(new TextDecoder().decode(value), ": keep-alive\n\n");
});

Deno.test("toResponse() stops the provider if the client goes away", async () => {
  const provider = gatedProvider();
  await using server = serve(() => toResponse(provider.stream));
  const client = new AbortController();

  provider.give(text("a"));
  const response = await fetch(server.url, { signal: client.signal });
  const reader = fromResponse(response).getReader();
  const first = await next(reader);
  client.abort();
  await provider.stopped;
  const second = await next(reader);

  assertEquals(first, text("a"));
  assertStrictEquals(endOf([second!]), "error STREAM_CLOSED");
});

Deno.test("fromResponse() stops the provider if its stream is cancelled", async () => {
  const provider = gatedProvider();
  await using server = serve(() => toResponse(provider.stream));

  provider.give(text("a"));
  const reader = fromResponse(await fetch(server.url)).getReader();
  const first = await next(reader);
  await reader.cancel();
  await provider.stopped;

  assertEquals(first, text("a"));
});

Deno.test("fromResponse() reads STREAM_CLOSED from a stream that fails", async () => {
  const failing = Promise.withResolvers<never>();
  const stream: ChunkStream = streamOf([text("a")], () => failing.promise);
  await using server = serve(() => toResponse(stream));

  const reader = fromResponse(await fetch(server.url)).getReader();
  const first = await next(reader);
  failing.reject(new Error("of a listener"));
  const second = await next(reader);

  assertEquals(first, text("a"));
  assertStrictEquals(endOf([second!]), "error STREAM_CLOSED");
});

Deno.test("fromResponse() reads in-band what a provider fails with", async () => {
  const provider = gatedProvider();
  await using server = serve(() => toResponse(provider.stream));

  provider.give(text("a"));
  provider.fail(new Error("of the provider"));
  const response = await fetch(server.url);
  const chunks = await Array.fromAsync(fromResponse(response));

  assertEquals(chunks[0], text("a"));
  assertStrictEquals(endOf(chunks), "error UNKNOWN");
});

Deno.test("fromResponse() reads STREAM_CLOSED from a server that dies", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const dying = Promise.withResolvers<void>();
  const serving = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4_096));
    const event = `data: ${JSON.stringify(text("a"))}\n\n`;
    const head = "HTTP/1.1 200 OK\r\n" +
      "content-type: text/event-stream\r\n" +
      "transfer-encoding: chunked\r\n\r\n";
    const chunk = `${event.length.toString(16)}\r\n${event}\r\n`;
    await connection.write(new TextEncoder().encode(head + chunk));
    await dying.promise;
  })();

  const response = await fetch(`http://127.0.0.1:${listener.addr.port}/`);
  const reader = fromResponse(response).getReader();
  const first = await next(reader);
  dying.resolve();
  const second = await next(reader);
  await serving;
  listener.close();

  assertEquals(first, text("a"));
  assertStrictEquals(endOf([second!]), "error STREAM_CLOSED");
});

Deno.test("fromResponse() lets the connection of a refusal go", async () => {
  const gone = Promise.withResolvers<void>();
  const body = new ReadableStream({
    pull: () => new Promise(() => {}),
    cancel: () => gone.resolve(),
  });
  await using server = serve(() =>
    new Response(body, { headers: SSE, status: 503 })
  );

  const response = await fetch(server.url);
  const chunks = await Array.fromAsync(fromResponse(response));
  await gone.promise;

  assertStrictEquals(endOf(chunks), "error SERVER");
  await assertRejects(() => response.text(), TypeError);
});
