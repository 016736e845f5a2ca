/**
 * Fresh identity.
 *
 * @module
 */

/** A version 4 UUID. Pages served over plain http lack `crypto.randomUUID`. */
export function randomUuid(): string {
  return crypto.randomUUID?.() ??
    "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, randomDigit);
}

function randomDigit(): string {
  return (crypto.getRandomValues(new Uint8Array(1))[0]! % 16).toString(16);
}
