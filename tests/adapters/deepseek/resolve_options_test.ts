import {
  assert,
  assertEquals,
  assertFalse,
  assertMatch,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import { APP_IDENTITY } from "../../../runtime/attribution.ts";
import { memoryAttachmentStore } from "../../../runtime/memory_attachment_store.ts";
import { resolveRetryPolicy } from "../../../runtime/retry_policy.ts";

Deno.test("resolveDeepSeekOptions() fills in every default", () => {
  const { models, ...config } = resolveDeepSeekOptions({});

  assertEquals(config, {
    apiKey: undefined,
    baseURL: "https://api.deepseek.com",
    fetch: undefined,
    headers: {},
    identity: APP_IDENTITY,
    thinking: "enabled",
    reasoningEffort: "high",
    maxTokens: 256_000,
    defaultContextWindow: 1_000_000,
    streamIdleTimeoutMs: 300_000,
    progressTimeoutMs: 900_000,
    attachments: undefined,
    maxImages: 20,
    maxImageBytes: 15_000_000,
    retryPolicy: undefined,
  });
  assertEquals(models.map(({ id }) => id), [
    "deepseek-v4-flash",
    "deepseek-v4-pro",
    "deepseek-v4-flash-vision-exp",
  ]);
});

Deno.test("resolveDeepSeekOptions() takes undefined for absent", () => {
  const options = Object.fromEntries(
    Object.keys(resolveDeepSeekOptions({})).map((key) => [key, undefined]),
  );

  assertEquals(resolveDeepSeekOptions(options), resolveDeepSeekOptions({}));
});

Deno.test("resolveDeepSeekOptions() keeps what the caller chose", () => {
  const fetch = () => Promise.resolve(new Response());
  const apiKey = () => "sk-1";
  const options = {
    apiKey,
    baseURL: "http://127.0.0.1:8080/v1",
    fetch,
    headers: { "x-team": "blue" },
    identity: { product: "app", version: "2.0.0", url: "https://app.example" },
    models: [{ id: "m" }],
    thinking: "enabled",
    reasoningEffort: "max",
    maxTokens: 1,
    defaultContextWindow: 2,
    streamIdleTimeoutMs: 3,
    progressTimeoutMs: 4,
    attachments: memoryAttachmentStore(),
    maxImages: 5,
    maxImageBytes: 6,
  };

  const { retryPolicy, ...config } = resolveDeepSeekOptions(options);

  assertEquals(config as unknown, options);
  assertStrictEquals(config.attachments, options.attachments);
  assertEquals(retryPolicy, undefined);
});

Deno.test("resolveDeepSeekOptions() resolves the retry policy", () => {
  const { retryPolicy } = resolveDeepSeekOptions({
    retryPolicy: { mode: "normal", maxRetries: 2 },
  });

  assertEquals(
    retryPolicy,
    resolveRetryPolicy({ mode: "normal", maxRetries: 2 }, "options"),
  );
});

Deno.test("resolveDeepSeekOptions() returns a frozen copy", () => {
  const options = {
    headers: { "x-team": "blue" },
    identity: { product: "app", version: "2.0.0", url: "https://app.example" },
    models: [{ id: "m" }],
    maxTokens: 1,
  };

  const config = resolveDeepSeekOptions(options);
  options.headers["x-team"] = "red";
  options.identity.product = "other";
  options.models.push({ id: "n" });
  options.maxTokens = 2;

  assertEquals(config.headers, { "x-team": "blue" });
  assertEquals(config.identity.product, "app");
  assertEquals(config.models, [{ id: "m" }]);
  assertEquals(config.maxTokens, 1);
  for (
    const value of [config, config.headers, config.identity, config.models]
  ) {
    assert(Object.isFrozen(value));
  }
});

Deno.test("resolveDeepSeekOptions() reads each option once", () => {
  let reads = 0;
  const options = {
    get baseURL() {
      return ++reads === 1 ? "https://a.example" : "not a URL";
    },
  };

  const config = resolveDeepSeekOptions(options);

  assertEquals(config.baseURL, "https://a.example");
  assertEquals(reads, 1);
});

Deno.test("resolveDeepSeekOptions() does not look at the API key", () => {
  let calls = 0;
  const apiKey = () => `sk-${++calls}`;

  const config = resolveDeepSeekOptions({ apiKey });

  assertStrictEquals(config.apiKey, apiKey);
  assertEquals(calls, 0);
  assertEquals(resolveDeepSeekOptions({ apiKey: "\n" }).apiKey, "\n");
});

Deno.test("resolveDeepSeekOptions() turns thinking off with its effort", () => {
  const config = resolveDeepSeekOptions({ thinking: "disabled" });

  assertEquals(config.reasoningEffort, "off");
});

Deno.test("resolveDeepSeekOptions() accepts an effort of off either way", () => {
  for (const thinking of ["enabled", "disabled"]) {
    const config = resolveDeepSeekOptions({ thinking, reasoningEffort: "off" });

    assertEquals(config.reasoningEffort, "off");
  }
});

const URLS: [given: string, kept: string][] = [
  ["https://api.deepseek.com/", "https://api.deepseek.com"],
  ["https://API.example/v1//", "https://api.example/v1"],
  ["http://[::1]:8080", "http://[::1]:8080"],
];

for (const [given, kept] of URLS) {
  Deno.test(`resolveDeepSeekOptions() keeps the base URL ${given} as ${kept}`, () => {
    assertEquals(resolveDeepSeekOptions({ baseURL: given }).baseURL, kept);
  });
}

Deno.test("resolveDeepSeekOptions() puts header names in lower case", () => {
  const { headers } = resolveDeepSeekOptions({ headers: { "X-Team": "blue" } });

  assertEquals(headers, { "x-team": "blue" });
});

Deno.test("resolveDeepSeekOptions() keeps a header that looks like a prototype", () => {
  const headers = JSON.parse('{"__proto__": "x"}');

  const config = resolveDeepSeekOptions({ headers });

  assertEquals(Object.entries(config.headers), [["__proto__", "x"]]);
});

const LONG_MS = 2_147_483_648;

const REFUSED: [
  value: Record<string, unknown>,
  path: string,
  Type: typeof TypeError | typeof RangeError,
][] = [
  [{ key: "sk-secret" }, "options.key", TypeError],
  [{ apiKey: 1 }, "options.apiKey", TypeError],
  [{ apiKey: null }, "options.apiKey", TypeError],
  [{ baseURL: 1 }, "options.baseURL", TypeError],
  [{ baseURL: "" }, "options.baseURL", TypeError],
  [{ baseURL: "/v1" }, "options.baseURL", TypeError],
  [{ baseURL: "ftp://a.example" }, "options.baseURL", TypeError],
  [{ baseURL: "https://secret@a.example" }, "options.baseURL", TypeError],
  [{ baseURL: "https://:secret@a.example" }, "options.baseURL", TypeError],
  [{ baseURL: "https://u:secret@" }, "options.baseURL", TypeError],
  [{ baseURL: "https://a.example?key=secret" }, "options.baseURL", TypeError],
  [{ baseURL: "https://a.example?" }, "options.baseURL", TypeError],
  [{ baseURL: "https://a.example#a" }, "options.baseURL", TypeError],
  [{ baseURL: "https://a.example/#" }, "options.baseURL", TypeError],
  [{ fetch: "fetch" }, "options.fetch", TypeError],
  [{ headers: null }, "options.headers", TypeError],
  [{ headers: [["x-a", "1"]] }, "options.headers", TypeError],
  [{ headers: new Headers({ "x-a": "1" }) }, "options.headers", TypeError],
  [{ headers: { "x a": "1" } }, 'options.headers["x a"]', TypeError],
  [{ headers: { "": "1" } }, 'options.headers[""]', TypeError],
  [{ headers: { "x-é": "1" } }, 'options.headers["x-é"]', TypeError],
  [{ headers: { "x-a": 1 } }, 'options.headers["x-a"]', TypeError],
  [{ headers: { "x-a": "secret\n" } }, 'options.headers["x-a"]', TypeError],
  [{ headers: { "x-a": "secret→" } }, 'options.headers["x-a"]', TypeError],
  [
    { headers: { "x-a": "1", "X-A": "2" } },
    'options.headers["X-A"]',
    TypeError,
  ],
  [{ identity: "app" }, "options.identity", TypeError],
  [{ identity: { name: "app" } }, "options.identity.name", TypeError],
  [{ models: {} }, "options.models", TypeError],
  [
    { models: [{ id: "a" }, { id: "b" }, { id: "" }] },
    "options.models[2].id",
    TypeError,
  ],
  [{ thinking: "maybe" }, "options.thinking", TypeError],
  [{ thinking: true }, "options.thinking", TypeError],
  [{ reasoningEffort: "medium" }, "options.reasoningEffort", TypeError],
  [
    { thinking: "disabled", reasoningEffort: "high" },
    "options.reasoningEffort",
    TypeError,
  ],
  [{ maxTokens: "1" }, "options.maxTokens", TypeError],
  [{ maxTokens: 0 }, "options.maxTokens", RangeError],
  [{ maxTokens: 1.5 }, "options.maxTokens", RangeError],
  [{ maxTokens: NaN }, "options.maxTokens", RangeError],
  [{ maxTokens: 2 ** 53 }, "options.maxTokens", RangeError],
  [{ defaultContextWindow: -1 }, "options.defaultContextWindow", RangeError],
  [{ streamIdleTimeoutMs: 0 }, "options.streamIdleTimeoutMs", RangeError],
  [{ streamIdleTimeoutMs: LONG_MS }, "options.streamIdleTimeoutMs", RangeError],
  [{ progressTimeoutMs: Infinity }, "options.progressTimeoutMs", RangeError],
  [{ attachments: null }, "options.attachments", TypeError],
  [{ attachments: "secret" }, "options.attachments", TypeError],
  [{ attachments: { get() {} } }, "options.attachments", TypeError],
  [{ maxImages: 0 }, "options.maxImages", RangeError],
  [{ maxImages: "1" }, "options.maxImages", TypeError],
  [{ maxImageBytes: 0.5 }, "options.maxImageBytes", RangeError],
  [{ maxImageBytes: null }, "options.maxImageBytes", TypeError],
  [{ retryPolicy: { mode: "never" } }, "options.retryPolicy", TypeError],
];

for (const [value, path, Type] of REFUSED) {
  const shown = Object.entries(value)
    .map(([key, part]) => `${key} ${JSON.stringify(part) ?? String(part)}`)
    .join(", ");
  Deno.test(`resolveDeepSeekOptions() refuses ${shown}`, () => {
    const error = assertThrows(() => resolveDeepSeekOptions(value), Type);

    assertMatch(error.message, /^Cannot [^:]+: ".+" must be /);
    assertStringIncludes(error.message, `"${path}`);
    assertFalse(error.message.includes("secret"));
    assertEquals(error.cause, undefined);
  });
}

Deno.test("resolveDeepSeekOptions() refuses an identity that no header can carry", () => {
  const identity = {
    product: "my app",
    version: "1",
    url: "https://a.example",
  };

  assertThrows(
    () => resolveDeepSeekOptions({ identity }),
    TypeError,
    'Cannot configure DeepSeek: "options.identity.product" must be',
  );
});

for (const value of [undefined, null, "options", [], new Map()]) {
  Deno.test(`resolveDeepSeekOptions() refuses ${Object.prototype.toString.call(value)} for options`, () => {
    assertThrows(
      () => resolveDeepSeekOptions(value),
      TypeError,
      'Cannot configure DeepSeek: "options" must be an object',
    );
  });
}
