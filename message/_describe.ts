/**
 * Names values in error messages.
 *
 * @module
 */

const MAX_QUOTED = 80;

/**
 * Names a value: a string in double quotes, cut where it would drown the message,
 * anything else without running any code of its own: no getter, no `toString`.
 * What a proxy's traps throw is contained.
 */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(
      value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED - 1)}…` : value,
    );
  }
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (Array.isArray(value)) return "an array";
    for (const key of ["type", "kind"]) {
      const tag: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
      if (typeof tag === "string") {
        return `an object of ${key} ${describe(tag)}`;
      }
    }
  } catch {
    // A proxy that refuses to be looked at is still an object.
  }
  return "an object";
}
