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

function foldersIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(new URL(folder, ROOT)))
    .filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => `${folder}${name}/`);
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

Deno.test("README.md says what every entry is for", async () => {
  const text = await Deno.readTextFile(new URL("README.md", ROOT));
  const config = await Deno.readTextFile(new URL("deno.json", ROOT));
  const entries = Object.keys(JSON.parse(config).exports);

  const missing = entries.filter((entry) =>
    !new RegExp(`\\| \`@dsh/llm${entry.slice(1)}\` +\\|`).test(text)
  );

  assert(entries.length > 5);
  assertEquals(missing, []);
});

Deno.test("README.md links every example", async () => {
  const text = await Deno.readTextFile(new URL("README.md", ROOT));
  const files = Array.from(Deno.readDirSync(new URL("examples/", ROOT)))
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".ts"));

  const missing = files.filter((name) =>
    !text.includes(`(./examples/${name})`)
  );

  assert(files.length > 5);
  assertEquals(missing, []);
});

Deno.test("ARCHITECTURE.md says what every folder is for", async () => {
  const text = await Deno.readTextFile(new URL("ARCHITECTURE.md", ROOT));
  const published = ["runtime/", "adapters/", "testing/"].flatMap(foldersIn);
  const roots = foldersIn("./").map((path) => path.slice("./".length));
  // The others mirror the tree.
  const apart = foldersIn("tests/").filter((path) =>
    !roots.includes(path.slice("tests/".length))
  );

  const missing = [...published, ...apart].filter((folder) =>
    !new RegExp(`^\\| \`${folder}\` +\\|`, "m").test(text)
  );

  assert(published.length > 5);
  assert(apart.length > 5);
  assertEquals(missing, []);
});
