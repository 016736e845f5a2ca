// Faults in which call a part belongs to.
import { testFaults } from "./_fault.ts";
import { answer, call, calls, end } from "./_wire.ts";

const done = end("tool_calls");
const ls = 'call a: ls {"p":"/"}';
const cat = 'call b: cat {"f":"x"}';
const P = '{"p":"/"}';
const F = '{"f":"x"}';

/** Part of a call. */
function part(place: object, name?: unknown, args?: unknown): object {
  return { ...place, type: "function", function: { name, arguments: args } };
}

testFaults([
  // No index.
  {
    fault: "a call without index",
    body: answer(calls(part({ id: "a" }, "ls", P)), done),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "a call without index that goes on without id",
    body: answer(
      calls(part({ id: "a" }, "ls", '{"p":')),
      calls(part({}, undefined, '"/"}')),
      done,
    ),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "a call without index that goes on with its id",
    body: answer(
      calls(part({ id: "a" }, "ls", '{"p":')),
      calls(part({ id: "a" }, undefined, '"/"}')),
      done,
    ),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "two calls without index",
    body: answer(
      calls(part({ id: "a" }, "ls", P)),
      calls(part({ id: "b" }, "cat", F)),
      done,
    ),
    comes: [ls, cat, "tool-calls"],
  },
  {
    fault: "two calls without index in one payload",
    body: answer(
      calls(part({ id: "a" }, "ls", P), part({ id: "b" }, "cat", F)),
      done,
    ),
    comes: [ls, cat, "tool-calls"],
  },
  {
    fault: "two calls without index whose parts mix",
    body: answer(
      calls(
        part({ id: "a" }, "ls", '{"p":'),
        part({ id: "b" }, "cat", '{"f":'),
      ),
      calls(part({ id: "a" }, undefined, '"/"}')),
      calls(part({ id: "b" }, undefined, '"x"}')),
      done,
    ),
    comes: [ls, cat, "tool-calls"],
  },
  ...[null, "0", false].map((index) => ({
    fault: `a call whose index is ${JSON.stringify(index)}`,
    body: answer(
      calls(part({ index, id: "a" }, "ls", '{"p":')),
      calls(part({ index }, undefined, '"/"}')),
      done,
    ),
    comes: [ls, "tool-calls"],
  })),
  {
    fault: "calls with neither index nor id",
    body: answer(calls(part({}, "ls", P)), calls(part({}, "cat", F)), done),
    comes: [
      'call call-0: ls {"p":"/"}',
      'call call-1: cat {"f":"x"}',
      "tool-calls",
    ],
    reports: ["MISSING_TOOL_CALL_ID"],
  },
  {
    fault: "an index for every part instead of every call",
    body: answer(
      calls(part({ index: 0, id: "a" }, "ls", '{"p":')),
      calls(part({ index: 1, id: "a" }, undefined, '"/"}')),
      done,
    ),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "indexes that begin anywhere and come in any order",
    body: answer(
      calls(part({ index: 5, id: "a" }, "ls", '{"p":')),
      calls(part({ index: 2, id: "b" }, "cat", '{"f":')),
      calls(part({ index: 5 }, undefined, '"/"}')),
      calls(part({ index: 2 }, undefined, '"x"}')),
      done,
    ),
    comes: [ls, cat, "tool-calls"],
  },

  // One index for all.
  {
    fault: "two calls of one index",
    body: answer(call("a", "ls", P), call("b", "cat", F), done),
    comes: [ls, cat, "tool-calls"],
    reports: ["SPLIT_TOOL_CALL"],
  },
  {
    fault: "two calls of one index in one payload",
    body: answer(
      calls(
        part({ index: 0, id: "a" }, "ls", P),
        part({ index: 0, id: "b" }, "cat", F),
      ),
      done,
    ),
    comes: [ls, cat, "tool-calls"],
    reports: ["SPLIT_TOOL_CALL"],
  },
  {
    fault: "two calls of one index, the second in parts",
    body: answer(
      call("a", "ls", P),
      call("b", "cat", '{"f":'),
      calls(part({ index: 0 }, undefined, '"x"}')),
      done,
    ),
    comes: [ls, cat, "tool-calls"],
    reports: ["SPLIT_TOOL_CALL"],
  },
  {
    fault: "two calls of one index and no id",
    body: answer(
      calls(part({ index: 0 }, "ls", P)),
      calls(part({ index: 0 }, "cat", F)),
      done,
    ),
    comes: [
      'call call-0: ls {"p":"/"}',
      'call call-1: cat {"f":"x"}',
      "tool-calls",
    ],
    reports: ["SPLIT_TOOL_CALL", "MISSING_TOOL_CALL_ID"],
  },
  {
    fault: "two calls of one index with no arguments",
    body: answer(call("a", "now", ""), call("b", "now", ""), done),
    comes: ["call a: now {}", "call b: now {}", "tool-calls"],
    reports: ["SPLIT_TOOL_CALL"],
  },

  // What comes empty later must not replace what came first.
  ...["", null].map((id) => ({
    fault: `later parts whose id is ${JSON.stringify(id)}`,
    body: answer(
      call("a", "ls", '{"p":'),
      calls({
        index: 0,
        id,
        type: id,
        function: { name: id, arguments: '"/"}' },
      }),
      done,
    ),
    comes: [ls, "tool-calls"],
  })),
  {
    fault: "later parts with the same id and name",
    body: answer(call("a", "ls", '{"p":'), call("a", "ls", '"/"}'), done),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "an id that comes late",
    body: answer(
      calls(part({ index: 0, id: "" }, "ls", '{"p":')),
      calls(part({ index: 0, id: "a" }, undefined, '"/"}')),
      done,
    ),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "no id at all",
    body: answer(calls(part({ index: 0 }, "ls", P)), done),
    comes: ['call call-0: ls {"p":"/"}', "tool-calls"],
    reports: ["MISSING_TOOL_CALL_ID"],
  },
  {
    fault: "an id that is a number",
    body: answer(calls(part({ index: 0, id: 7 }, "ls", P)), done),
    comes: ['call call-0: ls {"p":"/"}', "tool-calls"],
    reports: ["MISSING_TOOL_CALL_ID"],
  },
]);
