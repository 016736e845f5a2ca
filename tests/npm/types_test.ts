import { assert, assertEquals, assertMatch } from "@std/assert";
import { NODE_TYPES, TYPESCRIPTS } from "../npm_packages.ts";
import {
  entriesOf,
  makeProject,
  type Output,
  type Project,
  readProgram,
  TARBALL,
} from "./project.ts";

const MODULES = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
];

const WEB = { lib: ["es2022", "dom"], types: [] };
const NODE = { lib: ["es2022"], types: ["node"] };

const compilers = makeProject();
const project = makeProject();
const server = makeProject();
addEventListener("unload", () => {
  for (const { [Symbol.dispose]: dispose } of [compilers, project, server]) {
    dispose();
  }
});
await project.install(TARBALL);
await server.install(TARBALL, NODE_TYPES);
await compilers.install(...TYPESCRIPTS);

for (const compiler of TYPESCRIPTS) {
  const [folder] = compiler.split("@");
  const command = `${compilers.path}/node_modules/${folder}/bin/tsc`;
  const shown = await compilers.output("node", command, "--version");
  for (const modules of MODULES) {
    const name = shown.replace("Version ", "TypeScript ").trim() +
      ` with ${modules.moduleResolution}`;
    const check = (files: Record<string, string>) =>
      compile(project, command, files, { ...modules, ...WEB });

    Deno.test(`${name} checks a program and the types of every entry`, async () => {
      const { success, stdout } = await check(wholeProgram());

      assertEquals(stdout, "");
      assert(success);
    });

    Deno.test(`${name} checks the same against Node's types alone`, async () => {
      const { success, stdout } = await compile(
        server,
        command,
        wholeProgram(),
        { ...modules, ...NODE },
      );

      assertEquals(stdout, "");
      assert(success);
    });

    for (const entry of ["@dsh/llm", "@dsh/llm/message"]) {
      Deno.test(`${name} adds a block through ${entry}, and no other`, async () => {
        const { success, stdout } = await check({ "poll.ts": merging(entry) });

        assertEquals(stdout, "");
        assert(success);
      });
    }

    Deno.test(`${name} finds what is wrong with a program`, async () => {
      const { success, stdout } = await check({
        "wrong.ts": `import { createUserMessage } from "@dsh/llm";
createUserMessage({ content: 1 });
export const id: number = createUserMessage({ content: "a" }).id;`,
      });

      const places = stdout.split("\n").filter((line) => /^\S/.test(line));
      assertEquals(success, false);
      assertEquals(places.length, 2);
      assertMatch(places[0]!, /^wrong\.ts\(2,21\): error TS2322: /);
      assertMatch(places[1]!, /^wrong\.ts\(3,14\): error TS2322: /);
    });
  }
}

async function compile(
  project: Project,
  command: string,
  files: Record<string, string>,
  options: Record<string, unknown>,
): Promise<Output> {
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  const compilerOptions = {
    ...options,
    target: "es2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const config = { compilerOptions, files: Object.keys(files) };
  project.write("tsconfig.json", JSON.stringify(config));
  return await project.run("node", command, "--project", ".");
}

/** A program that uses every entry, and imports all that its types reach. */
function wholeProgram(): Record<string, string> {
  const imports = entriesOf(project).map((entry) => `import "${entry}";`);
  return {
    "consumer.ts": readProgram("consumer.ts"),
    "entries.ts": imports.join("\n"),
  };
}

/** A program with a block of its own. */
function merging(entry: string): string {
  return `import type { ContentBlock } from "@dsh/llm";
import { createUserMessage } from "@dsh/llm/message";
import type {} from "${entry}";

declare module "${entry}" {
  interface ContentBlockMap {
    poll: { type: "poll"; votes: number[] };
  }
}

export const poll: ContentBlock = { type: "poll", votes: [1, 2] };
createUserMessage({ content: [poll, { type: "poll", votes: [] }] });

// @ts-expect-error Votes are numbers.
export const odd: ContentBlock = { type: "poll", votes: ["1"] };
// @ts-expect-error Nobody declared a ballot.
createUserMessage({ content: [{ type: "ballot", votes: [] }] });
`;
}
