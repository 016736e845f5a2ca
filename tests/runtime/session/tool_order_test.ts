import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { orderTools } from "../../../runtime/session/tool_order.ts";

function named(...names: string[]) {
  return names.map((name) => ({ name, description: "", parameters: {} }));
}

const ROWS: [
  name: string,
  tools: string[],
  order: string[],
  sorted: string[],
][] = [
  ["by name", ["b", "a", "c"], [], ["a", "b", "c"]],
  ["by code units, and not by alphabet", ["a", "é", "B", "Z", "_"], [], [
    "B",
    "Z",
    "_",
    "a",
    "é",
  ]],
  ["by code units, and not by code points", ["\uffff", "\u{1f600}"], [], [
    "\u{1f600}",
    "\uffff",
  ]],
  ["with those first that are named, in that order", ["a", "b", "c"], [
    "c",
    "b",
  ], ["c", "b", "a"]],
  ["with the others behind by name", ["d", "c", "b", "a"], ["c"], [
    "c",
    "a",
    "b",
    "d",
  ]],
  ["whatever else is named", ["b", "a"], ["x", "b", "y"], ["b", "a"]],
  ["by the first place of a name that is named twice", ["a", "b", "c"], [
    "b",
    "a",
    "b",
  ], ["b", "a", "c"]],
  ["into nothing where there are none", [], ["a"], []],
];

for (const [name, tools, order, sorted] of ROWS) {
  Deno.test(`orderTools() sorts tools ${name}`, () => {
    assertEquals(orderTools(named(...tools), order), named(...sorted));
  });
}

Deno.test("orderTools() leaves the caller's list as it is", () => {
  const tools = named("b", "a");

  const sorted = orderTools(tools);

  assertNotStrictEquals(sorted, tools);
  assertEquals(tools, named("b", "a"));
});
