import { assertEquals } from "@std/assert";
import { resultsFirst } from "../../runtime/results_first.ts";

interface Said {
  role: string;
  what: string | string[];
}

function order(entries: readonly (Said | string[])[]): string[] {
  const ordered = resultsFirst<Said, string>(entries, {
    resultRole: "tool",
    userMessage: (what) => ({ role: "user", what }),
  });
  return ordered.map(({ role, what }) => `${role} ${[what].flat().join("+")}`);
}

const CALLS = { role: "assistant", what: "calls" };
const FIRST = { role: "tool", what: "1" };
const SECOND = { role: "tool", what: "2" };
const ASKS = { role: "user", what: "asks" };

Deno.test("resultsFirst() puts results right after the turn that asked for them", () => {
  assertEquals(order([CALLS, FIRST, ASKS, SECOND]), [
    "assistant calls",
    "tool 1",
    "tool 2",
    "user asks",
  ]);
});

Deno.test("resultsFirst() leaves a result where it is when nobody asked for it", () => {
  assertEquals(order([ASKS, FIRST]), ["user asks", "tool 1"]);
});

Deno.test("resultsFirst() puts what the results of a turn show into one message behind them", () => {
  assertEquals(order([CALLS, FIRST, ["a"], ASKS, SECOND, ["b", "c"]]), [
    "assistant calls",
    "tool 1",
    "tool 2",
    "user a+b+c",
    "user asks",
  ]);
});

Deno.test("resultsFirst() keeps what the results of each turn show apart", () => {
  assertEquals(order([CALLS, FIRST, ["a"], CALLS, SECOND, ["b"]]), [
    "assistant calls",
    "tool 1",
    "user a",
    "assistant calls",
    "tool 2",
    "user b",
  ]);
});

Deno.test("resultsFirst() makes no message where results show nothing", () => {
  assertEquals(order([CALLS, FIRST]), ["assistant calls", "tool 1"]);
});
