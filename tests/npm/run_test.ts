import { assertArrayIncludes, assertEquals } from "@std/assert";
import { BUN, NODE_24 } from "../npm_packages.ts";
import {
  entriesOf,
  makeProject,
  type Project,
  readProgram,
  ROOT,
  TARBALL,
} from "./project.ts";

/** What a runtime is called, and how to start it. */
interface Runtime {
  readonly name: string;
  readonly command: string;
}

const PROGRAMS = [
  "conversation.mjs",
  "abort.mjs",
  "wire.mjs",
  "resume.mjs",
  "leave.mjs",
  "without_pi_ai.mjs",
];

const runtimes = makeProject();
const project = makeProject();
addEventListener("unload", () => {
  runtimes[Symbol.dispose]();
  project[Symbol.dispose]();
});
await project.install(TARBALL);
for (const name of [...PROGRAMS, "serve.mjs", "exports.mjs"]) {
  project.write(name, readProgram(name));
}

for (const { name, command } of await installRuntimes(runtimes)) {
  Deno.test(`${name} imports every entry and finds what Deno finds`, async () => {
    const entries = entriesOf(project);

    const found = await project.output(command, "exports.mjs", ...entries);

    assertArrayIncludes(entries, ["@dsh/llm", "@dsh/llm/pi-ai"]);
    assertEquals(JSON.parse(found), await namesInDeno());
  });

  for (const program of PROGRAMS) {
    Deno.test(`${name} runs ${program}`, async () => {
      assertEquals(await project.output(command, program), "passed\n");
    });
  }
}

async function namesInDeno(): Promise<Record<string, string[]>> {
  const config = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", ROOT)),
  );
  const names: Record<string, string[]> = {};
  for (const [entry, path] of Object.entries<string>(config.exports)) {
    const module = await import(new URL(path, ROOT).href);
    names[`@dsh/llm${entry.slice(1)}`] = Object.keys(module).sort();
  }
  return names;
}

async function installRuntimes(runtimes: Project): Promise<Runtime[]> {
  await runtimes.install(BUN, NODE_24);
  const commands = [
    "node",
    `${runtimes.path}/node_modules/node24/bin/node`,
    `${runtimes.path}/node_modules/.bin/bun`,
  ];
  return await Promise.all(commands.map(async (command) => {
    const version = (await runtimes.output(command, "--version")).trim();
    const name = version.startsWith("v")
      ? `Node ${version.slice(1)}`
      : `Bun ${version}`;
    return { name, command };
  }));
}
