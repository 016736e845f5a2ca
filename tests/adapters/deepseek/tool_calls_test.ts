import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import { JsonNesting } from "../../../adapters/deepseek/json_nesting.ts";
import type { ToolCallFragment } from "../../../adapters/deepseek/payload_reader.ts";
import { ToolCalls } from "../../../adapters/deepseek/tool_calls.ts";
import type { OpenToolCall } from "../../../adapters/deepseek/tool_call.ts";

function open(index: number, call: Partial<OpenToolCall>): OpenToolCall {
  const nesting = new JsonNesting();
  nesting.feed(call.arguments ?? "");
  return {
    index,
    wireIndex: undefined,
    id: "",
    name: "",
    arguments: "",
    nesting,
    opaque: undefined,
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
    "continues a call that is closed but no JSON",
    [{ ...WHOLE, id: "", arguments: "{p}" }],
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
  Deno.test(`ToolCalls finds: ${rule}`, () => {
    const known = new ToolCalls();
    for (const [i, call] of calls.entries()) known.add(open(i, call));

    const call = known.find(part(fragment));

    assertStrictEquals(
      call,
      found === undefined ? undefined : known.list[found],
    );
  });
}

Deno.test("ToolCalls finds a call by the id that came late", () => {
  const calls = new ToolCalls();
  const call = open(0, { wireIndex: 0 });
  calls.add(call);
  calls.add(open(1, { wireIndex: 1, id: "b" }));

  calls.identify(call, "a");

  assertStrictEquals(calls.find(part({ index: 0, id: "a" })), call);
  assertStrictEquals(calls.find(part({ id: "a" })), call);
});

Deno.test("ToolCalls finds the later of two calls of one id, though the earlier got it last", () => {
  const calls = new ToolCalls();
  const earlier = open(0, { wireIndex: 0 });
  const later = open(1, { wireIndex: 1, id: "a" });
  calls.add(earlier);
  calls.add(later);

  calls.identify(earlier, "a");

  assertStrictEquals(calls.find(part({ id: "a" })), later);
});

Deno.test("ToolCalls knows which indices are taken", () => {
  const calls = new ToolCalls();
  calls.add(open(0, { wireIndex: 3, id: "a" }));
  calls.add(open(1, {}));

  assertEquals([3, 0].map((index) => calls.hasIndex(index)), [true, false]);
  assertFalse(calls.hasIndex(undefined));
});

Deno.test("ToolCalls looks at few calls, however many there are", () => {
  const calls = new ToolCalls();
  let looks = 0;
  const count = 1_000;
  for (let index = 0; index < count; index++) {
    const call = open(index, { wireIndex: 0 });
    Object.defineProperty(call, "id", {
      get() {
        looks++;
        return `call ${index}`;
      },
    });
    calls.find(part({ index: 0, id: `call ${index}` }));
    calls.add(call);
  }

  assert(looks < 10 * count, `${looks} looks at ${count} calls`);
});
