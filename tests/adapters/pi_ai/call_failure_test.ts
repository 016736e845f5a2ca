import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  callFailure,
  timeoutFailure,
} from "../../../adapters/pi_ai/call_failure.ts";
import type { PiAiAnswer } from "../../../adapters/pi_ai/pi_ai_module.ts";
import { LlmError } from "../../../runtime/error.ts";
import { answer } from "./_fake.ts";
import { exchange, failed, redact } from "./_call_failure.ts";

Deno.test("callFailure() takes pi-ai's words where no request of ours was made", () => {
  const response = new Response(null, { status: 429 });

  const { message, code } = failed(
    { errorMessage: "ThrottlingException: Slow down" },
    { begun: false, response },
  );

  assertEquals([message, code], [
    "ThrottlingException: Slow down",
    "RATE_LIMIT",
  ]);
});

Deno.test("callFailure() knows better than pi-ai why there was no answer", () => {
  const fault = new LlmError("No wire", "TRANSPORT");

  const error = callFailure(answer({ errorMessage: "Connection error." }), {
    exchange: exchange({ fault }),
    redact,
    overflows: () => true,
  });

  assertStrictEquals(error, fault);
});

const ENDINGS: readonly [string, Partial<PiAiAnswer>, string][] = [
  ["withheld content", {
    rawStopReason: "content_filter",
    errorMessage: "Provider finish_reason: content_filter",
  }, "CONTENT_FILTER"],
  ["withheld content of OpenAI", {
    rawStopReason: "incomplete.content_filter",
    errorMessage: "Response incomplete: content_filter",
  }, "CONTENT_FILTER"],
  [
    "a refusal",
    { rawStopReason: "refusal", errorMessage: "I will not" },
    "CONTENT_FILTER",
  ],
  ["unsafe content", {
    rawStopReason: "SAFETY",
    errorMessage: "Provider stopped with: SAFETY",
  }, "CONTENT_FILTER"],
  ["a provider that gave up", {
    rawStopReason: "network_error",
    errorMessage: "Provider finish_reason: network_error",
  }, "TRANSPORT"],
  ["a provider without capacity", {
    rawStopReason: "insufficient_system_resource",
    errorMessage: "Provider finish_reason: x",
  }, "INSUFFICIENT_SYSTEM_RESOURCE"],
  ["an overflow", {
    rawStopReason: "model_context_window_exceeded",
    errorMessage: "Provider finish_reason: x",
  }, "CONTEXT_WINDOW_EXCEEDED"],
  ["a tool call nobody can read", {
    rawStopReason: "MALFORMED_FUNCTION_CALL",
    errorMessage: "Provider stopped with: x",
  }, "MALFORMED_RESPONSE"],
  ["a reason of its own", {
    rawStopReason: "banana",
    errorMessage: "Provider finish_reason: banana",
  }, "BANANA"],
  ["a reason that pi-ai does not know", {
    rawStopReason: "nap",
    errorMessage: "Unhandled stop reason: nap",
  }, "NAP"],
  ["a failure after a sound reason", {
    rawStopReason: "stop",
    errorMessage: "Overloaded",
  }, "SERVER"],
  ["a response that broke off", {
    errorMessage: "Stream ended without finish_reason",
  }, "STREAM_CLOSED"],
  ["a response of Anthropic that broke off", {
    errorMessage: "Anthropic stream ended before message_stop",
  }, "STREAM_CLOSED"],
  ["JSON that is none", {
    errorMessage: "Could not parse Anthropic SSE event x",
  }, "MALFORMED_RESPONSE"],
  ["an unfinished tool call", {
    errorMessage: "stream completed with an unfinished tool call: ls",
  }, "MALFORMED_RESPONSE"],
  ["a rate limit in words", {
    errorMessage: "rate_limit_exceeded: Rate limit reached",
  }, "RATE_LIMIT"],
  ["a failure that names its status", {
    errorMessage: '{"error":{"message":"No","code":401}}',
  }, "AUTH"],
  ["a failure of the provider", {
    errorMessage:
      '{"error":{"type":"overloaded_error","message":"Overloaded"}}',
  }, "SERVER"],
  ["words of a time limit", { errorMessage: "Request timed out." }, "TIMEOUT"],
  [
    "words of a broken connection",
    { errorMessage: "Connection error." },
    "TRANSPORT",
  ],
  [
    "words of a missing key",
    { errorMessage: "No API key for provider: x" },
    "MISSING_CREDENTIAL",
  ],
  [
    "words of a missing resource",
    { errorMessage: "Azure base URL is required. Set AZURE_BASE_URL, or pass" },
    "MISSING_CREDENTIAL",
  ],
  [
    "words of a missing project",
    { errorMessage: "Vertex AI requires a project ID. Set GOOGLE_PROJECT" },
    "MISSING_CREDENTIAL",
  ],
  [
    "words of a key of another kind",
    { errorMessage: "Failed to extract accountId from token" },
    "INVALID_CREDENTIAL",
  ],
];

for (const [name, said, code] of ENDINGS) {
  Deno.test(`callFailure() takes ${name} for ${code}`, () => {
    assertEquals(failed(said).code, code);
  });
}

Deno.test("callFailure() takes pi-ai's word for an overflow that comes in the answer", () => {
  assertEquals(
    failed({ errorMessage: "It is too much" }, {}, true).code,
    "CONTEXT_WINDOW_EXCEEDED",
  );
});

Deno.test("callFailure() takes words before any request for nobody's", () => {
  const nothing = { begun: false, response: undefined };

  assertEquals(failed({ errorMessage: "Something" }, nothing).code, "UNKNOWN");
});

Deno.test("callFailure() quotes a reason in words of its own", () => {
  assertEquals(
    failed({
      rawStopReason: "banana",
      errorMessage: "Provider finish_reason: banana",
    }).message,
    'Cannot complete response: the provider ended it with "banana"',
  );
});

Deno.test("callFailure() quotes no secret", () => {
  const { message, code } = failed({
    rawStopReason: "sk-0123456789",
    errorMessage: "Provider finish_reason: x",
  });

  assertEquals(
    [message, code],
    [
      'Cannot complete response: the provider ended it with "[redacted]"',
      "[REDACTED]",
    ],
  );
});

Deno.test("callFailure() has words where pi-ai has none", () => {
  assertEquals(
    failed({}).message,
    "Cannot complete response: the provider reported a failure without words",
  );
});

Deno.test("timeoutFailure() names the limit", () => {
  const { message, code } =
    timeoutFailure("progressTimeoutMs", 9, { exchange: exchange() }).failure;

  assertEquals(
    message,
    "Cannot complete response: no content came within the progressTimeoutMs of 9 ms",
  );
  assertEquals(code, "TIMEOUT");
});
