import { assertEquals } from "@std/assert";

Deno.test("examples/session_file.ts goes on with a file that was cut", async () => {
  const program = new Deno.Command("deno", {
    args: [
      "run",
      "--no-prompt",
      "--quiet",
      "--allow-read=/tmp",
      "--allow-write=/tmp",
      new URL("../../examples/session_file.ts", import.meta.url).pathname,
    ],
    stdout: "piped",
    stderr: "piped",
  });

  const { code, stderr } = await program.output();

  assertEquals(new TextDecoder().decode(stderr), "");
  assertEquals(code, 0);
});
