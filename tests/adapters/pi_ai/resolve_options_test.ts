import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { resolvePiAiOptions } from "../../../adapters/pi_ai/resolve_options.ts";
import { gateway } from "./_fake.ts";
import { SECRET, withRoute } from "./_options.ts";

const REFUSED: readonly [string, unknown, string][] = [
  ["no options", undefined, '"options" must be an object'],
  [
    "an unknown option",
    { routes: {}, route: {} },
    '"options.route" must be left out',
  ],
  ["no routes", {}, '"routes" must be an object'],
  [
    "routes that are a Map",
    { routes: new Map() },
    '"routes" must be an object',
  ],
  ["a route without a name", { routes: { "": {} } }, '"routes" must be named'],
  [
    "a route that is no object",
    { routes: { gw: 1 } },
    '"routes["gw"]" must be an object',
  ],
  [
    "an unknown option of a route",
    withRoute({ baseUrl: "x" }),
    '"routes["gw"].baseUrl" must be left out',
  ],
  [
    "a declared route without a protocol",
    withRoute({ api: undefined }),
    '"routes["gw"].api" must be given',
  ],
  [
    "a declared route without a place",
    withRoute({ baseURL: undefined }),
    '"routes["gw"].baseURL" must be given',
  ],
  [
    "an unknown protocol",
    withRoute({ api: "smtp" }),
    '"routes["gw"].api" must be "anthropic-messages" or "azure',
  ],
  [
    "a protocol of the prototype",
    withRoute({ api: "toString" }),
    '"routes["gw"].api" must be "anthropic-messages" or',
  ],
  [
    "a place that is none",
    withRoute({ baseURL: SECRET }),
    '"routes["gw"].baseURL" must be an absolute http or https URL',
  ],
  [
    "a place of another kind",
    withRoute({ baseURL: "ftp://a" }),
    '"routes["gw"].baseURL" must be an absolute http',
  ],
  [
    "a place with credentials",
    withRoute({ baseURL: `https://a:${SECRET}@b` }),
    '"routes["gw"].baseURL" must be an absolute http or https URL without credentials',
  ],
  [
    "a place with a query",
    withRoute({ baseURL: "https://a/?" }),
    '"routes["gw"].baseURL" must be an absolute http or https URL without',
  ],
  [
    "a key that is none",
    withRoute({ apiKey: 1 }),
    '"routes["gw"].apiKey" must be a string or a function',
  ],
  [
    "a blank name",
    withRoute({ displayName: "" }),
    '"routes["gw"].displayName" must be a non-empty string',
  ],
  [
    "headers that are Headers",
    withRoute({ headers: new Headers() }),
    '"routes["gw"].headers" must be an object',
  ],
  [
    "a user-agent",
    withRoute({ headers: { "User-Agent": SECRET } }),
    '"routes["gw"].headers["User-Agent"]" must be left out',
  ],
  [
    "a credential among the headers",
    withRoute({ headers: { Authorization: SECRET } }),
    '"routes["gw"].headers["Authorization"]" must be left out',
  ],
  [
    "a header twice",
    withRoute({ headers: { a: "1", A: "2" } }),
    '"routes["gw"].headers["A"]" must be left out: the header is named twice',
  ],
  [
    "a header that cannot be sent",
    withRoute({ headers: { a: `${SECRET}\n` + "b" } }),
    '"routes["gw"].headers["a"]" must be a string that a header',
  ],
  [
    "a header that is no text",
    withRoute({ headers: { a: 1 } }),
    '"routes["gw"].headers["a"]" must be a string',
  ],
  [
    "an unknown default effort",
    withRoute({ reasoning: "most" }),
    '"routes["gw"].reasoning" must be "off" or "minimal"',
  ],
  [
    "a budget for no effort",
    withRoute({ thinkingBudgets: { max: 1 } }),
    '"routes["gw"].thinkingBudgets.max" must be left out',
  ],
  [
    "an unknown retention",
    withRoute({ cacheRetention: "ever" }),
    '"routes["gw"].cacheRetention" must be "none" or "short"',
  ],
  [
    "a default that accepts nothing",
    withRoute({ defaultInput: [] }),
    '"routes["gw"].defaultInput" must be a non-empty array',
  ],
  [
    "a policy that is none",
    withRoute({ retryPolicy: { mode: "never" } }),
    '"routes["gw"].retryPolicy.mode" must be',
  ],
  [
    "a fetch that is none",
    withRoute({ fetch: "x" }),
    '"routes["gw"].fetch" must be a function',
  ],
  [
    "an identity that is none",
    { routes: {}, identity: { product: "a b" } },
    '"options.identity.product" must be',
  ],
  [
    "a store that is none",
    { routes: {}, attachments: {} },
    '"options.attachments.read" must be a function',
  ],
  [
    "no store at all",
    { routes: {}, attachments: null },
    '"options.attachments" must be an object',
  ],
  [
    "a loader that is none",
    { routes: {}, load: "x" },
    '"options.load" must be a function',
  ],
  [
    "a limit that is no number",
    { routes: {}, maxImages: "1" },
    '"options.maxImages" must be a number',
  ],
];

for (const [name, options, message] of REFUSED) {
  Deno.test(`resolvePiAiOptions() refuses ${name}`, () => {
    const error = assertThrows(
      () => resolvePiAiOptions(options),
      TypeError,
      message,
    );

    assertEquals(Deno.inspect(error).includes(SECRET), false);
  });
}

const OUT_OF_RANGE: readonly [string, unknown, string][] = [
  [
    "a window of nothing",
    withRoute({ defaultContextWindow: 0 }),
    '"routes["gw"].defaultContextWindow" must be a positive integer',
  ],
  [
    "half a token",
    withRoute({ defaultMaxTokens: 0.5 }),
    '"routes["gw"].defaultMaxTokens" must be a positive integer',
  ],
  [
    "a model without a window",
    withRoute({ models: [{ id: "a", contextWindow: -1 }] }),
    '"routes["gw"].models[0].contextWindow" must be a positive integer',
  ],
  [
    "an override without an output",
    withRoute({ modelOverrides: { a: { maxTokens: NaN } } }),
    '"routes["gw"].modelOverrides["a"].maxTokens" must be a positive integer',
  ],
  [
    "a budget of nothing",
    withRoute({ thinkingBudgets: { low: 0 } }),
    '"routes["gw"].thinkingBudgets.low" must be a positive integer',
  ],
  [
    "no time for an answer",
    withRoute({ timeoutMs: 0 }),
    '"routes["gw"].timeoutMs" must be a number greater than 0',
  ],
  [
    "more idle time than a timer has",
    withRoute({ streamIdleTimeoutMs: 2 ** 31 }),
    '"routes["gw"].streamIdleTimeoutMs" must be a number greater than 0',
  ],
  [
    "endless progress",
    withRoute({ progressTimeoutMs: Infinity }),
    '"routes["gw"].progressTimeoutMs" must be a number greater than 0',
  ],
  [
    "no images",
    { routes: {}, maxImages: 0 },
    '"options.maxImages" must be a positive integer',
  ],
  [
    "no bytes of images",
    { routes: {}, maxImageBytes: -1 },
    '"options.maxImageBytes" must be a positive integer',
  ],
];

for (const [name, options, message] of OUT_OF_RANGE) {
  Deno.test(`resolvePiAiOptions() refuses ${name}`, () => {
    assertThrows(() => resolvePiAiOptions(options), RangeError, message);
  });
}

Deno.test("resolvePiAiOptions() fills in the defaults", () => {
  const { routes, userAgent, attachments, maxImages, maxImageBytes, load } =
    resolvePiAiOptions({
      routes: { gw: gateway({ baseURL: "https://a/v1//" }) },
    });

  assertEquals(userAgent.startsWith("dsh-llm/"), true);
  assertEquals([attachments, load], [undefined, undefined]);
  assertEquals([maxImages, maxImageBytes], [20, 15_000_000]);
  const { modelOverrides, ...route } = routes.get("gw")!;
  assertEquals(modelOverrides.size, 0);
  assertEquals(route, {
    route: "gw",
    shipped: false,
    displayName: "gw",
    apiKey: "sk-0123456789",
    api: "openai-completions",
    baseURL: "https://a/v1",
    models: [{ id: "m" }],
    compat: undefined,
    headers: {},
    reasoning: undefined,
    thinkingBudgets: undefined,
    cacheRetention: "short",
    timeoutMs: undefined,
    streamIdleTimeoutMs: 300_000,
    progressTimeoutMs: 900_000,
    defaultContextWindow: 262_144,
    defaultMaxTokens: 32_768,
    defaultInput: ["text"],
    retryPolicy: undefined,
    fetch: undefined,
  });
});

Deno.test("resolvePiAiOptions() asks nothing more of a provider that pi-ai ships", () => {
  const { routes } = resolvePiAiOptions({ routes: { openai: {} } });

  const { shipped, displayName } = routes.get("openai")!;
  assertEquals([shipped, displayName], [true, "OpenAI"]);
});

Deno.test("resolvePiAiOptions() keeps what a caller names, whatever becomes of it there", () => {
  const model = { id: "a", name: "A", thinkingLevelMap: { low: null } };
  const options = { routes: { gw: gateway({ models: [model] }) } };

  const { routes } = resolvePiAiOptions(options);
  model.name = "B";
  options.routes.gw.models = [];

  assertEquals(routes.get("gw")!.models, [
    { id: "a", name: "A", thinkingLevelMap: { low: null } },
  ]);
});

Deno.test("resolvePiAiOptions() checks nothing twice", () => {
  const resolved = resolvePiAiOptions({ routes: {} });

  assertEquals(resolvePiAiOptions(resolved) === resolved, true);
  assertInstanceOf(resolved.routes, Map);
});
