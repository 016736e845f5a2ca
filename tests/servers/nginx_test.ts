// Behind a real nginx, as most servers are.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { fromResponse } from "../../runtime/wire/from_response.ts";
import { toResponse } from "../../runtime/wire/to_response.ts";
import { endOf, failureIn, STOP, text } from "../runtime/_stub_adapter.ts";
import { gatedProvider } from "../runtime/wire/_gated_provider.ts";
import { type Nginx, startNginx } from "./_nginx.ts";
import { freePort } from "./_server.ts";

type Handler = (request: Request) => Response;

/** Serves requests behind an nginx. */
async function serve(handler: Handler, directives?: string): Promise<Nginx> {
  await using starting = new AsyncDisposableStack();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    handler,
  );
  starting.use(server);
  const upstream = server.addr.port;
  const nginx = starting.use(await startNginx({ upstream, directives }));
  const started = starting.move();
  return {
    url: nginx.url,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

async function next(
  reader: ReadableStreamDefaultReader<StreamChunk>,
): Promise<StreamChunk | undefined> {
  return (await reader.read()).value;
}

for (const format of ["sse", "ndjson"] as const) {
  Deno.test(`toResponse() delivers a chunk in ${format} through nginx before the next is made`, async () => {
    const provider = gatedProvider();
    await using site = await serve(() =>
      toResponse(provider.stream, { format })
    );

    provider.give(text("a"));
    const reader = fromResponse(await fetch(site.url)).getReader();
    const first = await next(reader);
    provider.give(STOP);
    const second = await next(reader);

    assertEquals([first, second], [text("a"), STOP]);
    assertStrictEquals((await reader.read()).done, true);
  });
}

// What proves that the tests above can fail.
Deno.test("nginx holds a stream back that does not tell it not to", async () => {
  const plain = gatedProvider();
  const marked = gatedProvider();
  await using site = await serve(({ url }) => {
    if (url.endsWith("/marked")) return toResponse(marked.stream);
    const { body, headers } = toResponse(plain.stream);
    headers.delete("x-accel-buffering");
    return new Response(body, { headers });
  });
  const seen: string[] = [];

  plain.give(text("a"));
  const reading = fetch(site.url).then(async (response) => {
    const reader = fromResponse(response).getReader();
    const first = await next(reader);
    seen.push("plain");
    return [first, await next(reader)];
  });
  await plain.asked(2);
  marked.give(text("b"));
  const reader = fromResponse(await fetch(`${site.url}marked`)).getReader();
  await next(reader);
  seen.push("marked");
  marked.give(STOP);
  await next(reader);
  seen.push("marked");
  plain.give(STOP);

  assertEquals(await reading, [text("a"), STOP]);
  assertEquals(seen, ["marked", "marked", "plain"]);
});

Deno.test("toResponse() delivers at once through an nginx that compresses", async () => {
  const provider = gatedProvider();
  await using site = await serve(
    () => toResponse(provider.stream),
    "gzip on; gzip_types *;",
  );

  provider.give(text("a"));
  const response = await fetch(site.url);
  const reader = fromResponse(response).getReader();
  const first = await next(reader);
  provider.give(STOP);
  const second = await next(reader);

  assertStrictEquals(response.headers.get("content-encoding"), "gzip");
  assertEquals([first, second], [text("a"), STOP]);
});

Deno.test("toResponse() stops the provider if the client of nginx goes away", async () => {
  const provider = gatedProvider();
  await using site = await serve(() => toResponse(provider.stream));

  provider.give(text("a"));
  const reader = fromResponse(await fetch(site.url)).getReader();
  const first = await next(reader);
  await reader.cancel();
  await provider.stopped;

  assertEquals(first, text("a"));
});

Deno.test("fromResponse() reads STREAM_CLOSED if nginx ends before the answer", async () => {
  const provider = gatedProvider();
  provider.give(text("a"));
  let reader: ReadableStreamDefaultReader<StreamChunk>;
  let first: StreamChunk | undefined;

  {
    await using site = await serve(() => toResponse(provider.stream));
    reader = fromResponse(await fetch(site.url)).getReader();
    first = await next(reader);
  }
  const second = await next(reader);
  await provider.stopped;

  assertEquals(first, text("a"));
  assertStrictEquals(endOf([second!]), "error STREAM_CLOSED");
});

Deno.test("fromResponse() tells that nginx finds no server", async () => {
  await using nginx = await startNginx({ upstream: freePort() });

  const chunks = await Array.fromAsync(fromResponse(await fetch(nginx.url)));

  assertEquals(failureIn(chunks), {
    code: "SERVER",
    message: "Cannot read response: the server answered with status 502",
    status: 502,
  });
});
