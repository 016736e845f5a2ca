import { assertEquals, assertFalse } from "@std/assert";
import { JsonNesting } from "../../../adapters/deepseek/json_nesting.ts";
import {
  beginsAnew,
  joinName,
  newArguments,
  type OpenToolCall,
} from "../../../adapters/deepseek/tool_call.ts";

const NAMES: [rule: string, name: string, next: string, joined: string][] = [
  ["takes the first name", "", "ls", "ls"],
  ["keeps a name that nothing follows", "ls", "", "ls"],
  ["keeps a name that comes again", "ls", "ls", "ls"],
  ["appends the next piece", "edit_ex", "isting_file", "edit_existing_file"],
  ["takes a name that begins with the one so far", "ed", "edit", "edit"],
];
for (const [rule, name, next, joined] of NAMES) {
  Deno.test(`joinName() ${rule}`, () => {
    assertEquals(joinName(name, next), joined);
  });
}

const ARGUMENTS: [rule: string, text: string, next: string, added: string][] = [
  ["takes the first piece", "", '{"p"', '{"p"'],
  ["takes the next piece", '{"p"', ':"/"}', ':"/"}'],
  ["takes what is new of a text that came again", '{"p"', '{"p":1}', ":1}"],
  ["drops a whole object that came again", '{"p":1}', '{"p":1}', ""],
  ["keeps a piece equal to one that is not whole", "{", "{", "{"],
  ["keeps a longer piece that begins otherwise", "{", '"p":1}', '"p":1}'],
  ["keeps pieces that are no object", "[", "[1]]", "[1]]"],
];
for (const [rule, text, next, added] of ARGUMENTS) {
  Deno.test(`newArguments() ${rule}`, () => {
    assertEquals(newArguments(text, next), added);
  });
}

Deno.test("beginsAnew() does not look through arguments that are still open", () => {
  let looks = 0;
  const call: OpenToolCall = {
    index: 0,
    wireIndex: undefined,
    id: "",
    name: "ls",
    get arguments() {
      looks++;
      return '{"a":"{}';
    },
    nesting: new JsonNesting(),
    opaque: undefined,
  };
  call.nesting.feed('{"a":"{}');

  const begins = beginsAnew(call, {
    index: undefined,
    id: "",
    name: "ls",
    arguments: "{}",
    opaque: undefined,
  });

  assertFalse(begins);
  assertEquals(looks, 0);
});
