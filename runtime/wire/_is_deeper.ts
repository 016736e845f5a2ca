/**
 * How deep JSON text is nested.
 *
 * @module
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Tells whether objects and arrays are nested too deep. Looks at each character
 * once and needs no stack, whatever the text is.
 *
 * @param text Text that should be JSON.
 * @param maxDepth Deepest nesting that is put up with.
 * @returns Whether it is nested deeper, as far as it is JSON.
 */
export function isDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = stringEnd(text, i);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > maxDepth) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
  return false;
}

/** Where the quote is that ends a string, or the end of the text. */
function stringEnd(text: string, start: number): number {
  for (let end = start;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
}
