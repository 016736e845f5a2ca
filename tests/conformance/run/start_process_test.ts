import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { startProcess } from "./start_process.ts";

function start(code: string) {
  return startProcess("deno", { args: ["eval", "--no-lock", code] });
}

Deno.test("startProcess() tells how a process has ended, and what it printed", async () => {
  await using child = start(
    'console.log("a"); console.error("b"); Deno.exit(3)',
  );

  const why = await child.ended;

  assertMatch(why, /^deno has ended with 3: /);
  assertEquals([why.includes("a"), why.includes("b")], [true, true]);
});

Deno.test("startProcess() waits for what a process prints", async () => {
  await using child = start(
    'console.log("port: 7"); setTimeout(() => {}, 60_000)',
  );

  assertEquals((await child.printed(/port: (\d+)\n/))[1], "7");
});

Deno.test("startProcess() keeps complaints out of what it waits for", async () => {
  await using child = start(
    'console.error("7"); console.log("8"); setTimeout(() => {}, 60_000)',
  );

  assertEquals((await child.printed(/^(\d+)\n/m))[1], "8");
});

Deno.test("startProcess() does not wait for a process that has ended", async () => {
  await using child = start('console.log("a")');

  await assertRejects(
    () => child.printed(/port:/),
    Error,
    "deno has ended with 0: a",
  );
});

Deno.test("startProcess() ends a process with its scope", async () => {
  let ended: Promise<string>;
  {
    await using child = start('console.log("a"); setTimeout(() => {}, 60_000)');
    await child.printed(/a/);
    ended = child.ended;
  }

  assertMatch(await ended, /^deno has ended with 143: a/);
});
