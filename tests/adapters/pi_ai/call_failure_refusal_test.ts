import { assertEquals } from "@std/assert";
import { ProviderRequestId } from "../../../message.ts";
import { refused } from "./_call_failure.ts";

const REFUSALS: readonly [number, string, string][] = [
  [401, '{"error":{"message":"No"}}', "AUTH"],
  [403, "", "AUTH"],
  [402, '{"error":{"message":"No"}}', "QUOTA_EXCEEDED"],
  [429, '{"error":{"message":"Slow down"}}', "RATE_LIMIT"],
  [
    429,
    '{"error":{"message":"No","code":"insufficient_quota"}}',
    "QUOTA_EXCEEDED",
  ],
  [
    400,
    '{"error":{"message":"No","code":"context_length_exceeded"}}',
    "CONTEXT_WINDOW_EXCEEDED",
  ],
  [400, '{"error":{"message":"No"}}', "INVALID_REQUEST"],
  [404, '{"error":{"message":"No"}}', "HTTP_404"],
  [500, "", "SERVER"],
  [529, '{"error":{"message":"Overloaded"}}', "SERVER"],
];

for (const [status, words, code] of REFUSALS) {
  Deno.test(`callFailure() takes ${status} with ${words || "no words"} for ${code}`, () => {
    const failure = refused(status, words);

    assertEquals([failure.code, failure.status, failure.requestId], [
      code,
      status,
      ProviderRequestId("r1"),
    ]);
  });
}

Deno.test("callFailure() takes pi-ai's word for an overflow of a request", () => {
  assertEquals(
    refused(400, "It is too much", true).code,
    "CONTEXT_WINDOW_EXCEEDED",
  );
});

const NO_OVERFLOWS: readonly [number, string][] = [
  [400, "max_tokens exceeds the limit of 8192"],
  [400, "Text exceeds the limit of 100 characters"],
  [400, "Too many tokens per minute"],
  [401, "It is too much"],
  [429, "Too many tokens, please wait"],
  [500, "It is too much"],
];

for (const [status, words] of NO_OVERFLOWS) {
  Deno.test(`callFailure() takes ${status} with "${words}" for no overflow`, () => {
    assertEquals(
      refused(status, words, true).code === "CONTEXT_WINDOW_EXCEEDED",
      false,
    );
  });
}

Deno.test("callFailure() says what the server says, without secrets", () => {
  assertEquals(
    refused(401, '{"error":{"message":"No key sk-0123456789"}}').message,
    "No key [redacted]",
  );
});

Deno.test("callFailure() names the title of a page", () => {
  assertEquals(
    refused(502, "<html><title>Bad Gateway</title>1.2.3.4</html>").message,
    'Cannot call model: the server answered with status 502 and a page titled "Bad Gateway"',
  );
});

Deno.test("callFailure() says that a server said nothing", () => {
  assertEquals(
    refused(500, "").message,
    "Cannot call model: the server answered with status 500 and no text",
  );
});

Deno.test("callFailure() tells the delay a server asks for", () => {
  assertEquals(refused(429, "Try again in 20s").providerRetryAfterMs, 20_000);
  assertEquals(
    refused(429, "Try again in 20s", false, { "retry-after": "3" })
      .providerRetryAfterMs,
    3_000,
  );
});
