/**
 * What the facts of a failure must be.
 *
 * @module
 */

/**
 * Tells whether a value can be the status of an HTTP answer.
 *
 * @param value Anything.
 * @returns Whether it is an integer from 100 to 599.
 */
export function isHttpStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 &&
    Number(value) <= 599;
}

/**
 * Tells whether a value can be a delay a provider asked for.
 *
 * @param value Anything.
 * @returns Whether it is a positive finite number.
 */
export function isProviderDelayMs(value: unknown): value is number {
  return Number.isFinite(value) && Number(value) > 0;
}
