import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { LlmError } from "../../../runtime/error.ts";
import {
  API_KEY,
  countListeners,
  drain,
  open,
  scriptBody,
  scriptFetch,
} from "./_call.ts";
import { answer, delta, events, failureCodeOf, usageOf } from "./_wire.ts";

const usage = { prompt_tokens: 10, completion_tokens: 5 };
const hello = delta({ content: "Hello" });
const whole = answer(hello, delta({}, "stop"));

Deno.test("openCall() rejects the first read when there is no key, without a request", async () => {
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  const { source } = open({ fetch, apiKey: " " });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "MISSING_CREDENTIAL");
  assertEquals(calls, []);
  assertEquals(await source.read(), { chunks: [], done: true });
});

Deno.test("openCall() passes on what a key function throws", async () => {
  const thrown = new Error("vault is closed");
  const { source } = open({
    apiKey: () => {
      throw thrown;
    },
  });

  const error = await assertRejects(() => source.read());

  assertStrictEquals(error, thrown);
});

Deno.test("openCall() rejects with TRANSPORT when fetch fails, and keeps the cause", async () => {
  const cause = new TypeError("fetch failed", {
    cause: new Error(`connect refused for ${API_KEY}`),
  });
  const { fetch } = scriptFetch(() => Promise.reject(cause));
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "TRANSPORT");
  assertStrictEquals(error.cause, cause);
  assertStringIncludes(error.message, "fetch failed: connect refused");
  assertFalse(error.message.includes(API_KEY));
});

Deno.test("openCall() rejects with what a failed answer says", async () => {
  const body = JSON.stringify({ error: { message: `bad key ${API_KEY}` } });
  const { fetch } = scriptFetch(() =>
    new Response(body, { status: 401, headers: { "x-request-id": "q1" } })
  );
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "AUTH");
  assertEquals(error.failure.status, 401);
  assertEquals(String(error.failure.requestId), "q1");
  assertFalse(error.message.includes(API_KEY));
});

Deno.test("openCall() cuts the values of configured headers out of failures", async () => {
  const { fetch } = scriptFetch(() =>
    new Response("who is tenant-42-token?", { status: 403 })
  );
  const { source } = open({
    fetch,
    headers: { "x-tenant": "tenant-42-token" },
  });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.message, "who is [redacted]?");
});

Deno.test("openCall() reads no more of a failed answer than it needs", async () => {
  const body = scriptBody(Array(100).fill("a".repeat(16 * 1024)), "stall");
  const { fetch } = scriptFetch(() =>
    new Response(body.stream, { status: 500 })
  );
  const { source } = open({ fetch });

  await assertRejects(() => source.read(), LlmError);

  assertEquals(body.cancelled.length, 1);
});

Deno.test("openCall() makes do with what it could read of a failed answer", async () => {
  const { stream } = scriptBody(["no healthy upstream"], "error");
  const { fetch } = scriptFetch(() => new Response(stream, { status: 503 }));
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "SERVER");
  assertEquals(error.message, "no healthy upstream");
});

Deno.test("openCall() refuses a redirect and names its origin alone", async () => {
  const { fetch } = scriptFetch(() =>
    new Response(null, {
      status: 307,
      headers: { location: "https://elsewhere.example/?token=t" },
    })
  );
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "INVALID_REQUEST");
  assertEquals(error.failure.status, 307);
  assertStringIncludes(error.message, '"https://elsewhere.example"');
  assertFalse(error.message.includes("token"));
});

for (const location of [undefined, "http://["]) {
  Deno.test(`openCall() refuses a redirect to ${location ?? "nowhere"}`, async () => {
    const { fetch } = scriptFetch(() =>
      new Response("moved", {
        status: 302,
        headers: location === undefined ? {} : { location },
      })
    );
    const { source } = open({ fetch });

    const error = await assertRejects(() => source.read(), LlmError);

    assertStringIncludes(error.message, "an unknown place");
  });
}

Deno.test("openCall() refuses a redirect that a browser hides", async () => {
  const hidden = new Response("moved");
  Object.defineProperties(hidden, {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
  });
  const { fetch } = scriptFetch(() => hidden);
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "INVALID_REQUEST");
  assertFalse("status" in error.failure);
});

Deno.test("openCall() rejects when an answer has no body", async () => {
  const { fetch } = scriptFetch(() => new Response(null));
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "STREAM_CLOSED");
});

Deno.test("openCall() rejects with TRANSPORT when the body fails before any chunk", async () => {
  const { stream } = scriptBody([": keep-alive\n\n"], "error");
  const { fetch } = scriptFetch(() => new Response(stream));
  const { source } = open({ fetch });

  const error = await assertRejects(() => source.read(), LlmError);

  assertEquals(error.code, "TRANSPORT");
  assertStringIncludes(error.message, "terminated");
});

Deno.test("openCall() ends with a finish when the body fails after chunks", async () => {
  const { stream } = scriptBody([events(hello)], "error");
  const { fetch } = scriptFetch(() => new Response(stream));

  const chunks = await drain(open({ fetch }).source);

  assertEquals(chunks.length, 3);
  assertEquals(failureCodeOf(chunks), "TRANSPORT");
});

Deno.test("openCall() ends with usage and a finish when the cost is known", async () => {
  const { stream } = scriptBody([events({ choices: [], usage })], "error");
  const { fetch } = scriptFetch(() => new Response(stream));

  const chunks = await drain(open({ fetch }).source);

  assertEquals(chunks.map(({ type }) => type), ["usage", "finish"]);
  assertEquals(usageOf(chunks), { inputTokens: 10, outputTokens: 5 });
});

Deno.test("openCall() keeps the chunks of the read that failed", async () => {
  const { fetch } = scriptFetch(() =>
    new Response(events(hello, { error: "no" }))
  );

  const { chunks, done } = await open({ fetch }).source.read();

  assertEquals(chunks.map(({ type }) => type), [
    "block-start",
    "text-delta",
    "finish",
  ]);
  assert(done);
});

Deno.test("openCall() leaves no timer, no listener and no open body after a failure", async () => {
  using time = new FakeTime();
  const { signal, count } = countListeners();
  const body = scriptBody([events(hello, { error: "no" })], "stall");
  const { fetch, calls } = scriptFetch(() => new Response(body.stream));

  await drain(open({ fetch }, { signal }).source);

  assertEquals(body.cancelled.length, 1);
  assert(calls[0]!.init.signal!.aborted);
  assertEquals(count(), 0);
  assertFalse(time.next());
});
