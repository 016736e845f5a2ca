import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  makeProject,
  type Output,
  type Project,
  ROOT,
  TARBALL,
} from "./project.ts";

const NAME = TARBALL.slice(TARBALL.lastIndexOf("/") + 1);

function pack(project: Project, root: URL, ...args: string[]): Promise<Output> {
  const script = new URL("tools/pack.ts", root).pathname;
  return project.run("deno", "run", "--allow-all", script, ...args);
}

/** A copy of all that goes into the package, and of what packs it. */
function copyTree(project: Project): URL {
  const config = JSON.parse(
    Deno.readTextFileSync(new URL("deno.json", ROOT)),
  );
  for (
    const path of [
      ...config.publish.include,
      "tools/",
      "tests/std/",
      "tests/source_text.ts",
    ]
  ) copy(path);
  return new URL(`file://${project.path}/`);

  function copy(path: string): void {
    const source = new URL(path, ROOT);
    if (!path.endsWith("/")) {
      project.write(path, Deno.readTextFileSync(source));
      return;
    }
    for (const { name, isDirectory } of Deno.readDirSync(source)) {
      copy(`${path}${name}${isDirectory ? "/" : ""}`);
    }
  }
}

Deno.test("deno task pack makes the same bytes of the same tree", async () => {
  using project = makeProject();

  const { success, stdout } = await pack(project, ROOT, "--out", project.path);

  assert(success);
  assertStringIncludes(stdout, NAME);
  assertEquals(
    Deno.readFileSync(`${project.path}/${NAME}`),
    Deno.readFileSync(TARBALL),
  );
});

Deno.test("deno task pack refuses a tree that makes a faulty package", async () => {
  using project = makeProject();
  const root = copyTree(project);
  project.write("runtime/planted.ts", "export const A: number = 1;\n");

  const { success, stderr } = await pack(project, root);

  assertEquals(success, false);
  assertEquals(
    stderr.trim().split("\n"),
    ["Cannot pack:", "  runtime/planted.ts: is reached by no entry"],
  );
  assertEquals([...Deno.readDirSync(project.path)].filter(isTarball), []);
});

Deno.test("deno task pack passes on why Deno cannot pack", async () => {
  using project = makeProject();
  const root = copyTree(project);
  project.write("runtime/version.ts", 'export const VERSION: number = "1";\n');

  const { success, stderr } = await pack(project, root);

  assertEquals(success, false);
  assertStringIncludes(stderr, "Type 'string' is not assignable");
  assertEquals([...Deno.readDirSync(project.path)].filter(isTarball), []);
});

Deno.test("deno task pack refuses arguments it does not know", async () => {
  using project = makeProject();

  const { success, stderr } = await pack(project, ROOT, "--output", ".");

  assertEquals(success, false);
  assertStringIncludes(stderr, "Usage: deno task pack [--out <folder>]");
});

function isTarball({ name }: Deno.DirEntry): boolean {
  return name.includes(".tgz");
}
