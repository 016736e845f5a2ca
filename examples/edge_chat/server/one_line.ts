/**
 * Text from outside, for a log.
 *
 * @module
 */

/**
 * Makes one line of a text that can neither begin another, nor move the cursor,
 * nor show in another order than it is in.
 *
 * @param text The text.
 * @returns The line.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}
