import {
  assertEquals,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { BUN } from "../npm_packages.ts";
import { makeProject, packagesOf, ROOT, TARBALL } from "./project.ts";

const PACKAGES = ["@dsh/llm", "eventsource-parser"];

Deno.test("npm installs the package with its one dependency, and no provider's SDK", async () => {
  using project = makeProject();

  await project.install(TARBALL);

  assertEquals(packagesOf(project), PACKAGES);
});

Deno.test("npm warns of no engine but that of eventsource-parser", async () => {
  using project = makeProject();
  const node = await project.output("node", "--print", "process.versions.node");
  const [major = 0, minor = 0] = node.split(".").map(Number);

  const warnings = await project.install(TARBALL);

  const wanting = Array.from(
    warnings.matchAll(/package: '([^']+)@/g),
    ([, name]) => name,
  );
  const old = major < 22 || (major === 22 && minor < 12);
  assertEquals(wanting, old ? ["eventsource-parser"] : []);
});

Deno.test("Bun installs the package with its one dependency, and no provider's SDK", async () => {
  using runtimes = makeProject();
  using project = makeProject({ "package.json": "{}" });
  await runtimes.install(BUN);

  await project.output(
    `${runtimes.path}/node_modules/.bin/bun`,
    "add",
    TARBALL,
  );

  assertEquals(packagesOf(project), PACKAGES);
});

Deno.test("README.md names the tarball that deno task pack makes", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));

  assertStringIncludes(readme, TARBALL.slice(TARBALL.lastIndexOf("/") + 1));
});

Deno.test("npm finds what the package is, what it may be used for, and where it runs", async () => {
  using project = makeProject();
  await project.install(TARBALL);
  const keys = ["description", "keywords", "license", "engines", "version"];

  const shown = await project.output(
    "npm",
    "pkg",
    "get",
    "--prefix",
    "node_modules/@dsh/llm",
    ...keys,
  );

  const manifest = JSON.parse(shown);
  for (const key of keys) assertNotEquals(manifest[key], undefined, key);
});
