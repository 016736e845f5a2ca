import { assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

interface Config {
  exports?: Record<string, string>;
  imports?: Record<string, string>;
  links?: string[];
  tasks?: Record<string, { command: string }>;
  compilerOptions?: Record<string, unknown>;
  [key: string]: unknown;
}

async function readConfig(path: string): Promise<Config> {
  return JSON.parse(await Deno.readTextFile(new URL(path, ROOT)));
}

Deno.test("deno.jsr.json says what deno.json says", async () => {
  const config = await readConfig("deno.json");
  const jsr = await readConfig("deno.jsr.json");

  for (
    const key of [
      "name",
      "version",
      "exports",
      "imports",
      "scopes",
      "compilerOptions",
      "test",
    ]
  ) {
    assertEquals(jsr[key], config[key], key);
  }
});

Deno.test("deno.jsr.json takes the @std packages from JSR", async () => {
  const jsr = await readConfig("deno.jsr.json");

  assertEquals(jsr.links, undefined);
});

// `deno task` downloads what `imports` and the lock name before it runs anything,
// so the demo would pay for what only tests need.
Deno.test("deno.json makes a task download the core's dependency alone", async () => {
  const { imports, lock } = await readConfig("deno.json");

  const packages = Object.entries(imports ?? {}).filter(([, target]) =>
    target.startsWith("npm:")
  );

  assertEquals(packages.map(([name]) => name), ["eventsource-parser"]);
  assertEquals(lock, false);
});

Deno.test("web.json is as strict as deno.json", async () => {
  const { compilerOptions } = await readConfig("deno.json");
  const web = await readConfig("web.json");

  const { lib, ...strictness } = web.compilerOptions ?? {};

  assertEquals(strictness, compilerOptions);
  assertEquals((lib as string[]).filter((name) => name.startsWith("deno")), []);
});

Deno.test("web.json resolves a package to the same version as deno.json", async () => {
  const { imports } = await readConfig("deno.json");
  const web = await readConfig("web.json");

  for (const [name, target] of Object.entries(web.imports ?? {})) {
    assertEquals(target, imports?.[name], name);
  }
});

for (const task of ["check:web", "docs"]) {
  Deno.test(`deno task ${task} covers every entry point`, async () => {
    const config = await readConfig("deno.json");

    const words = config.tasks?.[task]?.command.split(" ") ?? [];

    assertEquals(
      Object.values(config.exports ?? {}).filter((path) =>
        !words.includes(path.slice(2))
      ),
      [],
    );
  });
}
