import { assertEquals, assertNotEquals } from "@std/assert";
import type { ResolvedRetryPolicy } from "../../../runtime/retry_policy.ts";
import { policyKey } from "../../../runtime/session/policy_key.ts";
import { ALWAYS, NORMAL } from "./_recovery.ts";

const CHANGES: [what: string, from: ResolvedRetryPolicy, change: object][] = [
  ["the number of retries", NORMAL, { maxRetries: 3 }],
  ["a code", NORMAL, { retryableCodes: ["TIMEOUT"] }],
  ["one more code", NORMAL, { retryableCodes: ["SERVER", "TIMEOUT"] }],
  ["the first delay", NORMAL, { initialDelayMs: 101 }],
  ["the greatest delay", NORMAL, { maxDelayMs: 1_001 }],
  ["the jitter", NORMAL, { jitterRatio: 0.5 }],
  ["the first delay of the always mode", ALWAYS, { initialDelayMs: 101 }],
  ["the greatest delay of the always mode", ALWAYS, { maxDelayMs: 1_001 }],
  ["the jitter of the always mode", ALWAYS, { jitterRatio: 0.5 }],
  ["the mode", NORMAL, { mode: "always" }],
];

for (const [what, from, change] of CHANGES) {
  Deno.test(`policyKey() changes with ${what}`, () => {
    const changed = { ...from, ...change } as ResolvedRetryPolicy;

    assertNotEquals(policyKey(changed), policyKey(from));
  });
}

Deno.test("policyKey() does not change with the order of codes", () => {
  const codes = ["TIMEOUT", "SERVER", "RATE_LIMIT"];
  const policy = { ...NORMAL, retryableCodes: codes };
  const reversed = { ...NORMAL, retryableCodes: [...codes].reverse() };

  assertEquals(policyKey(policy), policyKey(reversed));
  assertEquals(codes, ["TIMEOUT", "SERVER", "RATE_LIMIT"]);
});

Deno.test("policyKey() does not change with the order of fields", () => {
  const entries = Object.entries(NORMAL).reverse();
  const policy = Object.fromEntries(entries) as unknown as ResolvedRetryPolicy;

  assertEquals(policyKey(policy), policyKey(NORMAL));
});

Deno.test("policyKey() does not change with what the always mode has no use for", () => {
  const policy = { ...ALWAYS, maxRetries: 3, retryableCodes: ["SERVER"] };

  assertEquals(policyKey(policy), policyKey(ALWAYS));
});

Deno.test("policyKey() tells codes apart that are alike when they are joined", () => {
  const one = { ...NORMAL, retryableCodes: ["A,B"] };
  const two = { ...NORMAL, retryableCodes: ["A", "B"] };

  assertNotEquals(policyKey(one), policyKey(two));
});
