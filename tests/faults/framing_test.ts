// Faults in how events are cut out of bytes.
import { testFaults } from "./_fault.ts";
import {
  answer,
  calls,
  DONE,
  end,
  events,
  text,
  thought,
  USAGE,
} from "./_wire.ts";

const hello = text("Hello");
const stop = end("stop");
const whole = answer(hello, stop);
const greeted = ["text: Hello", "stop"];

function bytes(...parts: (string | number[])[]): Uint8Array {
  const encoder = new TextEncoder();
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? [...encoder.encode(part)] : part
    ),
  );
}

const half = '{"id":"r1","object":"chat.completion.c';

testFaults([
  // Characters cut between reads: every table is read in single bytes too.
  {
    fault: "characters of several bytes in text",
    body: answer(text("你好 🌍 e\u0301"), stop),
    comes: ["text: 你好 🌍 e\u0301", "stop"],
  },
  {
    fault: "characters of several bytes in thinking",
    body: answer(thought("思考 🤔"), text("好"), stop),
    comes: ["reasoning: 思考 🤔", "text: 好", "stop"],
  },
  {
    fault: "characters of several bytes in arguments",
    body: answer(
      calls({
        index: 0,
        id: "a",
        function: { name: "找", arguments: '{"q":' },
      }),
      calls({ index: 0, function: { arguments: '"🌍"}' } }),
      end("tool_calls"),
    ),
    comes: ['call a: 找 {"q":"🌍"}', "tool-calls"],
  },
  {
    fault: "characters that are escaped in two halves",
    body: 'data: {"choices":[{"delta":{"content":"\\ud83c\\udf0d"}}]}\n\n' +
      answer(stop),
    comes: ["text: 🌍", "stop"],
  },
  {
    fault: "a byte order mark at the start",
    body: `\ufeff${whole}`,
    comes: greeted,
  },
  {
    fault: "a character within the text that is a byte order mark elsewhere",
    body: answer(text("a\ufeffb"), stop),
    comes: ["text: a\ufeffb", "stop"],
  },
  {
    fault: "a refusal with such a character in it",
    status: 500,
    body: "a\ufeffb",
    comes: ["error SERVER"],
    says: "a\ufeffb",
  },
  {
    fault: "bytes that are no character",
    body: bytes(
      'data: {"choices":[{"delta":{"content":"a',
      [0xff, 0xc3],
      'b"}}]}\n\n',
      answer(stop),
    ),
    comes: ["text: a\ufffd\ufffdb", "stop"],
  },
  {
    fault: "a character cut by the end of the body",
    body: bytes(events(hello, stop), ": ", [0xf0, 0x9f]),
    comes: greeted,
  },

  // Comments.
  {
    fault: "comments before the first event",
    body: `: OPENROUTER PROCESSING\n\n: keep-alive\n\n${
      answer(hello, text(" world"), stop, USAGE)
    }`,
    comes: ["text: Hello world", "usage: 10 in, 5 out", "stop"],
  },
  {
    fault: "comments between events, and after the reason",
    body: `${events(hello)}: a\n\n:\n\n${events(stop)}:b\n\n${DONE}`,
    comes: greeted,
  },
  {
    fault: "a comment within an event",
    body: `: a\n${events(hello)}data: {"choices":\n: b\ndata: []}\n\n${
      answer(stop)
    }`,
    comes: greeted,
  },
  {
    fault: "a comment that looks like an event",
    body: `:data: [DONE]\n\n: data: {"error":"no"}\n\n${whole}`,
    comes: greeted,
  },
  {
    fault: "comments alone",
    body: ": keep-alive\n\n: keep-alive\n\n",
    comes: ["error STREAM_CLOSED"],
  },
  {
    fault: "blank lines before bare JSON",
    body: `\n\n\r\n{"choices":[{"message":{"content":"Hello"}}]}`,
    comes: greeted,
    reports: ["MISSING_FINISH_REASON"],
  },

  // Space after the colon.
  {
    fault: "no space after the colon",
    body: answer(hello, stop, USAGE).replaceAll("data: ", "data:"),
    comes: ["text: Hello", "usage: 10 in, 5 out", "stop"],
  },
  {
    fault: "more than one space after the colon",
    body: whole.replaceAll("data: ", "data:  \t"),
    comes: greeted,
  },
  {
    fault: "a space in some events alone",
    body: events(hello).replace("data: ", "data:") + answer(stop),
    comes: greeted,
  },
  {
    fault: "space around the end marker",
    body: `${events(hello, stop)}data:   [DONE]  \n\n`,
    comes: greeted,
  },
  {
    fault: "other fields around the data",
    body: whole.replaceAll("data: ", "id: 7\nevent: message\nretry: 5\ndata: "),
    comes: greeted,
  },
  {
    fault: "an event without data",
    body: `event: ping\n\ndata\n\ndata:\n\n${whole}`,
    comes: greeted,
  },

  // Ends of lines.
  {
    fault: "lines that end in CRLF",
    body: `: a\n\n${whole}`.replaceAll("\n", "\r\n"),
    comes: greeted,
  },
  {
    fault: "lines that end in CR",
    body: `: a\n\n${whole}`.replaceAll("\n", "\r"),
    comes: greeted,
  },
  {
    fault: "lines that end in one way and in another",
    body: `${events(hello)}: a\r\n\r\n: b\r\r${answer(stop)}`,
    comes: greeted,
  },
  {
    fault: "a broken event among lines that change to CR",
    body: events(hello) +
      `data: {"choices\n\n${answer(stop)}`.replaceAll("\n", "\r"),
    comes: ["text: Hello", "error MALFORMED_RESPONSE"],
  },
  {
    fault: "an event in several lines of data",
    body: 'data: {"choices":[{"delta":\ndata: {"content":"Hello"}}]}\n\n' +
      answer(stop),
    comes: greeted,
  },
  {
    fault: "events with many blank lines between",
    body: whole.replaceAll("\n\n", "\n\n\n\n\n"),
    comes: greeted,
  },

  // An event within an event. Decided: no repair. What comes next is as likely to
  // be wrong, and a call that fails can be made again.
  {
    fault: "an event that another is pasted into",
    body: `${events(text("Hel"))}data: ${half}${answer(text("lo"), stop)}`,
    comes: ["text: Hel", "error MALFORMED_RESPONSE"],
    says: "JSON",
  },
  {
    fault: "a first event that another is pasted into",
    body: `data: ${half}${whole}`,
    comes: ["error MALFORMED_RESPONSE"],
  },
  {
    fault: "an event pasted into the thinking",
    body: `${events(thought("Hm"))}data: ${half}${answer(hello, stop)}`,
    comes: ["reasoning: Hm", "error MALFORMED_RESPONSE"],
  },
  {
    fault: "an event pasted into a tool call",
    body: `${
      events(
        calls({ index: 0, id: "a", function: { name: "ls", arguments: "{" } }),
      )
    }data: ${half}${answer(end("tool_calls"))}`,
    comes: ["error MALFORMED_RESPONSE"],
  },
  {
    fault: "a name of the field that comes twice",
    body: `data: ${whole}`,
    comes: ["error MALFORMED_RESPONSE"],
  },
  {
    fault: "a cut event after the reason",
    body: `${events(hello, stop)}data: ${half}\n\n${DONE}`,
    comes: ["text: Hello", "error MALFORMED_RESPONSE"],
  },
  {
    fault: "an event that is cut before the next begins",
    body: `${events(text("Hel"))}data: ${half}\n\n${answer(stop)}`,
    comes: ["text: Hel", "error MALFORMED_RESPONSE"],
  },
  {
    fault: "an event that is no JSON and far too long to quote",
    body: `data: {${"x".repeat(5_000)}\n\n`,
    comes: ["error MALFORMED_RESPONSE"],
    says: "…",
  },

  // A last event without the blank line. Decided: it counts if it is whole.
  {
    fault: "a reason without the blank line",
    body: events(hello, stop).trimEnd(),
    comes: greeted,
  },
  {
    fault: "a reason with one line break for two",
    body: events(hello, stop).slice(0, -1),
    comes: greeted,
  },
  {
    fault: "an end marker without the blank line",
    body: whole.trimEnd(),
    comes: greeted,
  },
  {
    fault: "usage without the blank line",
    body: events(hello, stop, USAGE).trimEnd(),
    comes: ["text: Hello", "usage: 10 in, 5 out", "stop"],
  },
  {
    fault: "text and reason without the blank line",
    body: events(text("Hel"), text("lo", "stop")).trimEnd(),
    comes: greeted,
  },
  {
    fault: "a failure without the blank line",
    body: events(hello, { error: { message: "Busy", code: 503 } }).trimEnd(),
    comes: ["text: Hello", "error SERVER"],
    says: "Busy",
  },
  {
    fault: "a reason cut by the end of the body",
    body: events(hello, stop).trimEnd().slice(0, -5),
    comes: ["text: Hello", "error STREAM_CLOSED"],
  },
  {
    fault: "an end marker cut by the end of the body",
    body: `${events(hello)}data: [DON`,
    comes: ["text: Hello", "error STREAM_CLOSED"],
  },
  {
    fault: "a cut end marker after a reason",
    body: `${events(hello, stop)}data: [DON`,
    comes: greeted,
  },
  {
    fault: "a field cut in its name by the end of the body",
    body: `${events(hello)}dat`,
    comes: ["text: Hello", "error STREAM_CLOSED"],
  },
]);
