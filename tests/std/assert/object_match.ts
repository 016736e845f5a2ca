import { assertEquals } from "./mod.ts";

/** Fails unless every expected property is there with an equal value, at any depth. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  assertEquals<unknown>(pick(actual, expected, new Map()), expected, msg);
}

/** Copies from `actual` what `expected` names, leaving whatever is no plain data alone. */
function pick(
  actual: unknown,
  expected: unknown,
  seen: Map<unknown, unknown>,
): unknown {
  if (!isPlain(actual) || !isPlain(expected)) return actual;
  if (Array.isArray(actual) !== Array.isArray(expected)) return actual;
  if (seen.has(actual)) return seen.get(actual);

  if (Array.isArray(actual)) {
    const items: unknown[] = [];
    seen.set(actual, items);
    const wanted = expected as unknown as unknown[];
    for (const [index, item] of actual.entries()) {
      items.push(pick(item, wanted[index], seen));
    }
    return items;
  }

  const picked: Record<PropertyKey, unknown> = Object.create(
    Object.getPrototypeOf(expected),
  );
  seen.set(actual, picked);
  for (const key of Reflect.ownKeys(expected)) {
    if (key in actual) picked[key] = pick(actual[key], expected[key], seen);
  }
  return picked;
}

function isPlain(value: unknown): value is Record<PropertyKey, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return ![Map, Set, Date, RegExp, ArrayBuffer, URL].some((type) =>
    value instanceof type
  ) &&
    !ArrayBuffer.isView(value);
}
