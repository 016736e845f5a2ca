// deno-lint-ignore-file require-await
import { assertEquals } from "@std/assert";
import type { Suite } from "./case.ts";
import type { Verdict } from "./judge.ts";
import type { Run, RunOptions, Runtime } from "./run/runtime.ts";
import { runRuntime } from "./run_runtime.ts";
import type { Report } from "./server/reports.ts";
import { startConformanceServer } from "./server/conformance_server.ts";

const SUITE: Suite = { x: [{ name: "a", run() {} }] };
const PASSED: Report = { group: "x", name: "a", state: "passed" };
const NEVER = new Promise<string>(() => {});

function runtime(start: Runtime["start"]): Runtime {
  return { name: "fake", needs: [], start };
}

async function send({ url, run }: RunOptions, report: Report): Promise<void> {
  const body = JSON.stringify(report);
  const response = await fetch(`${url}/_report?run=${run}`, {
    method: "POST",
    body,
  });
  await response.text();
}

async function verdictOn(
  one: Runtime,
  limitMs: number = 60_000,
): Promise<Verdict> {
  await using server = await startConformanceServer();
  return await runRuntime(one, {
    run: "fake",
    url: server.url,
    tools: "",
    folder: "",
    piAi: "",
    server,
    suite: SUITE,
    lacks: undefined,
    limitMs,
  });
}

function messages({ complaints }: Verdict): string[] {
  return complaints.map(({ message }) => message);
}

Deno.test("runRuntime() ends a run that has reported its end", async () => {
  let ended = 0;

  const verdict = await verdictOn(runtime(async (options) => {
    await send(options, PASSED);
    await send(options, { ended: "" });
    return { ended: NEVER, [Symbol.asyncDispose]: async () => void ended++ };
  }));

  assertEquals(messages(verdict), []);
  assertEquals(ended, 1);
});

Deno.test("runRuntime() leaves no timer for a runtime that ends after its run", async () => {
  const ended = Promise.withResolvers<string>();
  const verdict = await verdictOn(runtime(async (options) => {
    await send(options, PASSED);
    await send(options, { ended: "" });
    return { ended: ended.promise, async [Symbol.asyncDispose]() {} };
  }));

  ended.resolve("it has ended");
  await ended.promise;

  assertEquals(messages(verdict), []);
});

Deno.test("runRuntime() tells of a runtime that ends before its suite", async () => {
  const verdict = await verdictOn(runtime(async () => ({
    ended: Promise.resolve("it has crashed"),
    async [Symbol.asyncDispose]() {},
  })));

  assertEquals(messages(verdict), ["did not run", "it has crashed"]);
});

Deno.test("runRuntime() tells of a runtime that does not start", async () => {
  const verdict = await verdictOn(
    runtime(() => Promise.reject(new Error("Cannot run it"))),
  );

  assertEquals(messages(verdict), ["did not run", "Error: Cannot run it"]);
});

Deno.test("runRuntime() gives up a run that is never over", async () => {
  let ended = 0;

  const verdict = await verdictOn(
    runtime(async () => ({
      ended: NEVER,
      [Symbol.asyncDispose]: async () => void ended++,
    })),
    1,
  );

  assertEquals(messages(verdict), [
    "did not run",
    "it is not over after 1 ms",
  ]);
  assertEquals(ended, 1);
});

Deno.test("runRuntime() gives up a run that never starts", async () => {
  const verdict = await verdictOn(runtime(() => new Promise(() => {})), 1);

  assertEquals(messages(verdict), [
    "did not run",
    "it is not over after 1 ms",
  ]);
});

Deno.test("runRuntime() ends a run that starts too late", async () => {
  const starting = Promise.withResolvers<Run>();
  const ended = Promise.withResolvers<void>();
  const verdict = await verdictOn(runtime(() => starting.promise), 1);

  starting.resolve({
    ended: NEVER,
    [Symbol.asyncDispose]: async () => ended.resolve(),
  });
  await ended.promise;

  assertEquals(verdict.tallies["x"]?.failed, 1);
});

Deno.test("runRuntime() tells of a runtime that breaks behind its last case", async () => {
  const verdict = await verdictOn(runtime(async (options) => {
    await send(options, PASSED);
    return {
      ended: Promise.resolve("it has crashed"),
      async [Symbol.asyncDispose]() {},
    };
  }));

  assertEquals(messages(verdict), ["it has crashed"]);
});

Deno.test("runRuntime() tells of a suite that broke off", async () => {
  const verdict = await verdictOn(runtime(async (options) => {
    await send(options, { ended: "Error: No" });
    return { ended: NEVER, async [Symbol.asyncDispose]() {} };
  }));

  assertEquals(messages(verdict), ["did not run", "Error: No"]);
});
