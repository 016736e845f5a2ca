/**
 * Names values in error messages.
 *
 * @module
 */

const MAX_QUOTED = 80;

/**
 * Names a value without running any code of its own: no getter, no `toString`.
 * What a proxy's traps throw is contained.
 */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : describeObject(value);
    default:
      return String(value);
  }
}

/** Puts a string in double quotes, cut where it would drown the message. */
function quote(text: string): string {
  return JSON.stringify(
    text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text,
  );
}

function describeObject(value: object): string {
  try {
    if (Array.isArray(value)) return "an array";
    for (const key of ["type", "kind"]) {
      const tag: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
      if (typeof tag === "string") return `an object of ${key} ${quote(tag)}`;
    }
  } catch {
    // A proxy that refuses to be looked at is still an object.
  }
  return "an object";
}
