import { assertStrictEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import { JsonNesting } from "../../../adapters/deepseek/json_nesting.ts";

function isClosed(...pieces: string[]): boolean {
  const nesting = new JsonNesting();
  for (const piece of pieces) nesting.feed(piece);
  return nesting.closed;
}

const TEXTS: [rule: string, text: string, closed: boolean][] = [
  ["takes an object for closed", '{"a":[{}]}', true],
  ["allows space around it", ' {"a":1}\n', true],
  ["takes nothing for open", "", false],
  ["sees an open object", '{"a":{}', false],
  ["sees an open list", '{"a":[}', false],
  ["ignores brackets in strings", '{"a":"}', false],
  ["ignores escaped quotes", '{"a":"\\"}', false],
  ["sees the end of a string after a backslash", '{"a":"\\\\"}', true],
  ["takes only an object", "[{}]", false],
  ["gives up on text after the object", "{}{}", false],
  ["gives up on a bracket that closes nothing", "}{}", false],
];
for (const [rule, text, closed] of TEXTS) {
  Deno.test(`JsonNesting ${rule}`, () => {
    assertStrictEquals(isClosed(text), closed);
    assertStrictEquals(isClosed(...text), closed);
  });
}

Deno.test("JsonNesting is closed by an object, and by no part of it", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(fc.property(object, fc.nat(), (value, cut) => {
    const text = JSON.stringify(value);

    assertStrictEquals(isClosed(text), true);
    assertStrictEquals(isClosed(text.slice(0, cut % text.length)), false);
  }));
});
