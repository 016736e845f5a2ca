import { assertEquals, assertThrows } from "@std/assert";
import {
  type ResolvedRetryPolicy,
  resolveRetryPolicy,
} from "../../runtime/retry_policy.ts";
import { retryDelayMs } from "../../runtime/retry_delay_ms.ts";

const NORMAL = resolveRetryPolicy({
  mode: "normal",
  backoff: { initialDelayMs: 100, maxDelayMs: 1_000, jitterRatio: 0.5 },
}, "retry");

const ALWAYS = resolveRetryPolicy({
  mode: "always",
  backoff: { initialDelayMs: 100, maxDelayMs: 1_000, jitterRatio: 0.5 },
}, "retry");

/** The random number that leaves delays as they are. */
const middle = () => 0.5;

const GROWTH: [retry: number, delayMs: number][] = [
  [1, 100],
  [2, 200],
  [3, 400],
  [4, 800],
  [5, 1_000],
  [6, 1_000],
  [5_000, 1_000],
];

for (const [retry, expected] of GROWTH) {
  Deno.test(`retryDelayMs() is ${expected} before retry ${retry}`, () => {
    const delayMs = retryDelayMs(NORMAL, retry, { random: middle });

    assertEquals(delayMs, expected);
  });
}

const JITTER: [retry: number, random: number, delayMs: number][] = [
  [2, 0, 100],
  [2, 0.25, 150],
  [2, 0.75, 250],
  [5, 0, 500],
  [5, 0.99, 1_000],
];

for (const [retry, random, expected] of JITTER) {
  Deno.test(`retryDelayMs() strays to ${expected} before retry ${retry} at ${random}`, () => {
    const delayMs = retryDelayMs(NORMAL, retry, { random: () => random });

    assertEquals(delayMs, expected);
  });
}

Deno.test("retryDelayMs() does not stray without jitter", () => {
  const policy: ResolvedRetryPolicy = { ...ALWAYS, jitterRatio: 0 };

  const delayMs = retryDelayMs(policy, 2);

  assertEquals(delayMs, 200);
});

for (const policy of [NORMAL, ALWAYS]) {
  for (const providerRetryAfterMs of [1, 1_000]) {
    Deno.test(`retryDelayMs() waits ${providerRetryAfterMs} as asked in the ${policy.mode} mode`, () => {
      const delayMs = retryDelayMs(policy, 3, {
        providerRetryAfterMs,
        random: () => 0,
      });

      assertEquals(delayMs, providerRetryAfterMs);
    });
  }
}

Deno.test("retryDelayMs() does not retry where the provider asks for too much", () => {
  const delayMs = retryDelayMs(NORMAL, 1, { providerRetryAfterMs: 1_001 });

  assertEquals(delayMs, undefined);
});

Deno.test("retryDelayMs() waits its own delay where always is the mode", () => {
  const delayMs = retryDelayMs(ALWAYS, 2, {
    providerRetryAfterMs: 1_001,
    random: middle,
  });

  assertEquals(delayMs, 200);
});

for (const retry of [0, -1, 1.5, NaN, Infinity]) {
  Deno.test(`retryDelayMs() refuses retry ${retry}`, () => {
    assertThrows(() => retryDelayMs(NORMAL, retry), RangeError, '"retry"');
  });
}

for (const providerRetryAfterMs of [0, -5, NaN, Infinity]) {
  Deno.test(`retryDelayMs() refuses ${providerRetryAfterMs} as what a provider asks for`, () => {
    assertThrows(
      () => retryDelayMs(NORMAL, 1, { providerRetryAfterMs }),
      RangeError,
      '"providerRetryAfterMs"',
    );
  });
}
