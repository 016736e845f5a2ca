import { assertEquals } from "@std/assert";
import type { CaseResult, ConformanceCase, Env } from "./case.ts";
import { runCase, runSuite } from "./run_suite.ts";

function env(more: Partial<Env> = {}): Env {
  return {
    url: "",
    browser: false,
    unhandled: new Map(),
    loadPiAi: () => Promise.reject(new Error("never called")),
    ...more,
  };
}

function caseOf(
  run: ConformanceCase["run"],
  more: Partial<ConformanceCase> = {},
): ConformanceCase {
  return { name: "a", run, ...more };
}

Deno.test("runCase() passes a case that throws nothing", async () => {
  assertEquals(await runCase(caseOf(() => {}), env()), { state: "passed" });
});

for (
  const [how, run] of Object.entries<ConformanceCase["run"]>({
    throws() {
      throw new TypeError("No");
    },
    rejects: () => Promise.reject(new TypeError("No")),
  })
) {
  Deno.test(`runCase() fails a case that ${how}`, async () => {
    const result = await runCase(caseOf(run), env());

    assertEquals(result, { state: "failed", message: "TypeError: No" });
  });
}

Deno.test("runCase() fails a case that is not over in time", async () => {
  const endless = caseOf(() => new Promise(() => {}), { limitMs: 1 });

  const result = await runCase(endless, env());

  assertEquals(result, {
    state: "failed",
    message: "Error: is not over after 1 ms",
  });
});

Deno.test("runCase() fails a case that leaves a rejection unhandled", async () => {
  const unhandled = new Map<unknown, unknown>([["before", "an older one"]]);
  const leaving = caseOf(() => void unhandled.set("new", new Error("No")));

  const result = await runCase(leaving, env({ unhandled }));

  assertEquals(result, {
    state: "failed",
    message: "leaves behind what nobody handles: Error: No",
  });
});

Deno.test("runCase() forgives a rejection that is handled late", async () => {
  const unhandled = new Map<unknown, unknown>();
  const late = caseOf(() => {
    unhandled.set("new", new Error("No"));
    queueMicrotask(() => unhandled.delete("new"));
  });

  const result = await runCase(late, env({ unhandled }));

  assertEquals(result, { state: "passed" });
});

Deno.test("runCase() skips a case that needs what is missing", async () => {
  let ran = false;
  const serving = caseOf(() => void (ran = true), { needs: ["serving"] });

  const result = await runCase(serving, env());

  assertEquals(result, { state: "skipped", message: "needs serving" });
  assertEquals(ran, false);
});

Deno.test("runCase() runs a case that needs what is there", async () => {
  const serve = () => Promise.reject(new Error("never called"));
  const serving = caseOf(() => {}, { needs: ["serving"] });

  assertEquals(await runCase(serving, env({ serve })), { state: "passed" });
});

Deno.test("runSuite() reports each case, in order", async () => {
  const results: CaseResult[] = [];
  const failing = caseOf(() => Promise.reject(new Error("No")));

  await runSuite(
    { x: [failing, caseOf(() => {}, { name: "b" })], y: [caseOf(() => {})] },
    env(),
    (result) => void results.push(result),
  );

  assertEquals(results, [
    { group: "x", name: "a", state: "failed", message: "Error: No" },
    { group: "x", name: "b", state: "passed" },
    { group: "y", name: "a", state: "passed" },
  ]);
});
