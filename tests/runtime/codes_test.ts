import { assertEquals } from "@std/assert";
import * as codes from "../../runtime/codes.ts";

Deno.test("codes are the names of their constants without the suffix", () => {
  const entries = Object.entries(codes);

  const expected = entries.map(([name]) => [name, name.replace(/_CODE$/, "")]);

  assertEquals(entries, expected as typeof entries);
});

Deno.test("codes name every failure programs route on", () => {
  const values: string[] = Object.values(codes);

  assertEquals(values.sort(), [
    "ABORTED",
    "AUTH",
    "CONTENT_FILTER",
    "CONTEXT_WINDOW_EXCEEDED",
    "DUPLICATE_ADAPTER",
    "DUPLICATE_DIRECTORY",
    "DUPLICATE_DISCOVERY",
    "EMPTY_RESPONSE",
    "INSUFFICIENT_SYSTEM_RESOURCE",
    "INVALID_ADAPTER",
    "INVALID_CATALOG",
    "INVALID_CREDENTIAL",
    "INVALID_DIRECTORY",
    "INVALID_DISCOVERY",
    "INVALID_MODEL_CONTEXT",
    "INVALID_MODEL_INFO",
    "INVALID_MODEL_MAX_TOKENS",
    "INVALID_MODEL_REASONING",
    "INVALID_PREPARED_CALL",
    "INVALID_REPLAY_STATE",
    "INVALID_REQUEST",
    "MALFORMED_RESPONSE",
    "MISSING_CREDENTIAL",
    "NOT_RECORDED",
    "NO_ADAPTER",
    "NO_DISCOVERY",
    "QUEUE_FULL",
    "QUOTA_EXCEEDED",
    "RATE_LIMIT",
    "REGISTRATION_DISPOSED",
    "SERVER",
    "STREAM_CLOSED",
    "TIMEOUT",
    "TRANSPORT",
    "UNKNOWN",
    "UNKNOWN_MODEL",
    "UNPARSED_TOOL_CALL",
    "UNSUPPORTED_CONTENT",
    "UNSUPPORTED_OPTION",
    "UNSUPPORTED_REASONING_EFFORT",
  ]);
});

Deno.test("codes have literal types", () => {
  const code: "QUOTA_EXCEEDED" = codes.QUOTA_EXCEEDED_CODE;

  assertEquals(code, "QUOTA_EXCEEDED");
});
