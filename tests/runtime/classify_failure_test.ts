import { assertEquals } from "@std/assert";
import {
  classifyFailure,
  codeOfStatus,
} from "../../runtime/classify_failure.ts";

const STATUSES: [status: number, code: string][] = [
  [400, "INVALID_REQUEST"],
  [401, "AUTH"],
  [402, "QUOTA_EXCEEDED"],
  [403, "AUTH"],
  [404, "HTTP_404"],
  [413, "INVALID_REQUEST"],
  [422, "INVALID_REQUEST"],
  [429, "RATE_LIMIT"],
  [500, "SERVER"],
  [599, "SERVER"],
  [600, "HTTP_600"],
];
for (const [status, code] of STATUSES) {
  Deno.test(`codeOfStatus() makes ${code} of ${status}`, () => {
    assertEquals(codeOfStatus(status), code);
  });

  Deno.test(`classifyFailure() makes ${code} of ${status} without words`, () => {
    assertEquals(classifyFailure(status, { kind: "", message: "" }), code);
  });
}

const WORDS: [
  rule: string,
  status: number | undefined,
  kind: string,
  message: string,
  code: string,
][] = [
  ["a wrong key before its words", 401, "", "Insufficient balance", "AUTH"],
  ["an empty account", 429, "", "Insufficient balance", "QUOTA_EXCEEDED"],
  [
    "a full context window",
    500,
    "context_length_exceeded",
    "",
    "CONTEXT_WINDOW_EXCEEDED",
  ],
  ["a rate limit in words", undefined, "", "Rate limit reached", "RATE_LIMIT"],
  ["a wrong key by kind", undefined, "authentication_error", "", "AUTH"],
  [
    "a bad request by kind",
    undefined,
    "invalid_request_error",
    "",
    "INVALID_REQUEST",
  ],
  ["anything else", undefined, "overloaded_error", "Overloaded", "SERVER"],
];
for (const [rule, status, kind, message, code] of WORDS) {
  Deno.test(`classifyFailure() recognizes ${rule}`, () => {
    assertEquals(classifyFailure(status, { kind, message }), code);
  });
}

Deno.test("classifyFailure() looks at the beginning of endless words alone", () => {
  const message = `${" ".repeat(20_000)}Insufficient balance`;

  assertEquals(classifyFailure(429, { kind: "", message }), "RATE_LIMIT");
});
