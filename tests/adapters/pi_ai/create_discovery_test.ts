import { assert, assertEquals, assertFalse, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { createDiscovery } from "../../../adapters/pi_ai/create_discovery.ts";
import type { PiAiRoute } from "../../../adapters/pi_ai/options.ts";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { LlmModelDiscoveryRequest } from "../../../runtime/model_discovery.ts";
import { fakeLoad, gateway, record, say, scriptFetch } from "./_fake.ts";

const LIST = '{"data":[{"id":"a"}]}';

/** Asks a question, with a declared route and a shipped one configured. */
function ask(
  request: LlmModelDiscoveryRequest,
  route: Partial<PiAiRoute> = {},
) {
  const { load } = fakeLoad(() => say(), {
    models: [record({ id: "big", name: "Big" })],
  });
  const config = resolvePiAiOptions({
    routes: {
      gateway: gateway({ headers: { "x-own": "1" }, ...route }),
      openai: { apiKey: "sk-openai-key", fetch: route.fetch },
    },
    load,
  });
  return createDiscovery(() => config)(request);
}

function headersOf(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers));
}

Deno.test("createDiscovery() answers for a shipped provider from its catalogue", async () => {
  assertEquals(await ask({ provider: "openai" }), [
    { id: "big", name: "Big", contextWindow: 1_000, maxTokens: 100 },
  ]);
});

Deno.test("createDiscovery() asks the endpoint of a declared route, with its key", async () => {
  const script = scriptFetch([LIST]);

  assertEquals(await ask({ provider: "gateway" }, { fetch: script.fetch }), [{
    id: "a",
  }]);
  const [{ url, init }] = script.requests as {
    url: string;
    init: RequestInit;
  }[] & { 0: { url: string; init: RequestInit } };
  assertEquals(url, "https://llm.example/v1/models");
  const { "user-agent": agent, ...headers } = headersOf(init);
  assert(agent?.startsWith("dsh-llm/"));
  assertEquals(headers, {
    "accept": "application/json",
    "accept-encoding": "identity",
    "authorization": "Bearer sk-0123456789",
    "x-own": "1",
  });
});

Deno.test("createDiscovery() shows what is configured to no other endpoint", async () => {
  const script = scriptFetch([LIST]);

  await ask({ provider: "gateway", baseURL: "https://other.example" }, {
    fetch: script.fetch,
  });

  const headers = headersOf(script.requests[0]!.init);
  assertEquals(["authorization" in headers, "x-own" in headers], [
    false,
    false,
  ]);
});

Deno.test("createDiscovery() shows the key of a shipped provider to no endpoint", async () => {
  const script = scriptFetch([LIST]);

  await ask({ provider: "openai", baseURL: "https://other.example" }, {
    fetch: script.fetch,
  });

  assertFalse("authorization" in headersOf(script.requests[0]!.init));
});

const PROTOCOLS: readonly [string, string, string][] = [
  ["openai-completions", "/models", "authorization"],
  ["anthropic-messages", "/v1/models?limit=1000", "x-api-key"],
  ["google-generative-ai", "/models?pageSize=1000", "x-goog-api-key"],
  ["mistral-conversations", "/v1/models", "authorization"],
];

for (const [api, path, header] of PROTOCOLS) {
  for (const apiKey of ["sk-1", undefined]) {
    Deno.test(`createDiscovery() asks by ${api} with ${apiKey ?? "no key"}`, async () => {
      const script = scriptFetch([LIST]);

      await ask({
        provider: "gateway",
        baseURL: "https://a.example/",
        api,
        apiKey,
      }, { fetch: script.fetch });

      const { url, init } = script.requests[0]!;
      assertEquals(url, `https://a.example${path}`);
      assertEquals(header in headersOf(init), apiKey !== undefined);
    });
  }
}

const FAILED: readonly [string, Parameters<typeof scriptFetch>, string][] = [
  [
    "refuses the key",
    [['{"error":{"message":"No"}}'], { status: 401 }],
    "AUTH",
  ],
  [
    "breaks off a refusal",
    [['{"error":'], { status: 500, end: "error" }],
    "SERVER",
  ],
  ["breaks off", [['{"data":'], { end: "error" }], "TRANSPORT"],
  ["redirects", [[], {
    status: 302,
    headers: { location: "https://b.example" },
  }], "INVALID_REQUEST"],
  [
    "answers with an error",
    [['{"error":{"message":"No","code":429}}']],
    "RATE_LIMIT",
  ],
  ["answers with a page", [["<html>"]], "MALFORMED_RESPONSE"],
  ["answers with no list", [["{}"]], "MALFORMED_RESPONSE"],
  ["answers endlessly", [[
    '[{"id":"a"},',
    ...Array<string>(5).fill(" ".repeat(1024 * 1024)),
  ], { end: "stall" }], "MALFORMED_RESPONSE"],
];

for (const [name, [pieces, init], code] of FAILED) {
  Deno.test(`createDiscovery() fails if the endpoint ${name}`, async () => {
    const { fetch } = scriptFetch(pieces, init);

    const error = await assertRejects(
      () => ask({ provider: "gateway" }, { fetch }),
      LlmError,
    );

    assertEquals(error.code, code);
  });
}

Deno.test("createDiscovery() refuses a list of more than 4 MiB, and stops it", async () => {
  const pieces = Array<string>(9).fill(" ".repeat(512 * 1024));
  const script = scriptFetch(pieces, { end: "stall" });

  await assertRejects(
    () => ask({ provider: "gateway" }, { fetch: script.fetch }),
    LlmError,
    "it is longer than 4194304 bytes",
  );

  assertEquals(script.cancelled.length, 1);
});

Deno.test("createDiscovery() refuses a provider that nobody knows", async () => {
  const error = await assertRejects(
    () => ask({ provider: "nobody" }),
    LlmError,
    '"request.provider"',
  );

  assertEquals(error.code, "INVALID_DISCOVERY");
});

Deno.test("createDiscovery() refuses a place that is none", async () => {
  await assertRejects(
    () => ask({ baseURL: "nowhere" }),
    TypeError,
    '"request.baseURL"',
  );
});

Deno.test("createDiscovery() gives up in time", async () => {
  using time = new FakeTime();
  const script = scriptFetch(["["], { end: "stall" });
  const failed = assertRejects(
    () => ask({ provider: "gateway" }, { fetch: script.fetch }),
    LlmError,
  );
  await time.runMicrotasks();

  await time.tickAsync(30_000);

  assertEquals((await failed).code, "TIMEOUT");
  assertEquals(script.cancelled.length, 1);
  assertFalse(time.next());
});

Deno.test("createDiscovery() gives up when the caller does", async () => {
  const aborting = new AbortController();
  const failed = assertRejects(
    () =>
      ask({ provider: "gateway", signal: aborting.signal }, {
        fetch: () => new Promise(() => {}),
      }),
    Error,
    "enough",
  );

  aborting.abort(new Error("enough"));

  await failed;
});
