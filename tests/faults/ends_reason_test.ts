// Faults in why a response ends, and in what it leaves out.
import { testFaults } from "./_fault.ts";
import {
  answer,
  call,
  delta,
  DONE,
  end,
  events,
  text,
  thought,
  USAGE,
} from "./_wire.ts";

const hello = text("Hello");
const stop = end("stop");
const greeted = ["text: Hello", "stop"];
const ls = call("a", "ls", '{"p":"/"}');
const listed = ['call a: ls {"p":"/"}', "tool-calls"];
const cutCall = call("a", "write", '{"path":"/a","text":"abc');
const nowhere = ["text: Hello", "error STREAM_CLOSED"];
const unnamed = ["MISSING_FINISH_REASON"];
const unusual = ["UNUSUAL_FINISH_REASON"];

testFaults([
  // Reasons that nobody defined.
  ...["network_error", "abort", "aborted"].map((reason) => ({
    fault: `the reason ${reason}`,
    body: answer(hello, end(reason)),
    comes: ["text: Hello", "error TRANSPORT"],
    reports: unusual,
  })),
  {
    fault: "the reason sensitive",
    body: answer(hello, end("sensitive")),
    comes: ["text: Hello", "error CONTENT_FILTER"],
    reports: unusual,
  },
  {
    fault: "the reason content_filter",
    body: answer(hello, end("content_filter")),
    comes: ["text: Hello", "error CONTENT_FILTER"],
  },
  ...["end", "eos", "end_turn"].map((reason) => ({
    fault: `the reason ${reason}`,
    body: answer(hello, end(reason)),
    comes: greeted,
    reports: unusual,
  })),
  {
    fault: "a known reason in capitals",
    body: answer(hello, end("STOP")),
    comes: greeted,
    reports: unusual,
  },
  {
    fault: "a reason of the server's own",
    body: answer(hello, end("cosmic_rays")),
    comes: ["text: Hello", "error COSMIC_RAYS"],
    reports: unusual,
    says: '"cosmic_rays"',
  },
  {
    fault: "a reason of the server's own after tool calls",
    body: answer(ls, end("cosmic_rays")),
    comes: ["error COSMIC_RAYS"],
    reports: unusual,
  },
  {
    fault: "a server that ran out of resources",
    body: answer(hello, end("insufficient_system_resource")),
    comes: ["text: Hello", "error INSUFFICIENT_SYSTEM_RESOURCE"],
  },
  {
    fault: "a filter that left no content",
    body: answer(end("content_filter")),
    comes: ["error CONTENT_FILTER"],
  },

  // "stop" although tools were called.
  ...["stop", "end_turn", "STOP"].map((reason) => ({
    fault: `the reason ${reason} after a tool call`,
    body: answer(ls, end(reason)),
    comes: listed,
    reports: reason === "stop" ? [] : unusual,
  })),
  {
    fault: "the reason stop in the payload of a tool call",
    body: answer(
      delta({
        tool_calls: [{ id: "a", function: { name: "ls", arguments: "{}" } }],
      }, "stop"),
    ),
    comes: ["call a: ls {}", "tool-calls"],
  },
  // Decided: the caller finds no call to run, and an answer all the same.
  {
    fault: "the reason tool_calls without a tool call",
    body: answer(hello, end("tool_calls")),
    comes: ["text: Hello", "tool-calls"],
  },

  // The token limit.
  {
    fault: "a tool call cut by the token limit",
    body: answer(cutCall, end("length")),
    comes: ["max-tokens"],
  },
  {
    fault: "a whole tool call before the token limit",
    body: answer(ls, end("length")),
    comes: ["max-tokens"],
  },
  {
    fault: "text and a tool call cut by the token limit",
    body: answer(hello, cutCall, end("length"), USAGE),
    comes: ["text: Hello", "usage: 10 in, 5 out", "max-tokens"],
  },
  {
    fault: "a tool call of blank arguments at the token limit",
    body: answer(call("a", "now", ""), end("length")),
    comes: ["max-tokens"],
  },
  {
    fault: "nothing but thinking before the token limit",
    body: answer(thought("Hm"), end("length")),
    comes: ["reasoning: Hm", "max-tokens"],
  },

  // Nothing at all.
  { fault: "an empty body", body: "", comes: ["error STREAM_CLOSED"] },
  {
    fault: "nothing but the end marker",
    body: DONE,
    comes: ["error EMPTY_RESPONSE"],
    reports: unnamed,
  },
  {
    fault: "nothing but a reason",
    body: answer(stop),
    comes: ["error EMPTY_RESPONSE"],
  },
  {
    fault: "nothing but a reason that waits for tools",
    body: answer(end("tool_calls")),
    comes: ["error EMPTY_RESPONSE"],
  },
  {
    fault: "nothing but empty deltas",
    body: answer(
      delta({ role: "assistant", content: null, reasoning_content: "" }),
      text(""),
      stop,
    ),
    comes: ["error EMPTY_RESPONSE"],
  },
  {
    fault: "nothing but usage and a reason",
    body: answer(stop, USAGE),
    comes: ["usage: 10 in, 5 out", "error EMPTY_RESPONSE"],
  },
  {
    fault: "thinking and no answer",
    body: answer(thought("Thinking"), stop),
    comes: ["reasoning: Thinking", "stop"],
  },

  // Words of a proxy in the place of the end.
  {
    fault: "a line of plain text, then the close",
    body: `${events(thought("Hm"))}upstream error: read ECONNRESET\n`,
    comes: ["reasoning: Hm", "error STREAM_CLOSED"],
    reports: ["STRAY_LINE"],
    says: "upstream error: read ECONNRESET",
  },
  {
    fault: "a line of plain text without its end, then the close",
    body: `${events(hello)}upstream closed`,
    comes: nowhere,
    reports: ["STRAY_LINE"],
    says: "upstream closed",
  },
  {
    fault: "a line of plain text and the end marker",
    body: `${events(hello)}upstream error\n\n${DONE}`,
    comes: greeted,
    reports: ["STRAY_LINE", ...unnamed],
  },
  {
    fault: "a line of plain text after the reason",
    body: `${events(hello, stop)}upstream error\n`,
    comes: greeted,
    reports: ["STRAY_LINE"],
  },
  {
    fault: "plain text alone",
    body: "upstream error: read ECONNRESET\n",
    comes: ["error MALFORMED_RESPONSE"],
    reports: ["STRAY_LINE"],
    says: "upstream error",
  },
  {
    fault: "a page in the middle",
    body: `${events(hello)}<html>\n<title>Oops</title>\n`,
    comes: nowhere,
    reports: ["STRAY_LINE"],
    says: "<html>",
  },
  {
    fault: "a bare failure in the middle",
    body: `${events(hello)}{"error":{"message":"Busy","code":503}}\n`,
    comes: ["text: Hello", "error SERVER"],
    says: "Busy",
  },
]);
