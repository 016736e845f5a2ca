import { assert, assertEquals } from "@std/assert";
import { ProviderRequestId } from "../../message.ts";
import { reportedFailure } from "../../runtime/reported_failure.ts";

const exchange = {
  requestId: ProviderRequestId("q1"),
  redact: (text: string) => text.replaceAll("sk-secret", "[redacted]"),
};

const REPORTS: [rule: string, report: unknown, code: string][] = [
  ["a status", { error: { message: "a", code: 500 } }, "SERVER"],
  [
    "a status in digits",
    { error: { message: "a", code: "429" } },
    "RATE_LIMIT",
  ],
  ["a status outside of the error", { error: "a", status_code: 401 }, "AUTH"],
  ["overloaded", { error: { type: "overloaded_error" } }, "SERVER"],
  ["a rate limit", { error: { code: "rate_limit_exceeded" } }, "RATE_LIMIT"],
  ["a rate limit in words", { error: "Rate limit reached" }, "RATE_LIMIT"],
  ["a quota", { error: { type: "insufficient_quota" } }, "QUOTA_EXCEEDED"],
  ["a key", { error: { type: "authentication_error" } }, "AUTH"],
  [
    "a bad request",
    { error: { type: "invalid_request_error" } },
    "INVALID_REQUEST",
  ],
  ["a bad request by class", {
    object: "error",
    type: "BadRequestError",
  }, "INVALID_REQUEST"],
  ["an overflow", {
    error: { message: "context window exceeded" },
  }, "CONTEXT_WINDOW_EXCEEDED"],
  ["a number that is no status", { error: { code: 20_015 } }, "SERVER"],
  ["a status of success", { error: { code: 200 } }, "SERVER"],
  ["anything else", { error: { type: "odd" } }, "SERVER"],
  ["plain text", "upstream failed", "SERVER"],
  ["nothing", {}, "SERVER"],
];
for (const [rule, report, code] of REPORTS) {
  Deno.test(`reportedFailure() takes ${rule} for ${code}`, () => {
    assertEquals(reportedFailure(report, exchange).code, code);
  });
}

Deno.test("reportedFailure() carries what the server told", () => {
  const error = reportedFailure({
    error: { message: "sk-secret: try again in 2s", code: 503 },
  }, exchange);

  assertEquals(error.failure, {
    message: "[redacted]: try again in 2s",
    code: "SERVER",
    status: 503,
    providerRetryAfterMs: 2_000,
    requestId: ProviderRequestId("q1"),
  });
});

Deno.test("reportedFailure() finds words where the server has none", () => {
  assert(reportedFailure({ error: {} }, exchange).message.length > 0);
});
