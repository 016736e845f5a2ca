// Two whole copies of the module in one program, as two versions of it would be.
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url);

Deno.test("two copies of the module serve, fail and tell of each other's calls", async () => {
  // A program of its own, since tests may not write.
  const { stdout, stderr } = await new Deno.Command("deno", {
    args: [
      "run",
      "--no-lock",
      "--allow-read",
      "--allow-write",
      "tests/fixtures/two_copies.ts",
    ],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();

  const output = new TextDecoder().decode(stdout);
  assert(output !== "", new TextDecoder().decode(stderr));
  const failure = {
    message: "Cannot call model",
    code: "RATE_LIMIT",
    status: 429,
    providerRetryAfterMs: 1_500,
  };
  const finish = { kind: "error", failure };
  assertEquals(JSON.parse(output), {
    apart: true,
    text: "Hello",
    passed: "Hello",
    prepared: "Hello",
    policy: "always",
    finish,
    thrown: true,
    classified: true,
    elsewhere: false,
    instance: false,
    nested: { finish, outer: false, inner: true },
  });
});
