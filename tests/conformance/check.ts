/**
 * Assertions that need nothing of a runtime.
 *
 * @module
 */

/** Throws unless a condition holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Throws unless two values, of JSON and `undefined`, are the same. */
export function equal(actual: unknown, expected: unknown): void {
  const [is, shouldBe] = [written(actual), written(expected)];
  check(is === shouldBe, `expected ${shouldBe}, found ${is}`);
}

/** Throws unless a text holds another. */
export function includes(text: string, part: string): void {
  check(text.includes(part), `expected "${part}" in "${text}"`);
}

/** Throws unless a promise rejects. Resolves to what it rejects with. */
export async function rejects(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`expected a rejection, found ${written(value)}`);
}

/** Throws unless a function throws. Returns what it throws. */
export function throws(run: () => unknown): unknown {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return error;
  }
  throw new Error(`expected an error, found ${written(value)}`);
}

/** Writes a value so that equal values are written alike. */
function written(value: unknown): string {
  if (value === undefined) return "undefined";
  return JSON.stringify(value, (_, inner) => {
    if (inner === undefined) return "(undefined)";
    if (typeof inner === "number" && !Number.isFinite(inner)) {
      return `(${inner})`;
    }
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
      return inner;
    }
    const entries = Object.entries(inner);
    return Object.fromEntries(entries.sort(([a], [b]) => a < b ? -1 : 1));
  });
}
