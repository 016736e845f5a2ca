import { assertEquals, assertStrictEquals } from "@std/assert";
import { requestHeaders } from "../../../adapters/deepseek/request_headers.ts";
import { APP_IDENTITY, userAgent } from "../../../runtime/attribution.ts";

const config = { headers: {}, identity: APP_IDENTITY };

Deno.test("requestHeaders() names the credential, the kinds of content and the application", () => {
  const headers = requestHeaders(config, "sk-1");

  assertEquals(Object.fromEntries(headers), {
    "accept": "text/event-stream",
    "accept-encoding": "identity",
    "authorization": "Bearer sk-1",
    "content-type": "application/json",
    "user-agent": userAgent(),
  });
});

Deno.test("requestHeaders() of a question names no credential that is missing and no content", () => {
  const headers = requestHeaders(config, undefined, { method: "GET" });

  assertEquals(Object.fromEntries(headers), {
    "accept": "application/json",
    "accept-encoding": "identity",
    "user-agent": userAgent(),
  });
});

Deno.test("requestHeaders() adds the configured headers", () => {
  const headers = requestHeaders({ ...config, headers: { "x-a": "1" } }, "k");

  assertStrictEquals(headers.get("x-a"), "1");
});

Deno.test("requestHeaders() carries another identity", () => {
  const identity = { product: "app", version: "2", url: "https://example.org" };

  const headers = requestHeaders({ ...config, identity }, "k");

  assertStrictEquals(
    headers.get("user-agent"),
    "app/2 (+https://example.org)",
  );
});

Deno.test("requestHeaders() leaves the application out in a browser", () => {
  Object.defineProperty(navigator, "userAgent", {
    value: "Mozilla/5.0",
    configurable: true,
  });

  try {
    assertStrictEquals(requestHeaders(config, "k").get("user-agent"), null);
  } finally {
    Reflect.deleteProperty(navigator, "userAgent");
  }
});

Deno.test("requestHeaders() lets the coding of the answer be chosen", () => {
  const own = { "accept-encoding": "gzip" };

  const headers = requestHeaders({ ...config, headers: own }, "k");

  assertStrictEquals(headers.get("accept-encoding"), "gzip");
});
