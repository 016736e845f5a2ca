// Faults in how a response ends.
import { testFaults } from "./_fault.ts";
import {
  answer,
  call,
  calls,
  delta,
  end,
  events,
  text,
  USAGE,
} from "./_wire.ts";

const hello = text("Hello");
const stop = end("stop");
const greeted = ["text: Hello", "stop"];
const counted = ["text: Hello", "usage: 10 in, 5 out", "stop"];
const ls = call("a", "ls", '{"p":"/"}');
const listed = ['call a: ls {"p":"/"}', "tool-calls"];
const cutCall = call("a", "write", '{"path":"/a","text":"abc');
const nowhere = ["text: Hello", "error STREAM_CLOSED"];
const unnamed = ["MISSING_FINISH_REASON"];
const unusual = ["UNUSUAL_FINISH_REASON"];

testFaults([
  // No end marker. A reason is an end of its own.
  {
    fault: "a reason and no end marker",
    body: events(hello, stop),
    comes: greeted,
  },
  {
    fault: "a reason, usage and no end marker",
    body: events(hello, stop, USAGE),
    comes: counted,
  },
  {
    fault: "usage in the payload of the reason and no end marker",
    body: events(hello, {
      ...(stop as object),
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }),
    comes: counted,
  },
  {
    fault: "usage as the last word, and neither reason nor end marker",
    body: events(hello, USAGE),
    comes: counted,
    reports: unnamed,
  },
  {
    fault: "usage in every payload, and neither reason nor end marker",
    body: events({
      ...(hello as object),
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    }, USAGE),
    comes: ["text: Hello", "usage: 10 in, 5 out", "error STREAM_CLOSED"],
  },
  {
    fault: "neither reason nor end marker",
    body: events(hello),
    comes: nowhere,
  },
  {
    fault: "tool calls and neither reason nor end marker",
    body: events(ls),
    comes: ["error STREAM_CLOSED"],
  },
  {
    fault: "tool calls, a reason and no end marker",
    body: events(ls, end("tool_calls")),
    comes: listed,
  },

  // No reason. The end marker says that the answer is whole.
  {
    fault: "an end marker and no reason",
    body: answer(hello),
    comes: greeted,
    reports: unnamed,
  },
  {
    fault: "an end marker, usage and no reason",
    body: answer(hello, USAGE),
    comes: counted,
    reports: unnamed,
  },
  {
    fault: "whole tool calls, an end marker and no reason",
    body: answer(ls),
    comes: listed,
    reports: unnamed,
  },
  {
    fault: "a tool call without arguments, an end marker and no reason",
    body: answer(call("a", "now", "")),
    comes: ["call a: now {}", "tool-calls"],
    reports: unnamed,
  },
  {
    fault: "a cut tool call, an end marker and no reason",
    body: answer(cutCall),
    comes: ["error MALFORMED_RESPONSE"],
    reports: unnamed,
    says: '"write"',
  },
  {
    fault: "a cut tool call after a whole one, and no reason",
    body: answer(
      ls,
      calls({ index: 1, id: "b", function: { name: "rm", arguments: '{"p"' } }),
    ),
    comes: ["error MALFORMED_RESPONSE"],
    reports: unnamed,
    says: '"rm"',
  },
  {
    fault: "a reason in camel case",
    body: answer(
      hello,
      { choices: [{ delta: {}, finish_reason: null, finishReason: "stop" }] },
    ),
    comes: greeted,
    reports: unusual,
  },
  {
    fault: "a reason in both cases",
    body: answer(
      hello,
      { choices: [{ delta: {}, finish_reason: "stop", finishReason: "STOP" }] },
    ),
    comes: greeted,
  },
  {
    fault: "a reason in camel case and no end marker",
    body: events(hello, { choices: [{ delta: {}, finishReason: "length" }] }),
    comes: ["text: Hello", "max-tokens"],
    reports: unusual,
  },

  // A reason that says nothing: the same as none.
  {
    fault: "an empty reason on every payload",
    body: answer(text("Hello", ""), text(" world", ""), stop),
    comes: ["text: Hello world", "stop"],
  },
  {
    fault: "an empty reason alone, and the end marker",
    body: answer(text("Hello", "")),
    comes: greeted,
    reports: unnamed,
  },
  {
    fault: "an empty reason alone, and no end marker",
    body: events(text("Hello", "")),
    comes: nowhere,
  },
  {
    fault: "an empty reason after one that counts",
    body: answer(text("Hello", "length"), end("")),
    comes: ["text: Hello", "max-tokens"],
  },
  {
    fault: "a blank reason on every payload",
    body: answer(text("Hello", " "), stop),
    comes: greeted,
  },
  ...[false, 0, 1, [], ["stop"], { kind: "stop" }].map((reason) => ({
    fault: `a reason that is no text: ${JSON.stringify(reason)}`,
    body: answer(text("Hello", reason)),
    comes: greeted,
    reports: unnamed,
  })),

  // Content with the reason, or after it.
  {
    fault: "the last text in the payload of the reason",
    body: answer(hello, text("!", "stop")),
    comes: ["text: Hello!", "stop"],
  },
  {
    fault: "text after the reason",
    body: answer(text("Hello", "stop"), text(" tail")),
    comes: ["text: Hello tail", "stop"],
  },
  {
    fault: "text after the reason, and no end marker",
    body: events(text("Hello", "stop"), text(" tail")),
    comes: ["text: Hello tail", "stop"],
  },
  {
    fault: "thinking in the payload of the reason",
    body: answer(hello, delta({ reasoning_content: "Hm" }, "stop")),
    comes: ["text: Hello", "reasoning: Hm", "stop"],
  },
  {
    fault: "a tool call after the reason",
    body: answer(text("Hello", "stop"), ls),
    comes: ["text: Hello", ...listed],
  },
  {
    fault: "a whole answer in one payload",
    body: answer(
      delta({ reasoning_content: "Hm", content: "Hello" }, "stop"),
    ),
    comes: ["reasoning: Hm", ...greeted],
  },
  {
    fault: "text after the end marker",
    body: answer(hello, stop) + events(text(" tail"), { error: "late" }),
    comes: greeted,
  },
  // Decided: the last reason counts, it knows most.
  {
    fault: "a reason after another",
    body: answer(text("Hello", "stop"), end("length")),
    comes: ["text: Hello", "max-tokens"],
  },
  {
    fault: "the same reason again",
    body: answer(text("Hello", "stop"), stop, stop),
    comes: greeted,
  },
]);
