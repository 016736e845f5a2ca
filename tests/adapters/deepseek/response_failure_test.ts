import { assertEquals, assertFalse } from "@std/assert";
import { responseFailure } from "../../../adapters/deepseek/response_failure.ts";
import { ProviderRequestId } from "../../../message.ts";
import type { LlmError } from "../../../runtime/error.ts";

const exchange = {
  requestId: ProviderRequestId("q1"),
  redact: (text: string) => text.replaceAll("sk-secret", "[redacted]"),
};

function answered(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): LlmError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return responseFailure(
    new Response(null, { status, headers }),
    text,
    exchange,
  );
}

const STATUSES: [status: number, message: string, code: string][] = [
  [400, "bad", "INVALID_REQUEST"],
  [401, "bad key", "AUTH"],
  [402, "pay", "QUOTA_EXCEEDED"],
  [403, "not yours", "AUTH"],
  [404, "no such model", "HTTP_404"],
  [408, "slow", "HTTP_408"],
  [413, "large", "INVALID_REQUEST"],
  [422, "bad", "INVALID_REQUEST"],
  [429, "slow down", "RATE_LIMIT"],
  [500, "oops", "SERVER"],
  [503, "busy", "SERVER"],
  [529, "overloaded", "SERVER"],
  [400, "Your credit balance is too low", "QUOTA_EXCEEDED"],
  [429, "You exceeded your current quota, check your plan", "QUOTA_EXCEEDED"],
  [400, "maximum context length is 65536 tokens", "CONTEXT_WINDOW_EXCEEDED"],
  [503, "maximum context length is 65536 tokens", "CONTEXT_WINDOW_EXCEEDED"],
];
for (const [status, message, code] of STATUSES) {
  Deno.test(`responseFailure() takes ${status} "${message}" for ${code}`, () => {
    const error = answered(status, { error: { message } });

    assertEquals(error.code, code);
    assertEquals(error.failure.status, status);
    assertEquals(error.message, message);
  });
}

Deno.test("responseFailure() looks for meaning in the first 10,000 characters only", () => {
  const words = "Your credit balance is too low";
  const near = "a ".repeat(4_900) + words;
  const far = "a ".repeat(5_000) + words;

  const codes = [near, far].map((message) =>
    answered(400, { error: { message } }).code
  );

  assertEquals(codes, ["QUOTA_EXCEEDED", "INVALID_REQUEST"]);
});

Deno.test("responseFailure() goes by the code of an error too", () => {
  const error = answered(429, {
    error: { message: "no", code: "insufficient_quota" },
  });

  assertEquals(error.code, "QUOTA_EXCEEDED");
});

const MESSAGES: [rule: string, body: unknown, message: string][] = [
  ["error.message", { error: { message: "a" }, message: "b" }, "a"],
  ["an error that is a text", { error: "a" }, "a"],
  ["message", { message: "a" }, "a"],
  ["detail", { detail: "a" }, "a"],
  ["error.detail", { error: { detail: "a" } }, "a"],
  [
    "a list of details",
    { detail: [{ loc: ["body", "n"], msg: "a" }, { msg: "b" }, "c"] },
    "body.n: a; b; c",
  ],
  ["an error in a list", [{ error: { message: "a" } }], "a"],
  ["a list of what is wrong", [{ loc: ["n"], msg: "a" }], "n: a"],
  ["msg", { code: 1, msg: "a" }, "a"],
  ["an error in an event", 'data: {"error":{"message":"a"}}\n\n', "a"],
  [
    "an error in a named event",
    'event: error\ndata: {"error":{"message":"a"}}\n\n',
    "a",
  ],
  [
    "an event whose name and data share a line as text",
    'event: a data: {"error":{"message":"b"}}',
    'event: a data: {"error":{"message":"b"}}',
  ],
  ["plain text", "no healthy upstream", "no healthy upstream"],
  ["JSON of an unknown form", { a: 1 }, '{"a":1}'],
  [
    "no text",
    "",
    "Cannot call model: the server answered with status 400 and no text",
  ],
  [
    "a page by its title",
    "<html><title>Bad Gateway</title>1.2.3.4</html>",
    'Cannot call model: the server answered with status 400 and a page titled "Bad Gateway"',
  ],
  [
    "a page without a title",
    "<html>1.2.3.4</html>",
    "Cannot call model: the server answered with status 400 and a page",
  ],
];
for (const [rule, body, message] of MESSAGES) {
  Deno.test(`responseFailure() quotes ${rule}`, () => {
    assertEquals(answered(400, body).message, message);
  });
}

Deno.test("responseFailure() shortens what the server says", () => {
  const error = answered(400, { error: { message: "a".repeat(1_000) } });

  assertEquals(error.message.length, 500);
});

Deno.test("responseFailure() cuts secrets out of the message and the cause", () => {
  const error = answered(401, { error: { message: "bad key sk-secret" } });

  assertEquals(error.message, "bad key [redacted]");
  assertFalse(String(error.cause).includes("sk-secret"));
});

Deno.test("responseFailure() keeps the raw body as a bounded cause", () => {
  const error = answered(502, "<html>" + "a".repeat(10_000));

  assertEquals(String(error.cause).length, 4_000);
});

Deno.test("responseFailure() has no cause without a body", () => {
  assertFalse("cause" in answered(500, ""));
});

Deno.test("responseFailure() carries the request id and the delay", () => {
  const error = answered(429, { error: "slow" }, { "retry-after": "3" });

  assertEquals(error.failure.requestId, ProviderRequestId("q1"));
  assertEquals(error.failure.providerRetryAfterMs, 3_000);
});

Deno.test("responseFailure() finds a delay in what the server says", () => {
  const error = answered(429, { error: "Please try again in 20s" });

  assertEquals(error.failure.providerRetryAfterMs, 20_000);
});
