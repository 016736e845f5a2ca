import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  resolveRetryPolicy,
  type RetryPolicyConfig,
} from "../../runtime/retry_policy.ts";

const DEFAULT_DELAYS = {
  initialDelayMs: 500,
  maxDelayMs: 10_000,
  jitterRatio: 0.1,
};

const DEFAULTS = {
  mode: "normal",
  maxRetries: 5,
  retryableCodes: [
    "EMPTY_RESPONSE",
    "RATE_LIMIT",
    "SERVER",
    "TIMEOUT",
    "TRANSPORT",
    "STREAM_CLOSED",
    "MALFORMED_RESPONSE",
    "INSUFFICIENT_SYSTEM_RESOURCE",
    "UNPARSED_TOOL_CALL",
  ],
  ...DEFAULT_DELAYS,
} as const;

Deno.test("resolveRetryPolicy() is normal retries by default", () => {
  const policy = resolveRetryPolicy(undefined, "retry");

  assertEquals(policy, DEFAULTS);
});

Deno.test("resolveRetryPolicy() fills in every default of the normal mode", () => {
  const policy = resolveRetryPolicy({ mode: "normal" }, "retry");

  assertEquals(policy, DEFAULTS);
});

Deno.test("resolveRetryPolicy() takes undefined fields as absent", () => {
  const policy = resolveRetryPolicy({
    mode: "normal",
    maxRetries: undefined,
    retryableCodes: undefined,
    backoff: {
      initialDelayMs: undefined,
      maxDelayMs: undefined,
      jitterRatio: undefined,
    },
  }, "retry");

  assertEquals(policy, DEFAULTS);
});

Deno.test("resolveRetryPolicy() keeps every field of the normal mode", () => {
  const policy = resolveRetryPolicy({
    mode: "normal",
    maxRetries: 0,
    retryableCodes: ["SERVER", "HTTP_418"],
    backoff: { initialDelayMs: 0.5, maxDelayMs: 2_147_483_647, jitterRatio: 1 },
  }, "retry");

  assertEquals(policy, {
    mode: "normal",
    maxRetries: 0,
    retryableCodes: ["SERVER", "HTTP_418"],
    initialDelayMs: 0.5,
    maxDelayMs: 2_147_483_647,
    jitterRatio: 1,
  });
});

Deno.test("resolveRetryPolicy() has delays alone in the always mode", () => {
  const policy = resolveRetryPolicy({
    mode: "always",
    backoff: { jitterRatio: 0 },
  }, "retry");

  assertEquals(policy, { mode: "always", ...DEFAULT_DELAYS, jitterRatio: 0 });
});

Deno.test("resolveRetryPolicy() ignores what the always mode has no use for", () => {
  const policy = resolveRetryPolicy({
    mode: "always",
    maxRetries: -1,
    retryableCodes: [],
  }, "retry");

  assertEquals(policy, { mode: "always", ...DEFAULT_DELAYS });
});

Deno.test("resolveRetryPolicy() takes an initial delay as long as the greatest", () => {
  const policy = resolveRetryPolicy({
    mode: "always",
    backoff: { initialDelayMs: 700, maxDelayMs: 700 },
  }, "retry");

  assertEquals(policy.initialDelayMs, policy.maxDelayMs);
});

for (const mode of ["normal", "always"] as const) {
  Deno.test(`resolveRetryPolicy() freezes a policy of the ${mode} mode deeply`, () => {
    const policy = resolveRetryPolicy({ mode }, "retry");

    assert([policy, ...Object.values(policy)].every(Object.isFrozen));
  });
}

Deno.test("resolveRetryPolicy() copies and freezes the codes", () => {
  const retryableCodes = ["SERVER"];

  const policy = resolveRetryPolicy(
    { mode: "normal", retryableCodes },
    "retry",
  );

  assert(policy.mode === "normal");
  assertNotStrictEquals(policy.retryableCodes, retryableCodes);
  assert(Object.isFrozen(policy.retryableCodes));
});

const NORMAL = { mode: "normal" };

const REFUSED: [
  what: string,
  config: unknown,
  type: typeof TypeError | typeof RangeError,
  path: string,
][] = [
  ["null", null, TypeError, "p"],
  ["a string", "normal", TypeError, "p"],
  ["a list", [], TypeError, "p"],
  ["no mode", {}, TypeError, "p.mode"],
  ["an unknown mode", { mode: "never" }, TypeError, "p.mode"],
  ["an unknown field", { ...NORMAL, tries: 3 }, TypeError, "p.tries"],
  [
    "an unknown field in the always mode",
    { mode: "always", tries: 3 },
    TypeError,
    "p.tries",
  ],
  [
    "an unknown field that is undefined",
    { ...NORMAL, tries: undefined },
    TypeError,
    "p.tries",
  ],
  [
    "a delay outside of the backoff",
    { ...NORMAL, maxDelayMs: 5 },
    TypeError,
    "p.maxDelayMs",
  ],
  [
    "retries that are not a number",
    { ...NORMAL, maxRetries: "5" },
    TypeError,
    "p.maxRetries",
  ],
  ["null retries", { ...NORMAL, maxRetries: null }, TypeError, "p.maxRetries"],
  [
    "negative retries",
    { ...NORMAL, maxRetries: -1 },
    RangeError,
    "p.maxRetries",
  ],
  ["half a retry", { ...NORMAL, maxRetries: 0.5 }, RangeError, "p.maxRetries"],
  [
    "endless retries",
    { ...NORMAL, maxRetries: Infinity },
    RangeError,
    "p.maxRetries",
  ],
  [
    "retries beyond the safe integers",
    { ...NORMAL, maxRetries: 2 ** 53 },
    RangeError,
    "p.maxRetries",
  ],
  [
    "codes that are not a list",
    { ...NORMAL, retryableCodes: "SERVER" },
    TypeError,
    "p.retryableCodes",
  ],
  [
    "an empty list of codes",
    { ...NORMAL, retryableCodes: [] },
    RangeError,
    "p.retryableCodes",
  ],
  [
    "a code that is not a string",
    { ...NORMAL, retryableCodes: ["SERVER", 5] },
    TypeError,
    "p.retryableCodes[1]",
  ],
  [
    "an empty code",
    { ...NORMAL, retryableCodes: [""] },
    RangeError,
    "p.retryableCodes[0]",
  ],
  [
    "a hole among the codes",
    { ...NORMAL, retryableCodes: Array(1) },
    TypeError,
    "p.retryableCodes[0]",
  ],
  [
    "a code listed twice",
    { ...NORMAL, retryableCodes: ["SERVER", "SERVER"] },
    RangeError,
    "p.retryableCodes[1]",
  ],
  ["null backoff", { ...NORMAL, backoff: null }, TypeError, "p.backoff"],
  ["a number for backoff", { ...NORMAL, backoff: 5 }, TypeError, "p.backoff"],
  [
    "an unknown field of the backoff",
    { ...NORMAL, backoff: { factor: 2 } },
    TypeError,
    "p.backoff.factor",
  ],
  [
    "an initial delay above the greatest",
    { ...NORMAL, backoff: { initialDelayMs: 6, maxDelayMs: 5 } },
    RangeError,
    "p.backoff.initialDelayMs",
  ],
  [
    "a greatest delay below the default initial one",
    { ...NORMAL, backoff: { maxDelayMs: 100 } },
    RangeError,
    "p.backoff.initialDelayMs",
  ],
  ...["initialDelayMs", "maxDelayMs"].flatMap((field) =>
    [0, -1, NaN, 2_147_483_648, Infinity].map((value): [
      string,
      unknown,
      typeof RangeError,
      string,
    ] => [
      `${field} ${value}`,
      { mode: "always", backoff: { [field]: value } },
      RangeError,
      `p.backoff.${field}`,
    ])
  ),
  [
    "a delay that is not a number",
    { ...NORMAL, backoff: { initialDelayMs: "5" } },
    TypeError,
    "p.backoff.initialDelayMs",
  ],
  [
    "a negative jitter",
    { ...NORMAL, backoff: { jitterRatio: -0.1 } },
    RangeError,
    "p.backoff.jitterRatio",
  ],
  [
    "a jitter above 1",
    { ...NORMAL, backoff: { jitterRatio: 1.1 } },
    RangeError,
    "p.backoff.jitterRatio",
  ],
  [
    "a jitter that is NaN",
    { ...NORMAL, backoff: { jitterRatio: NaN } },
    RangeError,
    "p.backoff.jitterRatio",
  ],
  [
    "a jitter that is not a number",
    { ...NORMAL, backoff: { jitterRatio: true } },
    TypeError,
    "p.backoff.jitterRatio",
  ],
];

for (const [what, config, type, path] of REFUSED) {
  Deno.test(`resolveRetryPolicy() refuses ${what}`, () => {
    assertThrows(
      () => resolveRetryPolicy(config as RetryPolicyConfig, "p"),
      type,
      `"${path}" must be`,
    );
  });
}
