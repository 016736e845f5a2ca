import { assertEquals } from "@std/assert";
import type { CaseResult, Suite } from "./case.ts";
import { judge } from "./judge.ts";
import { LACKS, type Lacks } from "./lacks.ts";
import { PLANTED_GROUP, WHOLE_SUITE } from "./suite.ts";

const SUITE_OF_TWO: Suite = {
  x: [{ name: "a", run() {} }],
  [PLANTED_GROUP]: [{ name: "p", run() {} }],
};
const PLANTED: CaseResult = {
  group: PLANTED_GROUP,
  name: "p",
  state: "failed",
  message: "Error: planted",
};
const LACK = { why: "why", shows: "needs serving" };

function messages(
  results: readonly CaseResult[],
  lacks: Lacks = {},
  ended?: string,
): string[] {
  const options = { suite: SUITE_OF_TWO, lacks, ended };
  return judge(results, options).complaints.map(({ name, message }) =>
    `${name} ${message}`
  );
}

function result(
  state: CaseResult["state"],
  message?: string,
): CaseResult {
  return { group: "x", name: "a", state, ...message && { message } };
}

Deno.test("judge() accepts a case that passes", () => {
  const { tallies, complaints } = judge([result("passed"), PLANTED], {
    suite: SUITE_OF_TWO,
  });

  assertEquals(complaints, []);
  assertEquals(tallies["x"], { passed: 1, lacking: 0, failed: 0 });
});

Deno.test("judge() refuses a case that fails", () => {
  assertEquals(messages([result("failed", "Error: No"), PLANTED]), [
    "a failed: Error: No",
  ]);
});

Deno.test("judge() refuses a case that is skipped without a reason", () => {
  assertEquals(messages([result("skipped", "needs serving"), PLANTED]), [
    "a skipped: needs serving",
  ]);
});

Deno.test("judge() refuses a case that did not run", () => {
  assertEquals(messages([PLANTED]), ["a did not run"]);
});

Deno.test("judge() tells why a run was over early", () => {
  assertEquals(messages([PLANTED], {}, "it crashed"), [
    "a did not run",
    "was over early it crashed",
  ]);
});

Deno.test("judge() refuses a run that broke when all cases had run", () => {
  assertEquals(messages([result("passed"), PLANTED], {}, "it crashed"), [
    "was over early it crashed",
  ]);
});

Deno.test("judge() refuses a case that is reported twice", () => {
  const twice = [result("passed"), result("failed", "No"), PLANTED];

  assertEquals(messages(twice), ["a is reported 2 times"]);
});

Deno.test("judge() refuses a case that its suite does not have", () => {
  const stranger: CaseResult = { ...result("passed"), name: "b" };

  assertEquals(messages([result("passed"), stranger, PLANTED]), [
    "b is reported, but there is no such case",
  ]);
});

Deno.test("judge() refuses a listed case that did not run", () => {
  assertEquals(messages([PLANTED], { a: LACK }), ["a did not run"]);
});

for (const state of ["failed", "skipped"] as const) {
  Deno.test(`judge() counts a listed case that is ${state} as lacking`, () => {
    const results = [result(state, "needs serving"), PLANTED];
    const { tallies, complaints, lacking } = judge(results, {
      suite: SUITE_OF_TWO,
      lacks: { a: LACK },
    });

    assertEquals(complaints, []);
    assertEquals(tallies["x"], { passed: 0, lacking: 1, failed: 0 });
    assertEquals(lacking, [{ group: "x", name: "a", message: "why" }]);
  });
}

Deno.test("judge() refuses a listed case that fails otherwise", () => {
  const results = [result("failed", "Error: No"), PLANTED];

  assertEquals(messages(results, { a: LACK }), [
    'a failed for another reason than "why": Error: No',
  ]);
});

Deno.test("judge() refuses a listed case that passes", () => {
  assertEquals(messages([result("passed"), PLANTED], { a: LACK }), [
    "a passed, though it is said not to: why",
  ]);
});

Deno.test("judge() refuses a list with a case that does not exist", () => {
  assertEquals(messages([result("passed"), PLANTED], { b: LACK }), [
    "b is said not to hold, but there is no such case",
  ]);
});

Deno.test("judge() refuses a planted failure that nobody noticed", () => {
  const unnoticed: CaseResult = { ...PLANTED, state: "passed" };

  assertEquals(messages([result("passed"), unnoticed]), [
    "p must fail, and has passed",
  ]);
});

Deno.test("judge() does not take a case of another group for its own", () => {
  const other: CaseResult = { ...result("passed"), group: "y" };

  assertEquals(messages([other, PLANTED]), [
    "a did not run",
    "a is reported, but there is no such case",
  ]);
});

Deno.test("LACKS names cases that exist", () => {
  const names = new Set(
    Object.values(WHOLE_SUITE).flat().map(({ name }) => name),
  );

  const strangers = Object.values(LACKS).flatMap(Object.keys)
    .filter((name) => !names.has(name));

  assertEquals(strangers, []);
});
