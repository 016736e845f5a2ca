import { assertEquals, assertStrictEquals } from "@std/assert";
import type { ToolCallFragment } from "../../../adapters/deepseek/payload.ts";
import {
  findToolCall,
  joinName,
  newArguments,
  type OpenToolCall,
} from "../../../adapters/deepseek/tool_call.ts";

function open(call: Partial<OpenToolCall>): OpenToolCall {
  return {
    index: 0,
    wireIndex: undefined,
    id: "",
    name: "",
    arguments: "",
    opaque: null,
    ...call,
  };
}

function part(fragment: Partial<ToolCallFragment>): ToolCallFragment {
  return {
    index: undefined,
    id: "",
    name: "",
    arguments: "",
    opaque: undefined,
    ...fragment,
  };
}

const WHOLE = { id: "a", name: "ls", arguments: '{"p":"/"}' };

// `found` is the place of the call among the open ones.
const MATCHES: [
  rule: string,
  calls: Partial<OpenToolCall>[],
  fragment: Partial<ToolCallFragment>,
  found: number | undefined,
][] = [
  ["begins the first call", [], { index: 0, id: "a" }, undefined],
  [
    "continues the call at its index",
    [{ wireIndex: 0, id: "a" }, { wireIndex: 1, id: "b" }],
    { index: 0, arguments: "{" },
    0,
  ],
  [
    "begins a call at a new index",
    [{ wireIndex: 0, id: "a" }],
    { index: 1, id: "b" },
    undefined,
  ],
  [
    "continues a call whose id comes again",
    [{ wireIndex: 0, id: "a" }],
    { index: 0, id: "a", name: "ls" },
    0,
  ],
  [
    "begins a call for another id at a known index",
    [{ wireIndex: 0, id: "a" }],
    { index: 0, id: "b" },
    undefined,
  ],
  [
    "continues the latest of the calls that share an index",
    [{ wireIndex: 0, id: "a" }, { wireIndex: 0, id: "b" }],
    { index: 0, arguments: "{" },
    1,
  ],
  [
    "finds an earlier call that shares an index by its id",
    [{ wireIndex: 0, id: "a" }, { wireIndex: 0, id: "b" }],
    { index: 0, id: "a", arguments: "{" },
    0,
  ],
  [
    "continues the latest call without index and id",
    [{ id: "a" }, { id: "b" }],
    { arguments: "{" },
    1,
  ],
  [
    "finds a call by id where there is no index",
    [{ id: "a" }, { id: "b" }],
    { id: "a", arguments: "{" },
    0,
  ],
  [
    "begins a call for a new id where there is no index",
    [{ id: "a" }],
    { id: "b" },
    undefined,
  ],
  [
    "gives an id to a call that had none",
    [{ wireIndex: 0, name: "ls" }],
    { index: 0, id: "a" },
    0,
  ],
  [
    "goes by the id where the index counts fragments",
    [{ wireIndex: 0, ...WHOLE, arguments: "{" }],
    { index: 1, id: "a", arguments: "}" },
    0,
  ],
  [
    "begins a call at a new index though its id is taken",
    [{ wireIndex: 0, ...WHOLE }],
    { ...WHOLE, index: 1 },
    undefined,
  ],
  [
    "begins a call after a whole one where nothing tells them apart",
    [{ ...WHOLE, id: "" }],
    { name: "cat", arguments: '{"f":1}' },
    undefined,
  ],
  [
    "begins a call after a whole one with the same name",
    [{ ...WHOLE, id: "" }],
    { name: "ls", arguments: '{"p":"."}' },
    undefined,
  ],
  [
    "begins a call after a whole one at the same index",
    [{ ...WHOLE, id: "", wireIndex: 0 }],
    { index: 0, name: "cat", arguments: '{"f":1}' },
    undefined,
  ],
  [
    "continues a call that is not whole though the name comes again",
    [{ ...WHOLE, arguments: '{"p":{}' }],
    { name: "ls", arguments: '{"x":1' },
    0,
  ],
  [
    "continues a whole call with a name and nothing else",
    [{ ...WHOLE }],
    { name: "ls" },
    0,
  ],
  [
    "continues a call at its index that came whole once more",
    [{ ...WHOLE, wireIndex: 0 }],
    { ...WHOLE, index: 0, id: "" },
    0,
  ],
];
for (const [rule, calls, fragment, found] of MATCHES) {
  Deno.test(`findToolCall() ${rule}`, () => {
    const known = calls.map(open);

    const call = findToolCall(known, part(fragment));

    assertStrictEquals(call, found === undefined ? undefined : known[found]);
  });
}

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
