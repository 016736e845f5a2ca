import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { VERSION } from "../runtime/version.ts";

const ROOT = new URL("../", import.meta.url);

async function readJson(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await Deno.readTextFile(new URL(path, ROOT)));
}

Deno.test("VERSION is the version in deno.json", async () => {
  const config = await readJson("deno.json");

  assertEquals<unknown>(VERSION, config.version);
});

Deno.test("VERSION is a semantic version", () => {
  assertMatch(VERSION, /^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/);
});

Deno.test("CHANGELOG.md has a section for VERSION", async () => {
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", ROOT));

  assertStringIncludes(changelog, `## ${VERSION}`);
});
