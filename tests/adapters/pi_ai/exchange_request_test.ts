import { assertEquals, assertRejects } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import { scriptFetch } from "./_fake.ts";
import { flowing, URL_ } from "./_exchange.ts";

Deno.test("Exchange.fetch() names the application and follows no redirect", async () => {
  const script = scriptFetch(["a"]);
  const { exchange } = flowing({ fetch: script.fetch });

  const response = await exchange.fetch(URL_, {
    headers: {
      "User-Agent": "pi",
      "X-Stainless-Lang": "js",
      "x-goog-api-client": "g",
      "x-own": "1",
    },
  });

  assertEquals(await response.text(), "a");
  const { init } = script.requests[0]!;
  assertEquals(init.redirect, "manual");
  assertEquals(Object.fromEntries(new Headers(init.headers)), {
    "accept-encoding": "identity",
    "user-agent": "app/1 (+https://app.example)",
    "x-own": "1",
  });
});

Deno.test("Exchange.fetch() takes the headers of a Request", async () => {
  const script = scriptFetch([]);
  const { exchange } = flowing({ fetch: script.fetch });

  const response = await exchange.fetch(
    new Request(URL_, { headers: { "x-own": "1", "accept-encoding": "gzip" } }),
  );

  await response.body?.cancel();
  const headers = new Headers(script.requests[0]!.init.headers);
  assertEquals([headers.get("x-own"), headers.get("accept-encoding")], [
    "1",
    "gzip",
  ]);
});

Deno.test("Exchange.fetch() sends no key that stands for none", async () => {
  const script = scriptFetch([]);
  const { exchange } = flowing({ fetch: script.fetch, keyless: true });

  const response = await exchange.fetch(URL_, {
    headers: {
      authorization: "Bearer none",
      "x-api-key": "none",
      "api-key": "none",
      "x-goog-api-key": "none",
    },
  });

  await response.body?.cancel();
  assertEquals([...new Headers(script.requests[0]!.init.headers).keys()], [
    "accept-encoding",
    "user-agent",
  ]);
});

Deno.test("Exchange.fetch() leaves the application out in a browser", async () => {
  const script = scriptFetch([]);
  const { exchange } = flowing({ fetch: script.fetch });
  Object.defineProperty(navigator, "userAgent", {
    value: "Mozilla/5.0",
    configurable: true,
  });
  try {
    const headers = { "user-agent": "pi" };
    const response = await exchange.fetch(URL_, { headers });
    await response.body?.cancel();
  } finally {
    Reflect.deleteProperty(navigator, "userAgent");
  }

  const headers = new Headers(script.requests[0]!.init.headers);
  assertEquals(headers.has("user-agent"), false);
});

Deno.test("Exchange.fetch() uses the global fetch of the moment", async () => {
  const { exchange } = flowing();
  const original = globalThis.fetch;
  try {
    globalThis.fetch = scriptFetch(["a"]).fetch;
    assertEquals(await (await exchange.fetch(URL_)).text(), "a");
  } finally {
    globalThis.fetch = original;
  }
});

const REDIRECTS: readonly [string | undefined, string][] = [
  ["https://other.example/x?key=sk-0123456789", '"https://other.example"'],
  ["http://", "an unknown place"],
  [undefined, "an unknown place"],
];

for (const [location, place] of REDIRECTS) {
  Deno.test(`Exchange.fetch() refuses a redirect to ${location}`, async () => {
    const headers = location === undefined ? {} : { location };
    const script = scriptFetch(["a"], { status: 307, headers });
    const { exchange } = flowing({ fetch: script.fetch });

    const error = await assertRejects(
      () => exchange.fetch(URL_),
      LlmError,
      `the server redirects to ${place}`,
    );

    assertEquals([error.code, error.failure.status, exchange.fault], [
      "INVALID_REQUEST",
      307,
      error,
    ]);
    assertEquals(script.cancelled.length, 1);
  });
}

Deno.test("Exchange.fetch() refuses a redirect that a browser hides", async () => {
  const hidden = new Response(null);
  Object.defineProperties(hidden, {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
  });
  const { exchange } = flowing({ fetch: () => Promise.resolve(hidden) });

  const error = await assertRejects(() => exchange.fetch(URL_), LlmError);

  assertEquals([error.code, error.failure.status], [
    "INVALID_REQUEST",
    undefined,
  ]);
});
