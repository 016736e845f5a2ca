// Faults in how thinking is told from the answer.
import { testFaults } from "./_fault.ts";
import { answer, call, delta, end, text } from "./_wire.ts";

const stop = end("stop");
const thoughtFirst = ["reasoning: think", "text: ok", "stop"];
const skipped = ["SKIPPED_CONTENT_PART"];

/** A delta whose content is a list of parts. */
function parts(...content: unknown[]): unknown {
  return delta({ content });
}

testFaults([
  // The field has several names.
  ...["reasoning_content", "reasoning", "reasoning_text"].map((field) => ({
    fault: `thinking in the field ${field}`,
    body: answer(delta({ [field]: "think" }), text("ok"), stop),
    comes: thoughtFirst,
  })),
  {
    fault: "thinking in two fields at once",
    body: answer(
      delta({ reasoning_content: "think", reasoning: "think" }),
      text("ok"),
      stop,
    ),
    comes: thoughtFirst,
  },
  ...["", null, 5, {}].map((empty) => ({
    fault: `a field for thinking that is ${
      JSON.stringify(empty)
    } beside another`,
    body: answer(
      delta({ reasoning_content: empty, reasoning: "think" }),
      text("ok"),
      stop,
    ),
    comes: thoughtFirst,
  })),
  {
    fault: "a field for thinking that changes on the way",
    body: answer(
      delta({ reasoning_content: "th" }),
      delta({ reasoning: "in" }),
      delta({ reasoning_text: "k" }),
      text("ok"),
      stop,
    ),
    comes: thoughtFirst,
  },
  {
    fault: "thinking and text in one delta",
    body: answer(delta({ content: "ok", reasoning: "think" }), stop),
    comes: thoughtFirst,
  },
  {
    fault: "details of the thinking beside it",
    body: answer(
      delta({
        reasoning: "think",
        reasoning_details: [{ type: "reasoning.text", text: "think" }],
      }),
      text("ok"),
      stop,
    ),
    comes: thoughtFirst,
  },
  {
    fault: "thinking that is empty in every payload of the answer",
    body: answer(
      delta({ content: "o", reasoning_content: "" }),
      delta({ content: "k", reasoning_content: null }),
      stop,
    ),
    comes: ["text: ok", "stop"],
  },
  {
    fault: "empty text in every payload of the thinking",
    body: answer(
      delta({ content: "", reasoning_content: "th" }),
      delta({ content: null, reasoning_content: "ink" }),
      text("ok"),
      stop,
    ),
    comes: thoughtFirst,
  },
  {
    fault: "thinking that comes and goes",
    body: answer(
      delta({ reasoning: "a" }),
      text("b"),
      delta({ reasoning: "c" }),
      text("d"),
      stop,
    ),
    comes: ["reasoning: a", "text: b", "reasoning: c", "text: d", "stop"],
  },
  {
    fault: "thinking after a tool call",
    body: answer(call("a", "ls", "{}"), delta({ reasoning: "c" }), end("stop")),
    comes: ["call a: ls {}", "reasoning: c", "tool-calls"],
  },
  {
    fault: "thinking of blank text",
    body: answer(delta({ reasoning_content: "\n" }), text("ok"), stop),
    comes: ["reasoning: \n", "text: ok", "stop"],
  },

  // Content in typed parts.
  {
    fault: "thinking and text as typed parts",
    body: answer(
      parts({
        type: "thinking",
        thinking: [{ type: "text", text: "th" }, { type: "text", text: "ink" }],
      }),
      parts({ type: "text", text: "ok" }),
      stop,
    ),
    comes: thoughtFirst,
  },
  {
    fault: "thinking and text as parts of one delta",
    body: answer(
      parts(
        { type: "thinking", thinking: "think" },
        { type: "text", text: "o" },
        { type: "text", text: "k" },
      ),
      stop,
    ),
    comes: thoughtFirst,
  },
  {
    fault: "parts under other names",
    body: answer(
      parts({ type: "reasoning", reasoning: "think" }),
      parts({ type: "output_text", text: "ok" }),
      stop,
    ),
    comes: thoughtFirst,
  },
  {
    fault: "typed parts, then plain text",
    body: answer(parts({ type: "text", text: "o" }), text("k"), stop),
    comes: ["text: ok", "stop"],
  },
  {
    fault: "one part outside of a list",
    body: answer(delta({ content: { type: "text", text: "ok" } }), stop),
    comes: ["text: ok", "stop"],
  },
  {
    fault: "plain texts in a list",
    body: answer(parts("o", "", "k"), stop),
    comes: ["text: ok", "stop"],
  },
  {
    fault: "an empty list of parts",
    body: answer(parts(), text("ok"), parts(), stop),
    comes: ["text: ok", "stop"],
  },
  {
    fault: "parts without text",
    body: answer(
      parts({ type: "text" }, { type: "text", text: "" }),
      parts({ type: "thinking", thinking: [] }),
      text("ok"),
      stop,
    ),
    comes: ["text: ok", "stop"],
  },
  ...[{ type: "reference", ids: [1] }, { text: "x" }, null, 5, [["x"]]].map(
    (part) => ({
      fault: `the part ${JSON.stringify(part)}`,
      body: answer(parts({ type: "text", text: "ok" }, part), stop),
      comes: ["text: ok", "stop"],
      reports: skipped,
    }),
  ),
  {
    fault: "many parts of an unknown type, reported once",
    body: answer(
      parts({ type: "audio" }, { type: "video" }),
      parts({ type: "audio" }),
      text("ok"),
      stop,
    ),
    comes: ["text: ok", "stop"],
    reports: skipped,
  },
  {
    fault: "nothing but parts of an unknown type",
    body: answer(parts({ type: "audio" }), stop),
    comes: ["error EMPTY_RESPONSE"],
    reports: skipped,
  },
  // Decided: what a model says instead of an answer is its answer.
  {
    fault: "a refusal",
    body: answer(delta({ refusal: "I will not." }), stop),
    comes: ["text: I will not.", "stop"],
  },
]);
