import { assert, assertEquals, assertFalse, assertRejects } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import { scriptFetch } from "./_fake.ts";
import { flowing, open, URL_ } from "./_exchange.ts";

Deno.test("Exchange.fetch() reads nothing before it is wanted", async () => {
  const script = scriptFetch(["a\n", "b\n"]);
  const { exchange, wants, heard } = open({ fetch: script.fetch });
  const reader = (await exchange.fetch(URL_)).body!.getReader();
  const first = reader.read();
  await Promise.resolve();

  assertEquals(script.reads, 0);
  wants.shift()!();
  assertEquals(new TextDecoder().decode((await first).value), "a\n");
  assertEquals(script.reads, 1);
  assertEquals(heard, [
    "waiting",
    "received",
    "answered",
    "waiting",
    "received",
  ]);
});

Deno.test("Exchange.fetch() keeps status and headers of an answer", async () => {
  const script = scriptFetch(["No"], {
    status: 429,
    statusText: "Slow",
    headers: { "x-request-id": "r1" },
  });
  const { exchange } = flowing({ fetch: script.fetch });

  const response = await exchange.fetch(URL_);
  await response.text();

  assertEquals([
    response.status,
    response.statusText,
    response.headers.get("x-request-id"),
  ], [429, "Slow", "r1"]);
  assertEquals([exchange.requestId as string, exchange.words], ["r1", "No"]);
});

Deno.test("Exchange.words ends where nobody reads on", async () => {
  const script = scriptFetch(["a".repeat(40_000), "b".repeat(40_000), "c"], {
    status: 500,
  });
  const { exchange } = flowing({ fetch: script.fetch });

  await (await exchange.fetch(URL_)).text();

  assertEquals([exchange.words.length, exchange.words.endsWith("b")], [
    80_000,
    true,
  ]);
});

Deno.test("Exchange.fetch() passes on an answer without a body", async () => {
  const { exchange } = flowing({
    fetch: () => Promise.resolve(new Response(null, { status: 204 })),
  });

  assertEquals((await exchange.fetch(URL_)).status, 204);
});

Deno.test("Exchange.fetch() fails where there is no answer, without secrets", async () => {
  const { exchange } = flowing({
    fetch: () => Promise.reject(new TypeError("no sk-0123456789")),
  });

  const error = await assertRejects(() => exchange.fetch(URL_), LlmError);

  assertEquals([error.code, error.message], [
    "TRANSPORT",
    "Cannot reach server: no [redacted]",
  ]);
  assertEquals(exchange.fault, error);
  assertFalse(Deno.inspect(error).includes("sk-0123456789"));
});

Deno.test("Exchange.fetch() fails where an answer breaks off", async () => {
  const script = scriptFetch(["a"], {
    end: "error",
    headers: { "x-request-id": "r1" },
  });
  const { exchange } = flowing({ fetch: script.fetch });

  const error = await assertRejects(
    async () => await (await exchange.fetch(URL_)).text(),
    LlmError,
  );

  assertEquals(
    [error.code, error.failure.requestId as string, exchange.fault],
    ["TRANSPORT", "r1", error],
  );
  assertFalse(exchange.ended);
});

Deno.test("Exchange.fetch() takes note of the end", async () => {
  const { exchange } = flowing({ fetch: scriptFetch(["a"]).fetch });

  await (await exchange.fetch(URL_)).text();

  assert(exchange.ended);
});

Deno.test("Exchange.complete() ends a body whose server does not", async () => {
  const script = scriptFetch(["a\n"], { end: "stall" });
  const { exchange } = flowing({ fetch: script.fetch });
  const reader = (await exchange.fetch(URL_)).body!.getReader();
  await reader.read();

  exchange.complete();

  assert((await reader.read()).done);
});

Deno.test("Exchange.cancel() stops the body, and what reads it", async () => {
  const script = scriptFetch(["a\n"], { end: "stall" });
  const { exchange } = flowing({ fetch: script.fetch });
  const reader = (await exchange.fetch(URL_)).body!.getReader();
  await reader.read();
  const read = reader.read();

  await exchange.cancel("enough");

  assertEquals(script.cancelled, ["enough"]);
  assert((await read).done);
  assertEquals(exchange.fault, undefined);
});

Deno.test("Exchange.fetch() stops waiting when nobody waits any more", async () => {
  const { exchange, stop } = flowing({ fetch: () => new Promise(() => {}) });
  const answer = assertRejects(() => exchange.fetch(URL_), LlmError);
  exchange.cancel("enough");

  stop.abort("enough");

  await answer;
  assertEquals(exchange.fault, undefined);
});

Deno.test("Exchange.fetch() stops an answer that comes too late", async () => {
  const script = scriptFetch(["a"], { end: "stall" });
  let send = () => {};
  const { exchange, stop } = flowing({
    fetch: (url) =>
      new Promise((resolve) => send = () => resolve(script.fetch(url))),
  });
  const answer = assertRejects(() => exchange.fetch(URL_), LlmError);
  exchange.cancel("enough");
  stop.abort("enough");
  await answer;

  send();
  await new Promise((resolve) =>
    queueMicrotask(() => queueMicrotask(() => resolve(undefined)))
  );

  assertEquals(script.cancelled.length, 1);
});

Deno.test("Exchange.note() takes the word of another transport for its answer", () => {
  const { exchange, heard } = open();

  exchange.note({ status: 429, headers: { "x-amzn-requestid": "r1" } });

  assertEquals([exchange.response?.status, exchange.requestId as string], [
    429,
    "r1",
  ]);
  assertEquals(heard, ["answered"]);
});

Deno.test("Exchange.note() takes no word for an answer of its own", async () => {
  const { exchange } = flowing({ fetch: scriptFetch(["a"]).fetch });
  await (await exchange.fetch(URL_)).text();

  exchange.note({ status: 500, headers: {} });

  assertEquals(exchange.response?.status, 200);
});

Deno.test("Exchange.note() takes no word for what is no status", () => {
  const { exchange } = open();

  exchange.note({ status: 0, headers: {} });

  assertEquals(exchange.response, undefined);
});
