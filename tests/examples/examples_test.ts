import { assert, assertEquals } from "@std/assert";

const EXAMPLES = new URL("../../examples/", import.meta.url);

// They have tests of their own: one needs arguments, one a Redis, one pi-ai, one
// files.
const APART = [
  "demo.ts",
  "resume_redis.ts",
  "session_file.ts",
  "switch_provider.ts",
];

for (const { name } of Deno.readDirSync(EXAMPLES)) {
  if (!name.endsWith(".ts") || APART.includes(name)) continue;

  Deno.test(`examples/${name} does what it asserts, without any permission`, async () => {
    const source = await Deno.readTextFile(new URL(name, EXAMPLES));
    const program = new Deno.Command("deno", {
      args: ["run", "--no-prompt", "--quiet", new URL(name, EXAMPLES).pathname],
      stdout: "piped",
      stderr: "piped",
    });

    const { code, stderr } = await program.output();

    assert(/\b(?:equal|deepEqual)\(/.test(source));
    assertEquals(new TextDecoder().decode(stderr), "");
    assertEquals(code, 0);
  });
}
