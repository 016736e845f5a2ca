import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);
const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(new URL(path, ROOT));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

for (const page of PAGES) {
  Deno.test(`${page} names no file that is not there`, async () => {
    const text = await Deno.readTextFile(new URL(page, ROOT));
    const paths = text.matchAll(
      /(?<![\w./-])(?:message|runtime|adapters|testing|tests|bench|examples|tools)\/[\w./]*/g,
    );

    const missing: string[] = [];
    for (const [path] of paths) {
      const plain = path.replace(/[.,]+$/, "");
      if (!await exists(plain)) missing.push(plain);
    }

    assertEquals(missing, []);
  });
}

Deno.test("ARCHITECTURE.md names no test that is not there", async () => {
  const text = await Deno.readTextFile(new URL("ARCHITECTURE.md", ROOT));
  const [, life = ""] = text.split("## The life of a call");
  const [section = ""] = life.split("\n## ");
  const names = Array.from(
    section.matchAll(/`([a-z_]+)`/g),
    ([, name]) => name!,
  );

  const missing: string[] = [];
  for (const name of new Set(names)) {
    if (name === "finish") continue;
    if (!await exists(`tests/runtime/${name}_test.ts`)) missing.push(name);
  }

  assert(names.length > 20);
  assertEquals(missing, []);
});

Deno.test("CONTRIBUTING.md names every task", async () => {
  const text = await Deno.readTextFile(new URL("CONTRIBUTING.md", ROOT));
  const config = await Deno.readTextFile(new URL("deno.json", ROOT));
  const tasks = Object.keys(JSON.parse(config).tasks);

  const missing = tasks.filter((name) =>
    !new RegExp(`\\| \`[^\`]*deno task ${name}[\` ]`).test(text)
  );

  assert(tasks.length > 5);
  assertEquals(missing, []);
});
