// Leak checks are a setting: without these tests nobody notices that it is gone.
import {
  assertMatch,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";

const ROOT = new URL("../", import.meta.url);

async function runTests(
  path: string,
): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command("deno", {
    args: ["test", "--no-lock", "--allow-net=127.0.0.1", path],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("deno test fails on a planted leak and names it", async () => {
  const { success, output } = await runTests("tests/fixtures/leaky.ts");

  assertStrictEquals(success, false);
  assertStringIncludes(output, "0 passed | 2 failed");
  assertMatch(output, /timer was started in this test, but never completed/);
  assertMatch(
    output,
    /HTTP server was started during the test, but not closed|was created during the test, but not/,
  );
});

Deno.test("deno test passes on the same steps without the leak", async () => {
  const { success, output } = await runTests("tests/fixtures/leak_free.ts");

  assertStringIncludes(output, "2 passed | 0 failed");
  assertStrictEquals(success, true);
});
