import { assert, assertFalse } from "@std/assert";

const ENTRY = new URL("../../../adapters/pi_ai/mod.ts", import.meta.url);

/** What Deno says while a program runs: which modules it loads, for one. */
async function logOf(code: string): Promise<string> {
  const { stdout, stderr, success } = await new Deno.Command("deno", {
    args: ["eval", "--no-lock", "--log-level=debug", code],
    env: { NO_COLOR: "1" },
  }).output();
  const log = new TextDecoder().decode(stdout) +
    new TextDecoder().decode(stderr);
  assert(success, log.slice(-1_000));
  return log;
}

const LOADED = /registry\.npmjs\.org\/[^\s"]+\.js/;

Deno.test("importing the entry of pi-ai neither loads a package nor looks for pi-ai", async () => {
  const log = await logOf(`import "${ENTRY}";`);

  assertFalse(LOADED.test(log));
  assertFalse(log.includes("@earendil-works"));
});

Deno.test("logOf() shows a package that is loaded", async () => {
  const log = await logOf('import "npm:eventsource-parser@^4.1.3";');

  assert(LOADED.test(log));
});
