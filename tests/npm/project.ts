/**
 * Projects outside the tree, as those who install the package have them.
 *
 * The tarball is the one that `deno task pack` has left in the root of the tree.
 */

import { VERSION } from "../../runtime/version.ts";
import { BUN } from "../npm_packages.ts";

/** The root of the tree. */
export const ROOT: URL = new URL("../../", import.meta.url);

/** The tarball under test. */
export const TARBALL: string = new URL(`dsh-llm-${VERSION}.tgz`, ROOT).pathname;

// A program that waits for good must fail its test.
const PATIENCE_MS = 120_000;

/** What a command printed. */
export interface Output {
  /** Whether it exited with 0. */
  readonly success: boolean;
  /** What it printed. */
  readonly stdout: string;
  /** What it complained of. */
  readonly stderr: string;
}

/** A folder that goes away with the test. */
export interface Project extends Disposable {
  /** Where it is. */
  readonly path: string;
  /** Writes a file into it. */
  write(name: string, text: string): void;
  /** Runs a command in it. */
  run(command: string, ...args: string[]): Promise<Output>;
  /** Runs a command in it that must succeed, and returns what it printed. */
  output(command: string, ...args: string[]): Promise<string>;
  /** Installs packages with npm, and returns what npm complained of. */
  install(...packages: string[]): Promise<string>;
}

/** Makes a project with these files in it, by name. */
export function makeProject(
  files: Readonly<Record<string, string>> = {},
): Project {
  const path = Deno.makeTempDirSync({ prefix: "dsh-llm-" });
  const project: Project = {
    path,
    write(name, text) {
      const file = `${path}/${name}`;
      Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(file, text);
    },
    async run(command, ...args) {
      const { success, stdout, stderr } = await new Deno.Command(command, {
        args,
        cwd: path,
        env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
        stdin: "null",
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).output();
      const decoder = new TextDecoder();
      return {
        success,
        stdout: decoder.decode(stdout),
        stderr: decoder.decode(stderr),
      };
    },
    async output(command, ...args) {
      const { success, stdout, stderr } = await project.run(command, ...args);
      if (success) return stdout;
      throw new Error(
        `Cannot run ${command} ${args.join(" ")}: ${stdout}${stderr}`,
      );
    },
    async install(...packages) {
      // Without one npm would install into a folder above.
      project.write("package.json", '{ "private": true, "type": "module" }');
      const args = ["install", "--no-audit", "--no-fund", ...packages];
      const { success, stderr } = await project.run("npm", ...args);
      if (!success) {
        throw new Error(`Cannot install ${packages.join(" ")}: ${stderr}`);
      }
      // npm may be set up to run no install scripts: this one puts the binary in place.
      if (packages.includes(BUN)) {
        await project.output("node", "node_modules/bun/install.js");
      }
      return stderr;
    },
    [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }),
  };
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  return project;
}

/** A file of the folder `programs`. */
export function readProgram(name: string): string {
  return Deno.readTextFileSync(new URL(`programs/${name}`, import.meta.url));
}

/** The packages in a project's `node_modules`, by name. */
export function packagesOf({ path }: Project): string[] {
  const folder = `${path}/node_modules`;
  const names: string[] = [];
  for (const { name } of Deno.readDirSync(folder)) {
    if (name.startsWith(".")) continue;
    if (!name.startsWith("@")) names.push(name);
    else {
      for (const inner of Deno.readDirSync(`${folder}/${name}`)) {
        names.push(`${name}/${inner.name}`);
      }
    }
  }
  return names.sort();
}

/** What can be imported of the installed package. */
export function entriesOf({ path }: Project): string[] {
  const manifest = JSON.parse(
    Deno.readTextFileSync(`${path}/node_modules/@dsh/llm/package.json`),
  );
  return Object.keys(manifest.exports).map((entry) =>
    `@dsh/llm${entry.slice(1)}`
  );
}
