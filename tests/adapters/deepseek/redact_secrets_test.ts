import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { redactSecrets } from "../../../adapters/deepseek/redact_secrets.ts";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import { createUserMessage } from "../../../message.ts";
import { assemble } from "../../../runtime/assemble.ts";
import { errorChain } from "../../../runtime/error_chain.ts";
import { llmErrorOf, llmResponseOf } from "../../../runtime/call_record.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { API_KEY } from "./_call.ts";
import { answer, delta, events } from "./_wire.ts";

const HEADER = "t0k3n-in-a-header";
const MASKED = [
  `${API_KEY.slice(0, 8)}********`,
  `sk-…${API_KEY.slice(-4)}`,
  `${API_KEY.slice(0, 5)}...${API_KEY.slice(-5)}`,
  `****${API_KEY.slice(-4)}`,
  HEADER,
  API_KEY,
];

/** Everything a call tells anybody, as one text. */
async function everythingTold(
  fetch: NonNullable<DeepSeekOptions["fetch"]>,
): Promise<string> {
  const runtime = new LlmRuntime();
  const told: unknown[] = [];
  runtime.on("llm/diagnostic", (diagnostic) => void told.push(diagnostic));
  const headers = { "x-token": HEADER };
  runtime.registerAdapter(
    ["ds"],
    new DeepSeekAdapter({ apiKey: API_KEY, headers, fetch }),
  );
  const stream = runtime.stream({
    provider: "ds",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
  });
  for await (const chunk of stream) told.push(chunk);
  const error = llmErrorOf(stream);
  told.push(llmResponseOf(stream), error, errorChain(error));
  return Deno.inspect(told, { depth: 20, strAbbreviateSize: Infinity });
}

/** A `fetch` with one answer. */
function answering(body: string | null, init: ResponseInit = {}): typeof fetch {
  return () => Promise.resolve(new Response(body, init));
}

const PLACES: [
  place: string,
  fetch: (secret: string) => typeof globalThis.fetch,
][] = [
  [
    "the message of a refusal",
    (secret) =>
      answering(JSON.stringify({ error: { message: `Bad key ${secret}` } }), {
        status: 401,
      }),
  ],
  [
    "the text of a refusal",
    (secret) => answering(`Bad key: ${secret}.`, { status: 500 }),
  ],
  [
    "the title of a page",
    (secret) => answering(`<html><title>${secret}</title></html>`),
  ],
  [
    "the name of an exchange that fails",
    (secret) =>
      answering("{}", {
        status: 400,
        headers: { "x-request-id": encodeURI(secret) },
      }),
  ],
  [
    "the name of an exchange that goes well",
    (secret) =>
      answering(answer(delta({ content: "x" }, "stop")), {
        headers: { "x-request-id": encodeURI(secret) },
      }),
  ],
  [
    "the names of a response and of its model",
    (secret) =>
      answering(answer({
        ...delta({ content: "x" }, "stop") as object,
        id: secret,
        model: `x ${secret}`,
      })),
  ],
  [
    "a finish reason",
    (secret) => answering(answer(delta({ content: "x" }, secret))),
  ],
  [
    "a failure in the middle",
    (secret) =>
      answering(events(delta({ content: "x" }), {
        error: { message: secret, type: secret, code: secret },
      })),
  ],
  [
    "the type of a content part",
    (secret) => answering(answer(delta({ content: [{ type: secret }, "x"] }))),
  ],
  [
    "a structure in the place of a type",
    (secret) =>
      answering(answer(delta({ content: [{ type: { secret } }, "x"] }))),
  ],
  ["a line that is no event", (secret) => answering(`oops ${secret}\n`)],
  ["a comment", (secret) => answering(`: ${secret}\n\n`)],
  ["a payload that is no JSON", (secret) => answering(`data: {${secret}\n\n`)],
  [
    "a body that is no JSON",
    (secret) => answering(`{"a": ${secret}`),
  ],
  [
    "an error of the connection and its cause",
    (secret) => () =>
      Promise.reject(
        new TypeError(`Cannot send ${secret}`, {
          cause: new Error(`authorization: Bearer ${secret}`),
        }),
      ),
  ],
];
for (const [place, fetch] of PLACES) {
  Deno.test(`DeepSeekAdapter repeats no secret from ${place}`, async () => {
    for (const secret of MASKED) {
      const told = await everythingTold(fetch(secret));

      assertFalse(told.includes(secret), `${secret} is in ${told}`);
      assertFalse(told.toLowerCase().includes(API_KEY), told);
    }
  });
}

Deno.test("DeepSeekAdapter repeats no secret from the name of a tool call that is cut", async () => {
  const name = `flat${API_KEY}now`;
  const call = { index: 0, id: "a", function: { name, arguments: '{"a":' } };
  const fetch = answering(answer(delta({ tool_calls: [call] })));
  const runtime = new LlmRuntime();
  runtime.registerAdapter(
    ["ds"],
    new DeepSeekAdapter({ apiKey: API_KEY, fetch }),
  );

  const { finish } = await assemble(
    runtime.stream({ provider: "ds", model: "m", messages: [] }),
  );

  assert(finish.kind === "error");
  assertEquals(finish.failure.code, "MALFORMED_RESPONSE");
  assertStringIncludes(finish.failure.message, '"flat[redacted]now"');
});

Deno.test("DeepSeekAdapter repeats no key from a redirect", async () => {
  const headers = {
    location: `https://${API_KEY}.example.com/`,
    "x-request-id": API_KEY,
  };

  const told = await everythingTold(answering(null, { status: 302, headers }));

  assertFalse(told.includes(API_KEY), told);
});

Deno.test("DeepSeekAdapter names the model that was asked, whatever the secrets", async () => {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(
    ["ds"],
    new DeepSeekAdapter({
      apiKey: "test-deepseek-key",
      fetch: answering(answer({
        ...delta({ content: "x" }, "stop") as object,
        model: "deepseek-v4-pro",
      })),
    }),
  );
  const stream = runtime.stream({
    provider: "ds",
    model: "deepseek-v4-pro",
    messages: [createUserMessage({ content: "Hi" })],
  });

  await Array.fromAsync(stream);

  assertEquals(llmResponseOf(stream)?.model, "deepseek-v4-pro");
});

Deno.test("redactSecrets() cuts out the key and the values of headers", () => {
  const redact = redactSecrets({ headers: { "x-token": HEADER } }, API_KEY);

  assertEquals(redact(`${API_KEY} ${HEADER}`), "[redacted] [redacted]");
});

Deno.test("redactSecrets() makes one function for calls that share their secrets", () => {
  const config = { headers: {} };

  const redact = redactSecrets(config, API_KEY);

  assertStrictEquals(redactSecrets(config, API_KEY), redact);
});

Deno.test("redactSecrets() follows a key that changes", () => {
  const config = { headers: {} };
  redactSecrets(config, API_KEY);

  const redact = redactSecrets(config, "another-key");

  assertEquals(redact("another-key"), "[redacted]");
});
