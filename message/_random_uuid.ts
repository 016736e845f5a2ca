/**
 * Fresh identity.
 *
 * @module
 */

/** A version 4 UUID. Pages served over plain http lack `crypto.randomUUID`. */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6]! & 0x0f | 0x40;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").replace(
    /^(.{8})(.{4})(.{4})(.{4})/,
    "$1-$2-$3-$4-",
  );
}
