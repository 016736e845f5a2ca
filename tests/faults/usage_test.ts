// Faults in what a call is said to have cost.
import { type Fault, testFaults } from "./_fault.ts";
import { answer, delta, DONE, end, events, text, USAGE } from "./_wire.ts";

const hello = text("Hello");
const stop = end("stop");

/** A fault of the counts themselves, sent in a payload of their own. */
function counts(fault: string, usage: unknown, told?: string): Fault {
  return {
    fault: `usage with ${fault}`,
    body: answer(hello, stop, { choices: [], usage }),
    comes: ["text: Hello", ...(told === undefined ? [] : [told]), "stop"],
  };
}

const known = { prompt_tokens: 10, completion_tokens: 5 };
const told = "usage: 10 in, 5 out";
const counted = ["text: Hello", told, "stop"];

testFaults([
  // Where it comes.
  {
    fault: "usage after the reason",
    body: answer(hello, stop, USAGE),
    comes: counted,
  },
  {
    fault: "usage before the reason",
    body: answer(hello, USAGE, stop),
    comes: counted,
  },
  {
    fault: "usage before everything",
    body: answer(USAGE, hello, stop),
    comes: counted,
  },
  {
    fault: "usage in the payload of the reason",
    body: answer(hello, { ...(stop as object), usage: known }),
    comes: counted,
  },
  {
    fault: "usage within the choice",
    body: answer(hello, {
      choices: [{ delta: {}, finish_reason: "stop", usage: known }],
    }),
    comes: counted,
  },
  {
    fault: "usage beside null for choices",
    body: answer(hello, stop, { choices: null, usage: known }),
    comes: counted,
  },
  {
    fault: "usage without choices",
    body: answer(hello, stop, { usage: known }),
    comes: counted,
  },
  {
    fault: "usage after the end marker",
    body: answer(hello, stop) + events(USAGE),
    comes: ["text: Hello", "stop"],
  },
  // Decided: the last counts, for it includes the others.
  {
    fault: "usage that grows with every payload",
    body: answer(
      {
        ...(text("Hel") as object),
        usage: { prompt_tokens: 10, completion_tokens: 1 },
      },
      {
        ...(text("lo") as object),
        usage: { prompt_tokens: 10, completion_tokens: 2 },
      },
      stop,
      USAGE,
    ),
    comes: counted,
  },
  {
    fault: "usage twice",
    body: answer(hello, stop, USAGE, USAGE),
    comes: counted,
  },
  {
    fault: "usage that is null in every payload but one",
    body: answer(
      { ...(hello as object), usage: null },
      { ...(stop as object), usage: known },
      { choices: [], usage: null },
    ),
    comes: counted,
  },
  {
    fault: "usage that is followed by useless usage",
    body: answer(hello, stop, USAGE, {
      choices: [],
      usage: { prompt_tokens: null },
    }),
    comes: counted,
  },
  {
    fault: "usage before a failure",
    body: answer(hello, USAGE, { error: { message: "Busy", code: 503 } }),
    comes: ["text: Hello", told, "error SERVER"],
  },
  {
    fault: "usage in the payload of a failure",
    body: answer(hello, { usage: known, error: { message: "Busy" } }),
    comes: ["text: Hello", told, "error SERVER"],
  },
  {
    fault: "usage before the connection breaks",
    body: events({ ...(hello as object), usage: known }),
    end: "reset" as const,
    comes: ["text: Hello", told, "error TRANSPORT"],
  },
  {
    fault: "usage before a cut event",
    body: events(USAGE, hello) + 'data: {"choices',
    comes: ["text: Hello", told, "error STREAM_CLOSED"],
  },
  {
    fault: "no usage",
    body: answer(hello, stop),
    comes: ["text: Hello", "stop"],
  },

  // Parts of the counts.
  counts("tokens from the cache within the prompt", {
    ...known,
    prompt_tokens_details: { cached_tokens: 4 },
  }, "usage: 6 in, 4 cached, 5 out"),
  counts("tokens from the cache as DeepSeek tells them", {
    ...known,
    prompt_cache_hit_tokens: 4,
    prompt_cache_miss_tokens: 6,
  }, "usage: 6 in, 4 cached, 5 out"),
  counts("no tokens from the cache", {
    ...known,
    prompt_cache_hit_tokens: 0,
  }, "usage: 10 in, 0 cached, 5 out"),
  counts("all tokens from the cache", {
    ...known,
    prompt_cache_hit_tokens: 10,
  }, "usage: 0 in, 10 cached, 5 out"),
  // Decided: then the counts leave each other out already.
  counts("more tokens from the cache than in the prompt", {
    prompt_tokens: 100,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 6_552 },
  }, "usage: 100 in, 6552 cached, 5 out"),
  counts("thinking within the completion", {
    ...known,
    completion_tokens_details: { reasoning_tokens: 3 },
  }, "usage: 10 in, 5 out, 3 thought"),
  counts("more thinking than in the completion", {
    ...known,
    completion_tokens_details: { reasoning_tokens: 30 },
  }, "usage: 10 in, 35 out, 30 thought"),
  counts("details that are null", {
    ...known,
    prompt_tokens_details: null,
    completion_tokens_details: null,
    prompt_cache_hit_tokens: null,
  }, told),
  counts("details that are lists", {
    ...known,
    prompt_tokens_details: [4],
    completion_tokens_details: [{ reasoning_tokens: 3 }],
  }, told),
  counts("details of wrong types", {
    ...known,
    prompt_tokens_details: { cached_tokens: "4" },
    completion_tokens_details: { reasoning_tokens: -3 },
  }, told),

  // Counts that are none. Unknown is not nothing.
  counts("null for both counts", {
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: 15,
  }),
  counts("a total alone", { total_tokens: 0, total_characters: 0 }),
  counts("nothing", {}),
  counts("one count alone", { prompt_tokens: 10 }),
  counts("a total and the prompt", {
    prompt_tokens: 10,
    total_tokens: 15,
  }, told),
  counts("a total and the completion", {
    completion_tokens: 5,
    total_tokens: 15,
  }, told),
  counts("a total below its part", { prompt_tokens: 10, total_tokens: 5 }),
  counts("zeros", {
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
  }, "usage: 0 in, 0 out"),
  counts("a negative count", { prompt_tokens: -10, completion_tokens: 5 }),
  counts("counts as text", { prompt_tokens: "10", completion_tokens: "5" }),
  counts("counts in lists", { prompt_tokens: [10], completion_tokens: [5] }),
  counts("a count beyond all bounds", {
    prompt_tokens: 1e300,
    completion_tokens: 5,
  }),
  {
    fault: "usage with a number that is infinite once it is read",
    body: `${
      events(hello, stop)
    }data: {"choices":[],"usage":{"prompt_tokens":1e400,"completion_tokens":5}}\n\n${DONE}`,
    comes: ["text: Hello", "stop"],
  },
  ...[[], "10", 10, true].map((usage) =>
    counts(`the value ${JSON.stringify(usage)}`, usage)
  ),
  {
    fault: "usage of a call that brought nothing",
    body: answer(delta({}), stop, USAGE),
    comes: [told, "error EMPTY_RESPONSE"],
  },
]);
