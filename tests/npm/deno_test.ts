import { assertEquals, assertExists, assertMatch } from "@std/assert";
import { makeProject, ROOT } from "./project.ts";

/** The first block of a language in a section of README.md. */
function readBlock(section: string, language: string): string {
  const readme = Deno.readTextFileSync(new URL("README.md", ROOT));
  const [, text = ""] = readme.split(`## ${section}\n`);
  const [, block] = text.match(
    new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s"),
  ) ?? [];
  assertExists(block);
  return block;
}

Deno.test("a Deno project takes the module from a checkout as README.md says", async () => {
  using folder = makeProject({
    "project/deno.json": readBlock("Install it", "json"),
    "project/main.ts": readBlock("Use it", "ts"),
  });
  Deno.symlinkSync(ROOT.pathname.slice(0, -1), `${folder.path}/llm`);

  const printed = await folder.output(
    "deno",
    "run",
    "--check",
    "--config=project/deno.json",
    "project/main.ts",
  );

  assertMatch(printed, /text: "Hello"/);
  assertEquals(printed.match(/type: "finish"/g)?.length, 1);
});
