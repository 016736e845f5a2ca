/**
 * How long a provider asks to wait before the next attempt.
 *
 * @module
 */

// "try again in 1m2.5s", "retry after 30 seconds", "please wait 20 s"
const STATED =
  /\b(?:try again|retry|wait)(?:\s+(?:in|after|for))?[\s:]*((?:\d+(?:\.\d+)?\s*(?:milliseconds?|seconds?|secs?|minutes?|mins?|hours?|ms|[smh])(?![a-z])[\s,]*(?:and\s+)?)+)/i;
const SPAN = /(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h)/gi;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  milli: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Finds the delay a provider asks for.
 *
 * @param headers Headers of the answer: `retry-after-ms` counts first, then
 * `retry-after` in seconds or as a date.
 * @param text What the answer says, for a delay named in words.
 * @returns Milliseconds, positive and finite, or `undefined` when there is no
 * delay or it has passed.
 */
export function providerDelayMs(
  headers: Headers,
  text: string,
): number | undefined {
  return positive(number(headers.get("retry-after-ms"))) ??
    positive(retryAfterMs(headers.get("retry-after"))) ??
    statedDelayMs(text);
}

/**
 * Finds a delay that a text states, such as "try again in 20s".
 *
 * @param text The text.
 * @returns Milliseconds, positive and finite, if it states any.
 */
export function statedDelayMs(text: string): number | undefined {
  const spans = STATED.exec(text)?.[1];
  if (spans === undefined) return undefined;
  let totalMs = 0;
  for (const [, amount, unit] of spans.matchAll(SPAN)) {
    totalMs += Number(amount) * (UNIT_MS[unit!.toLowerCase()] ?? 0);
  }
  return positive(totalMs);
}

function retryAfterMs(value: string | null): number {
  const seconds = number(value);
  if (!Number.isNaN(seconds)) return seconds * 1_000;
  // Dates have letters. A parser of dates would make years of other numbers.
  return value !== null && /[a-z]/i.test(value)
    ? Date.parse(value) - Date.now()
    : NaN;
}

function number(value: string | null): number {
  return value === null || value.trim() === "" ? NaN : Number(value);
}

function positive(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
