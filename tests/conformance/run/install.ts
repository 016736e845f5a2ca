/**
 * What runs need and do not find.
 *
 * @module
 */

import {
  BUN,
  NODE_20,
  NODE_24,
  PUPPETEER,
  WORKERD,
} from "../../npm_packages.ts";
import { runCommand } from "./run_command.ts";

const PACKAGES = [NODE_20, NODE_24, BUN, WORKERD, PUPPETEER];

const DEBIAN_PACKAGES = [
  "chromium",
  "firefox-esr",
  "webkit2gtk-driver",
  "xvfb",
];

/** Installs runtimes from npm into a folder, unless it has them. */
export async function installRuntimes(folder: string): Promise<void> {
  // Only what is the same is there already.
  const done = `${folder}/installed.json`;
  const wanted = JSON.stringify(PACKAGES);
  if (await read(done) === wanted) return;
  await Deno.mkdir(folder, { recursive: true });
  await npmInstall(folder, PACKAGES);
  // npm may be set up to run no install scripts: these put binaries in place.
  for (const name of ["bun", "workerd"]) {
    await runCommand("node", [`node_modules/${name}/install.js`], folder);
  }
  await Deno.writeTextFile(done, wanted);
}

/** Packs this package and installs it into a folder, as its users do. */
export async function installPackage(folder: string): Promise<void> {
  const root = new URL("../../../", import.meta.url).pathname;
  await Deno.mkdir(folder);
  await runCommand("deno", ["task", "pack", "--out", folder], root);
  const tarballs = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(".tgz"));
  await npmInstall(folder, tarballs.map((name) => `./${name}`));
}

/** Installs browsers from Debian, unless they are there. */
export async function installBrowsers(): Promise<void> {
  const missing: string[] = [];
  for (const name of DEBIAN_PACKAGES) {
    const known = await runCommand("dpkg-query", [
      "--show",
      "--showformat=${db:Status-Status}",
      name,
    ]).catch(() => "");
    if (known !== "installed") missing.push(name);
  }
  if (missing.length === 0) return;
  await runCommand("apt-get", ["update"]);
  await runCommand("apt-get", [
    "install",
    "-y",
    "--no-install-recommends",
    ...missing,
  ]);
}

async function npmInstall(
  folder: string,
  packages: readonly string[],
): Promise<void> {
  // Without one npm would install into a folder above.
  await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "module" }');
  await runCommand(
    "npm",
    ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund"]
      .concat(packages),
    folder,
  );
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return undefined;
  }
}
