import { assert, assertEquals } from "@std/assert";

const EXAMPLE = new URL("../../examples/switch_provider.ts", import.meta.url);

Deno.test("examples/switch_provider.ts does what it asserts", async () => {
  const source = await Deno.readTextFile(EXAMPLE);
  const program = new Deno.Command("deno", {
    args: ["run", "--no-prompt", "--quiet", "--allow-env", EXAMPLE.pathname],
  });

  const { code, stderr } = await program.output();

  assert(/\bdeepEqual\(/.test(source));
  assertEquals(new TextDecoder().decode(stderr), "");
  assertEquals(code, 0);
});
