import { AssertionError } from "./assertion_error.ts";

/** Throws unless `holds`. */
export function assertHolds(
  holds: boolean,
  problem: string,
  msg: string | undefined,
): void {
  if (!holds) throw new AssertionError(msg ? `${problem}: ${msg}` : problem);
}

/** Runs an assertion of `node:assert`, so that callers see one error class. */
export function delegate(assertion: () => void, msg: string | undefined): void {
  try {
    assertion();
  } catch (error) {
    throw new AssertionError(
      msg ? `${(error as Error).message}: ${msg}` : (error as Error).message,
    );
  }
}

/** Renders a value for a message. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return String(value);
}
