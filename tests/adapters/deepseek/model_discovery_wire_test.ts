import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { deepSeekModelDiscovery } from "../../../adapters/deepseek/model_discovery.ts";
import { userAgent } from "../../../runtime/attribution.ts";
import { mockDeepSeek } from "../../../testing/mock_deepseek.ts";
import { API_KEY, scriptBody, scriptFetch } from "./_call.ts";
import { serveRaw } from "./_raw_server.ts";

Deno.test("deepSeekModelDiscovery() asks DeepSeek unless told otherwise", async () => {
  const { fetch, calls } = scriptFetch(() => new Response("[]"));
  const ask = deepSeekModelDiscovery({ fetch });

  await ask({ provider: "deepseek-official" });
  await ask({ baseURL: "" });
  await ask({ baseURL: "https://llm.example/v1/" });

  assertEquals(calls.map(({ url }) => url), [
    "https://api.deepseek.com/models",
    "https://api.deepseek.com/models",
    "https://llm.example/v1/models",
  ]);
  assertEquals(calls[0]?.init.redirect, "manual");
});

Deno.test("deepSeekModelDiscovery() lists what a provider with the same format has", async () => {
  const { fetch } = mockDeepSeek(undefined, { apiKey: API_KEY, models: ["a"] });

  const models = await deepSeekModelDiscovery({ fetch })({ apiKey: API_KEY });

  assertEquals(models, [{ id: "a" }]);
});

for (
  const [apiKey, authorization] of [[` ${API_KEY}\n`, true], [
    " ",
    false,
  ]] as const
) {
  Deno.test(`deepSeekModelDiscovery() tells a server ${authorization ? "its key" : "of no key"} and nothing it need not know`, async () => {
    let head = "";

    await serveRaw(async ({ request, write }) => {
      head = request;
      await write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]");
    }, async (baseURL) => {
      await deepSeekModelDiscovery()({ baseURL, apiKey });
    });

    const [line, ...lines] = head.trim().split("\r\n");
    const fields = new Map(lines.map((field) => {
      const [name, ...value] = field.split(": ");
      return [name!.toLowerCase(), value.join(": ")];
    }));
    assertEquals(line, "GET /models HTTP/1.1");
    assertEquals(fields.get("user-agent"), userAgent());
    assertEquals(fields.get("accept"), "application/json");
    assertEquals(
      fields.get("authorization"),
      authorization ? `Bearer ${API_KEY}` : undefined,
    );
    assertFalse(fields.has("content-type"));
  });
}

Deno.test("deepSeekModelDiscovery() sends the configured headers and identity", async () => {
  const { fetch, calls } = scriptFetch(() => new Response("[]"));
  const identity = { product: "app", version: "2", url: "https://a.example" };

  await deepSeekModelDiscovery({ fetch, headers: { "x-a": "1" }, identity })(
    {},
  );

  const headers = new Headers(calls[0]?.init.headers);
  assertEquals(headers.get("x-a"), "1");
  assertEquals(headers.get("user-agent"), userAgent(identity));
});

Deno.test("deepSeekModelDiscovery() reads 64 KiB of a refusal and stops it", async () => {
  const pieces = Array<string>(8).fill(" ".repeat(16 * 1024));
  const { stream, cancelled } = scriptBody([...pieces, "too late"]);
  const { fetch } = scriptFetch(() => new Response(stream, { status: 503 }));

  const error = await deepSeekModelDiscovery({ fetch })({})
    .catch((error) => error);

  assertEquals(error.code, "SERVER");
  assertFalse(error.message.includes("too late"));
  assertEquals(cancelled.length, 1);
});

Deno.test("deepSeekModelDiscovery() stops an answer that comes after the abort", async () => {
  using time = new FakeTime();
  const { stream, cancelled } = scriptBody([], "stall");
  const late = Promise.withResolvers<Response>();
  const controller = new AbortController();
  const pending = deepSeekModelDiscovery({ fetch: () => late.promise })({
    signal: controller.signal,
  }).catch((error) => error);
  await Promise.resolve();
  controller.abort("no");
  await pending;

  late.resolve(new Response(stream));
  await time.tickAsync(0);

  assertEquals(cancelled, ["no"]);
});
