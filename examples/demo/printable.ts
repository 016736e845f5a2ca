/**
 * Text that cannot steer the terminal.
 *
 * @module
 */

/**
 * Takes out control characters other than line feed and tab: a model, or whoever
 * wrote what it repeats, must not move the cursor or set the window title.
 *
 * @param text Text from outside.
 * @returns What is safe to print.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "");
}
