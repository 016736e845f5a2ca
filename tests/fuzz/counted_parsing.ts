/**
 * How much is parsed as JSON: work that does not depend on the machine.
 *
 * @module
 */

/** Counts until it is disposed. */
export interface CountedParsing extends Disposable {
  /** How many characters were parsed. */
  characters(): number;
}

/** Begins to count. */
export function countParsing(): CountedParsing {
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (text, reviver) => {
    characters += text.length;
    return parse(text, reviver);
  };
  return {
    characters: () => characters,
    [Symbol.dispose]: () => void (JSON.parse = parse),
  };
}
