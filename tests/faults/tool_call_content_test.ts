// Faults in what a tool call says.
import { testFaults } from "./_fault.ts";
import { answer, call, calls, delta, end, text, thought } from "./_wire.ts";

const done = end("tool_calls");
const ls = 'call a: ls {"p":"/"}';
const P = '{"p":"/"}';

/** Part of a call. */
function part(place: object, name?: unknown, args?: unknown): object {
  return { ...place, type: "function", function: { name, arguments: args } };
}

testFaults([
  // Names.
  {
    fault: "a name that is empty first",
    body: answer(call("a", "", ""), call("a", "bash", '{"x":1}'), done),
    comes: ['call a: bash {"x":1}', "tool-calls"],
  },
  {
    fault: "a name that is null first",
    body: answer(call("a", null, null), call("a", "bash", '{"x":1}'), done),
    comes: ['call a: bash {"x":1}', "tool-calls"],
  },
  {
    fault: "a name in two parts",
    body: answer(
      call("a", "edit_ex", ""),
      calls(part({ index: 0 }, "isting_file", "{}")),
      done,
    ),
    comes: ["call a: edit_existing_file {}", "tool-calls"],
  },
  {
    fault: "a name that comes again whole, and longer each time",
    body: answer(
      call("a", "ed", ""),
      call("a", "edit", ""),
      call("a", "edit", "{}"),
      done,
    ),
    comes: ["call a: edit {}", "tool-calls"],
  },
  {
    fault: "a name after the arguments",
    body: answer(call("a", "", P), call("a", "ls", ""), done),
    comes: [ls, "tool-calls"],
  },
  // Decided: passed on, so that the caller can answer the call with an error.
  {
    fault: "no name at all",
    body: answer(call("a", undefined, P), done),
    comes: ['call a:  {"p":"/"}', "tool-calls"],
    reports: ["MISSING_TOOL_CALL_NAME"],
  },

  // Arguments.
  ...["", " ", "\n", null, undefined].map((args) => ({
    fault: `arguments that are ${JSON.stringify(args) ?? "absent"}`,
    body: answer(call("a", "now", args), done),
    // Blank text stays, so that deltas and block agree.
    comes: [`call a: now ${args ?? ""}{}`, "tool-calls"],
  })),
  {
    fault: "no function but a name",
    body: answer(calls({ index: 0, id: "a", name: "now" }), done),
    comes: ["call a: now {}", "tool-calls"],
  },
  {
    fault: "a name and arguments outside of the function",
    body: answer(calls({ index: 0, id: "a", name: "ls", arguments: P }), done),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "arguments that are parsed already",
    body: answer(call("a", "ls", { p: "/" }), done),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "arguments that are an empty object",
    body: answer(call("a", "now", {}), done),
    comes: ["call a: now {}", "tool-calls"],
  },
  {
    fault: "arguments that are sent again in full with every part",
    body: answer(
      call("a", "ls", '{"p"'),
      calls(part({ index: 0 }, undefined, '{"p":"/"')),
      calls(part({ index: 0 }, undefined, P)),
      done,
    ),
    comes: [ls, "tool-calls"],
    reports: ["CUMULATIVE_ARGUMENTS"],
  },
  {
    fault: "arguments that are sent again in full at the end",
    body: answer(
      call("a", "ls", '{"p":'),
      call("a", "ls", '"/"}'),
      call("a", "ls", P),
      done,
    ),
    comes: [ls, "tool-calls"],
    reports: ["CUMULATIVE_ARGUMENTS"],
  },
  {
    fault: "whole arguments that come twice",
    body: answer(call("a", "ls", P), call("a", "ls", P), done),
    comes: [ls, "tool-calls"],
    reports: ["CUMULATIVE_ARGUMENTS"],
  },
  {
    fault: "arguments whose parts only look repeated",
    body: answer(
      call("a", "say", '{"t":"'),
      calls(part({ index: 0 }, undefined, "ha")),
      calls(part({ index: 0 }, undefined, "ha")),
      calls(part({ index: 0 }, undefined, '"}')),
      done,
    ),
    comes: ['call a: say {"t":"haha"}', "tool-calls"],
  },
  // Decided: raw text is passed on where the server vouches for it.
  {
    fault: "arguments that are no JSON although there is a reason",
    body: answer(call("a", "ls", "{p: /}"), done),
    comes: ["call a: ls {p: /}", "tool-calls"],
  },

  // Lists that hold nothing.
  {
    fault: "an empty list of calls in every payload",
    body: answer(
      delta({ reasoning_content: "a", tool_calls: [] }),
      delta({ reasoning_content: "b", tool_calls: [] }),
      delta({ content: "ok", tool_calls: [] }),
      end("stop"),
    ),
    comes: ["reasoning: ab", "text: ok", "stop"],
  },
  ...[null, [null], ["x"], [[]], 5, "", {}].map((list) => ({
    fault: `a list of calls that is ${JSON.stringify(list)}`,
    body: answer(text("ok"), delta({ tool_calls: list }), end("stop")),
    ...(JSON.stringify(list) === "{}"
      // Decided: an object is a call, however little it says.
      ? {
        comes: ["text: ok", "call call-1:  {}", "tool-calls"],
        reports: ["MISSING_TOOL_CALL_ID", "MISSING_TOOL_CALL_NAME"],
      }
      : { comes: ["text: ok", "stop"] }),
  })),
  {
    fault: "a call that is in no list",
    body: answer(delta({ tool_calls: part({ id: "a" }, "ls", P) }), done),
    comes: [ls, "tool-calls"],
  },
  {
    fault: "thinking between the parts of a call",
    body: answer(
      call("a", "ls", '{"p":'),
      thought("Hm"),
      calls(part({ index: 0 }, undefined, '"/"}')),
      done,
    ),
    comes: [ls, "reasoning: Hm", "tool-calls"],
  },

  // A call in the notation of the model, as text.
  ...[
    '<｜DSML｜tool_calls><｜DSML｜invoke name="ls"></｜DSML｜invoke></｜DSML｜tool_calls>',
    '<|DSML|function_calls><|DSML|invoke name="ls">',
    "Let me look. <｜DSML｜invoke",
  ].map((content) => ({
    fault: `a call left in the text: ${content}`,
    body: answer(
      text(content.slice(0, 4)),
      text(content.slice(4)),
      end("stop"),
    ),
    comes: [`text: ${content}`, "error UNPARSED_TOOL_CALL"],
  })),
  {
    fault: "a call left in the text, and no reason",
    body: answer(text("<｜DSML｜tool_calls>")),
    comes: ["text: <｜DSML｜tool_calls>", "error UNPARSED_TOOL_CALL"],
    reports: ["MISSING_FINISH_REASON"],
  },
  {
    fault: "a call left in the text, and the token limit",
    body: answer(text("<｜DSML｜tool_calls>"), end("length")),
    comes: ["text: <｜DSML｜tool_calls>", "max-tokens"],
  },
  {
    fault: "a call left in the text beside one that is parsed",
    body: answer(text("<｜DSML｜tool_calls>"), call("a", "ls", P), done),
    comes: ["text: <｜DSML｜tool_calls>", ls, "tool-calls"],
  },
  {
    fault: "the notation of a call in thinking alone",
    body: answer(thought("<｜DSML｜tool_calls>"), text("ok"), end("stop")),
    comes: ["reasoning: <｜DSML｜tool_calls>", "text: ok", "stop"],
  },
  {
    fault: "text about that notation",
    body: answer(text("DSML is a notation: <DSML>"), end("stop")),
    comes: ["text: DSML is a notation: <DSML>", "stop"],
  },
]);
