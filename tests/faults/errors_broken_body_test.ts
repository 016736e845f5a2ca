// Faults in the connection, once there is an answer.
import { type Fault, testFaults } from "./_fault.ts";
import { answer, call, end, events, text } from "./_wire.ts";

const hello = text("Hello");

testFaults([
  // A body that breaks: the place decides, not the words of the runtime.
  ...[
    new TypeError("terminated"),
    new TypeError("error reading a body from connection"),
    new Error("The socket connection was closed unexpectedly"),
    new Error("Network connection lost."),
    new TypeError("Load failed"),
    new Error("stream error: stream ID 45; INTERNAL_ERROR"),
    new Error("stream error: stream ID 429; NO_ERROR"),
    new DOMException("The operation was aborted", "AbortError"),
    "not even an error",
    undefined,
  ].map((resetError): Fault => ({
    fault: `a body that breaks with ${
      resetError instanceof Error ? resetError.message : resetError
    }`,
    body: events(text("Hel"), text("lo")),
    end: "reset",
    resetError,
    comes: ["text: Hello", "error TRANSPORT"],
  })),
  {
    fault: "a body that breaks before anything came",
    body: "",
    end: "reset",
    comes: ["error TRANSPORT"],
  },
  {
    fault: "a body that breaks within an event",
    body: `${events(hello)}data: {"choi`,
    end: "reset",
    comes: ["text: Hello", "error TRANSPORT"],
  },
  {
    fault: "a body that breaks within a tool call",
    body: events(call("a", "ls", '{"p":')),
    end: "reset",
    comes: ["error TRANSPORT"],
  },
  // Decided: usage and text may still have been to come.
  {
    fault: "a body that breaks after the reason",
    body: events(hello, end("stop")),
    end: "reset",
    comes: ["text: Hello", "error TRANSPORT"],
  },
  {
    fault: "a body that breaks after the end marker",
    body: answer(hello, end("stop")),
    end: "reset",
    comes: ["text: Hello", "stop"],
  },
  {
    fault: "a body that breaks after a failure",
    body: events(hello, { error: "Busy" }),
    end: "reset",
    comes: ["text: Hello", "error SERVER"],
    says: "Busy",
  },
]);
