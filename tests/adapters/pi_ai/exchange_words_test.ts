import { assertEquals } from "@std/assert";
import { flowing, URL_ } from "./_exchange.ts";
import { scriptFetch } from "./_fake.ts";

const KEPT: [string, boolean][] = [
  ["text/html; charset=utf-8", true],
  ["application/json", true],
  ["application/problem+json", true],
  ["text/event-stream", false],
  ["text/plain", false],
];

for (const [type, kept] of KEPT) {
  Deno.test(`Exchange.words ${kept ? "has" : "leaves out"} a success of ${type}`, async () => {
    const headers = { "content-type": type };
    const { exchange } = flowing(scriptFetch(["He", "y"], { headers }));

    const text = await (await exchange.fetch(URL_)).text();

    assertEquals([text, exchange.words], ["Hey", kept ? "Hey" : ""]);
  });
}

Deno.test("Exchange.words leaves out a success of no type", async () => {
  const { exchange } = flowing(scriptFetch(["Hey"]));

  await (await exchange.fetch(URL_)).text();

  assertEquals(exchange.words, "");
});

Deno.test("Exchange.fetch() decodes what is compressed unasked", async () => {
  const packed = new Blob(["Hey"]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const { exchange } = flowing({
    fetch: () =>
      Promise.resolve(
        new Response(packed, {
          status: 500,
          headers: { "content-encoding": "gzip" },
        }),
      ),
  });

  const text = await (await exchange.fetch(URL_)).text();

  assertEquals([text, exchange.words], ["Hey", "Hey"]);
});
