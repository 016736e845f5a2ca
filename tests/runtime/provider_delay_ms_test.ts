import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  providerDelayMs,
  statedDelayMs,
} from "../../runtime/provider_delay_ms.ts";

const NOW = "2025-01-01T00:00:00Z";

const DELAYS: [
  rule: string,
  headers: Record<string, string>,
  delayMs: number | undefined,
][] = [
  ["whole seconds", { "retry-after": "3" }, 3_000],
  ["fractions of a second", { "retry-after": "0.5" }, 500],
  ["a date", { "retry-after": "Wed, 01 Jan 2025 00:00:30 GMT" }, 30_000],
  ["milliseconds", { "retry-after-ms": "250" }, 250],
  ["days, uncut", { "retry-after-ms": "302539000" }, 302_539_000],
  [
    "milliseconds before seconds",
    { "retry-after-ms": "250", "retry-after": "3" },
    250,
  ],
  [
    "seconds where the milliseconds make no sense",
    { "retry-after-ms": "soon", "retry-after": "3" },
    3_000,
  ],
  ["no header", {}, undefined],
  ["zero", { "retry-after": "0" }, undefined],
  ["a negative number", { "retry-after": "-3" }, undefined],
  ["a number that is not finite", { "retry-after": "Infinity" }, undefined],
  ["a date that has passed", {
    "retry-after": "Tue, 31 Dec 2024 23:59:30 GMT",
  }, undefined],
  ["words", { "retry-after": "a while" }, undefined],
  // A parser of dates takes these for a month of the year 2050.
  ["numbers that are no date", { "retry-after": "2050, 5" }, undefined],
  ["a blank header", { "retry-after": " " }, undefined],
];
for (const [rule, headers, expected] of DELAYS) {
  Deno.test(`providerDelayMs() reads ${rule}`, () => {
    using _time = new FakeTime(NOW);

    assertEquals(providerDelayMs(new Headers(headers), ""), expected);
  });
}

Deno.test("providerDelayMs() falls back on the text", () => {
  const delayMs = providerDelayMs(new Headers(), "Please try again in 20s.");

  assertEquals(delayMs, 20_000);
});

Deno.test("providerDelayMs() prefers the headers to the text", () => {
  const headers = new Headers({ "retry-after": "3" });

  assertEquals(providerDelayMs(headers, "Please try again in 20s."), 3_000);
});

const STATED: [text: string, delayMs: number | undefined][] = [
  ["Please try again in 20s.", 20_000],
  ["try again in 1.5 seconds", 1_500],
  ["Try again in 6m0s", 360_000],
  ["try again in 1m2.5s", 62_500],
  ["try again in 250ms", 250],
  ["Retry after 30 seconds", 30_000],
  ["retry in 2 minutes and 5 seconds", 125_000],
  ["Please wait 20 s before the next request", 20_000],
  ["try again in 1h", 3_600_000],
  ["try again in 0s", undefined],
  ["try again later", undefined],
  ["try again in 3 steps", undefined],
  ["limit 20 per 60s", undefined],
  ["", undefined],
];
for (const [text, expected] of STATED) {
  Deno.test(`statedDelayMs() reads ${JSON.stringify(text)}`, () => {
    assertEquals(statedDelayMs(text), expected);
  });
}
