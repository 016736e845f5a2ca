import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  deepSeekModelDiscovery,
  type DeepSeekModelDiscoveryOptions,
} from "../../../adapters/deepseek/model_discovery.ts";
import { LlmError } from "../../../runtime/error.ts";
import type {
  LlmDiscoveredModel,
  LlmModelDiscoveryRequest,
} from "../../../runtime/model_discovery.ts";
import { API_KEY, scriptBody, scriptFetch, silentFetch } from "./_call.ts";

function discover(
  answer: unknown,
  init: ResponseInit = {},
): Promise<readonly LlmDiscoveredModel[]> {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  const { fetch } = scriptFetch(() => new Response(body, init));
  return deepSeekModelDiscovery({ fetch })({ apiKey: API_KEY });
}

const LISTS: [rule: string, answer: unknown, models: LlmDiscoveredModel[]][] = [
  ["data", { data: [{ id: "a" }, { id: "b" }] }, [{ id: "a" }, { id: "b" }]],
  ["a bare array", [{ id: "a" }], [{ id: "a" }]],
  ["models", { models: [{ id: "a" }] }, [{ id: "a" }]],
  ["an empty list", { data: [] }, []],
  ["no entry without an id", [{ id: "" }, { id: 1 }, {}, null, "a"], []],
  ["a name", [{ id: "a", name: "A" }], [{ id: "a", name: "A" }]],
  ["a display_name", [{ id: "a", name: "", display_name: "A" }], [
    { id: "a", name: "A" },
  ]],
  ["no name that is not text", [{ id: "a", name: 1 }], [{ id: "a" }]],
  ...[
    "context_length",
    "context_window",
    "max_model_len",
    "max_context_length",
  ].map((name): typeof LISTS[number] => [
    name,
    [{ id: "a", [name]: 8 }],
    [{ id: "a", contextWindow: 8 }],
  ]),
  ...["max_output_tokens", "max_completion_tokens", "max_tokens"].map((
    name,
  ): typeof LISTS[number] => [
    name,
    [{ id: "a", [name]: 8 }],
    [{ id: "a", maxTokens: 8 }],
  ]),
  [
    "no number that is not a positive integer",
    [{ id: "a", context_length: 0, context_window: 1.5, max_tokens: "8" }],
    [{ id: "a" }],
  ],
  [
    "the first count that is one",
    [{ id: "a", context_length: null, max_model_len: 8 }],
    [{ id: "a", contextWindow: 8 }],
  ],
];

for (const [rule, answer, models] of LISTS) {
  Deno.test(`deepSeekModelDiscovery() reads ${rule}`, async () => {
    assertEquals(await discover(answer), models);
  });
}

const FAILURES: [
  what: string,
  answer: unknown,
  status: number,
  code: string,
  words: string,
][] = [
  ["a wrong key", { error: { message: "bad key" } }, 401, "AUTH", "bad key"],
  ["an outage", "", 503, "SERVER", "status 503"],
  ["an error at 200", { error: { message: "no" } }, 200, "SERVER", "no"],
  ["a page", "<title>Login</title>", 200, "MALFORMED_RESPONSE", '"Login"'],
  ["text", "hello", 200, "MALFORMED_RESPONSE", "it is not JSON"],
  ["nothing", "", 200, "MALFORMED_RESPONSE", "it is not JSON"],
  ["other JSON", { a: 1 }, 200, "MALFORMED_RESPONSE", "not a list of models"],
  [
    "a redirect",
    "",
    307,
    "INVALID_REQUEST",
    'redirects to "https://other.example"',
  ],
];

for (const [what, answer, status, code, words] of FAILURES) {
  Deno.test(`deepSeekModelDiscovery() takes ${what} for ${code}`, async () => {
    const headers = {
      "location": "https://other.example/x",
      "x-request-id": "q1",
    };

    const error = await assertRejects(
      () => discover(answer, { status, headers }),
      LlmError,
    );

    assertEquals(error.code, code);
    assertStringIncludes(error.message, words);
    assertEquals(error.failure.requestId as string, "q1");
  });
}

Deno.test("deepSeekModelDiscovery() tells no key that a server repeats", async () => {
  const error = await assertRejects(
    () => discover({ error: { message: `bad ${API_KEY}` } }, { status: 401 }),
    LlmError,
  );

  assertFalse(error.message.includes(API_KEY.slice(3, 12)));
  assertFalse(String(error.cause).includes(API_KEY.slice(3, 12)));
});

Deno.test("deepSeekModelDiscovery() refuses a list of more than 4 MiB and stops it", async () => {
  const pieces = Array<string>(9).fill(" ".repeat(512 * 1024));
  const { stream, cancelled } = scriptBody(pieces);
  const { fetch } = scriptFetch(() => new Response(stream));

  const error = await assertRejects(
    () => deepSeekModelDiscovery({ fetch })({}),
    LlmError,
    "it is longer than 4194304 bytes",
  );

  assertEquals(error.code, "MALFORMED_RESPONSE");
  assertEquals(cancelled.length, 1);
});

Deno.test("deepSeekModelDiscovery() takes an answer that breaks off for TRANSPORT", async () => {
  const { stream } = scriptBody(["["], "error");
  const { fetch } = scriptFetch(() => new Response(stream));

  const error = await assertRejects(
    () => deepSeekModelDiscovery({ fetch })({}),
    LlmError,
    "Cannot read response: terminated",
  );

  assertEquals(error.code, "TRANSPORT");
});

Deno.test("deepSeekModelDiscovery() takes no answer for TRANSPORT", async () => {
  const { fetch } = scriptFetch(() => Promise.reject(new TypeError("refused")));

  const error = await assertRejects(
    () => deepSeekModelDiscovery({ fetch })({}),
    LlmError,
    "Cannot reach server: refused",
  );

  assertEquals(error.code, "TRANSPORT");
});

Deno.test("deepSeekModelDiscovery() fails with TIMEOUT when no answer comes", async () => {
  using time = new FakeTime();
  const { fetch, calls } = silentFetch();
  const pending = deepSeekModelDiscovery({ fetch })({})
    .catch((error) => error);

  await time.tickAsync(30_000);

  assertEquals((await pending).code, "TIMEOUT");
  assertEquals(calls[0]?.init.signal?.aborted, true);
});

Deno.test("deepSeekModelDiscovery() fails with TIMEOUT when an answer does not end", async () => {
  using time = new FakeTime();
  const { stream, cancelled } = scriptBody(["["], "stall");
  const { fetch } = scriptFetch(() => new Response(stream));
  const pending = deepSeekModelDiscovery({ fetch, timeoutMs: 5 })({})
    .catch((error) => error);

  await time.tickAsync(5);

  assertEquals((await pending).code, "TIMEOUT");
  assertEquals(cancelled.length, 1);
});

Deno.test("deepSeekModelDiscovery() rejects with the reason of an abort", async () => {
  const { fetch, calls } = silentFetch();
  const controller = new AbortController();
  const reason = new Error("enough");
  const pending = deepSeekModelDiscovery({ fetch })({
    signal: controller.signal,
  }).catch((error) => error);
  await Promise.resolve();

  controller.abort(reason);

  assertStrictEquals(await pending, reason);
  assertEquals(calls[0]?.init.signal?.reason, reason);
});

Deno.test("deepSeekModelDiscovery() asks nobody under an aborted signal", async () => {
  const { fetch, calls } = silentFetch();

  const error = await deepSeekModelDiscovery({ fetch })({
    signal: AbortSignal.abort("no"),
  }).catch((error) => error);

  assertEquals(error, "no");
  assertEquals(calls, []);
});

Deno.test("deepSeekModelDiscovery() refuses a key that no header can carry", async () => {
  const { fetch, calls } = scriptFetch(() => new Response("[]"));

  const error = await assertRejects(
    () => deepSeekModelDiscovery({ fetch })({ apiKey: "sk-secr\u00e9t" }),
    LlmError,
  );

  assertEquals(error.code, "INVALID_CREDENTIAL");
  assertEquals(calls, []);
});

const BAD_OPTIONS: [options: unknown, path: string][] = [
  [null, "options"],
  [{ apiKey: "sk-secret" }, "options.apiKey"],
  [{ fetch: 1 }, "options.fetch"],
  [{ headers: { authorization: "x" } }, 'options.headers["authorization"]'],
  [{ identity: {} }, "options.identity.product"],
  [{ timeoutMs: "1" }, "options.timeoutMs"],
];

for (const [options, path] of BAD_OPTIONS) {
  Deno.test(`deepSeekModelDiscovery() refuses ${JSON.stringify(options)}`, () => {
    assertThrows(
      () => deepSeekModelDiscovery(options as DeepSeekModelDiscoveryOptions),
      TypeError,
      `"${path}" must be `,
    );
  });
}

Deno.test("deepSeekModelDiscovery() refuses a timeout out of range", () => {
  assertThrows(() => deepSeekModelDiscovery({ timeoutMs: 0 }), RangeError);
});

for (
  const [request, path] of [
    [undefined, "request"],
    [{ baseURL: "ftp://a.example" }, "request.baseURL"],
    [{ baseURL: "https://u:secret@a.example" }, "request.baseURL"],
  ] as const
) {
  Deno.test(`deepSeekModelDiscovery() refuses the question ${JSON.stringify(request)}`, async () => {
    const error = await assertRejects(
      () => deepSeekModelDiscovery()(request as LlmModelDiscoveryRequest),
      TypeError,
      `"${path}" must be `,
    );

    assertFalse(error.message.includes("secret"));
  });
}
