// Faults in how failures are told.
import { type Fault, testFaults } from "./_fault.ts";
import {
  answer,
  call,
  delta,
  DONE,
  end,
  events,
  text,
  thought,
} from "./_wire.ts";

const hello = text("Hello");
const failed = ["text: Hello", "error SERVER"];

/** A failure after some text, then a regular end. */
function told(
  fault: string,
  payload: unknown,
  code: string,
  says: string,
): Fault {
  return {
    fault: `${fault}, then the end marker`,
    body: answer(hello, payload, text(" more"), end("stop")),
    comes: ["text: Hello", `error ${code}`],
    says,
  };
}

testFaults([
  // A failure in the middle. Nothing after it is read.
  told(
    "an error with message, type and code",
    {
      error: {
        message: "Internal server error",
        type: "server_error",
        code: 500,
      },
    },
    "SERVER",
    "Internal server error",
  ),
  told("an error that is a text", { error: "Busy" }, "SERVER", "Busy"),
  told(
    "an error with a code as text",
    {
      error: { message: "Slow down", code: "429" },
    },
    "RATE_LIMIT",
    "Slow down",
  ),
  told(
    "an error whose type speaks of a rate",
    {
      error: { message: "Slow down", type: "rate_limit_error" },
    },
    "RATE_LIMIT",
    "Slow down",
  ),
  told(
    "an error of an empty account",
    {
      error: {
        message: "You exceeded your current quota",
        code: "insufficient_quota",
      },
    },
    "QUOTA_EXCEEDED",
    "quota",
  ),
  told(
    "an error of a full context",
    {
      error: { message: "This model's maximum context length is 8192 tokens" },
    },
    "CONTEXT_WINDOW_EXCEEDED",
    "8192",
  ),
  told(
    "an error of a wrong key",
    {
      error: { message: "No such key", type: "authentication_error" },
    },
    "AUTH",
    "No such key",
  ),
  told(
    "an error of a wrong request",
    {
      error: { message: "Bad tool", type: "invalid_request_error" },
    },
    "INVALID_REQUEST",
    "Bad tool",
  ),
  told(
    "an error of an overloaded server",
    {
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
    },
    "SERVER",
    "Overloaded",
  ),
  told("an error without words", { error: {} }, "SERVER", "without words"),
  told(
    "an error that is a list",
    { error: ["Busy"] },
    "SERVER",
    "without words",
  ),
  told("an error that is true", { error: true }, "SERVER", "without words"),
  told(
    "an error beside choices",
    {
      ...(text("!") as object),
      error: { message: "Busy" },
    },
    "SERVER",
    "Busy",
  ),
  told(
    "an error within a choice",
    {
      choices: [{
        index: 0,
        delta: { content: "!" },
        error: { message: "Busy" },
      }],
    },
    "SERVER",
    "Busy",
  ),
  told(
    "an error in a list of payloads",
    [{ error: { message: "Busy" } }],
    "SERVER",
    "Busy",
  ),
  told(
    "an object that calls itself an error",
    {
      object: "error",
      message: "Busy",
      code: 503,
    },
    "SERVER",
    "Busy",
  ),
  told("a payload of a message alone", { message: "Busy" }, "SERVER", "Busy"),
  told("a payload of a detail alone", { detail: "Busy" }, "SERVER", "Busy"),
  ...[null, "", false].map((error) => ({
    fault: `an error that is ${JSON.stringify(error)}: none`,
    body: answer({ ...(hello as object), error }, end("stop")),
    comes: ["text: Hello", "stop"],
  })),
  {
    fault: "an error before anything else",
    body: answer({ error: { message: "Busy", code: 503 } }),
    comes: ["error SERVER"],
    says: "Busy",
  },
  {
    fault: "an error after thinking",
    body: answer(thought("Hm"), { error: "Busy" }),
    comes: ["reasoning: Hm", "error SERVER"],
  },
  {
    fault: "an error after a tool call",
    body: answer(call("a", "ls", "{}"), { error: "Busy" }),
    comes: ["error SERVER"],
  },
  {
    fault: "an error after the reason",
    body: answer(hello, end("stop"), { error: "Busy" }),
    comes: failed,
  },
  {
    fault: "an error after the end marker",
    body: answer(hello, end("stop")) + events({ error: "Busy" }),
    comes: ["text: Hello", "stop"],
  },
  {
    fault: "an error without the end marker",
    body: events(hello, { error: "Busy" }),
    comes: failed,
  },
  {
    fault: "an error that says when to come back",
    body: events(hello, { error: { message: "Try again in 2s", code: 429 } }),
    comes: ["text: Hello", "error RATE_LIMIT"],
    waits: 2_000,
  },

  // An event that is named an error.
  {
    fault: "an error event with JSON",
    body: `${events(hello)}event: error\ndata: ${
      JSON.stringify({
        type: "error",
        error: { type: "overloaded_error", message: "Overloaded" },
      })
    }\n\n`,
    comes: failed,
    says: "Overloaded",
  },
  {
    fault: "an error event with plain text",
    body: `${events(hello)}event: error\ndata: upstream gone\n\n${DONE}`,
    comes: failed,
    says: "upstream gone",
  },
  {
    fault: "an error event whose name comes after its data",
    body: `${events(hello)}data: {"message":"Busy"}\nevent:error\n\n${DONE}`,
    comes: failed,
    says: "Busy",
  },
  {
    fault: "an error event whose JSON names no error",
    body: `event: error\ndata: {"a":1}\n\n${answer(hello)}`,
    comes: ["error SERVER"],
    says: "without words",
  },
  {
    fault: "an error event without data",
    body: `event: error\n\n${answer(hello, end("stop"))}`,
    comes: ["text: Hello", "stop"],
  },
  {
    fault: "an error event that the end of the body cuts",
    body: `${events(hello)}event: error\ndata: {"error":{"message":"Bu`,
    comes: failed,
  },

  {
    fault: "a failure that is told in a delta as well",
    body: answer(hello, delta({ content: null, error: "Busy" }), end("stop")),
    comes: ["text: Hello", "stop"],
  },
]);
