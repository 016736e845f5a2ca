/**
 * Packs the module for npm.
 *
 * ```sh
 * deno task pack --out /tmp
 * ```
 *
 * Writes `dsh-llm-<version>.tgz` into the folder, or into this one. The same tree
 * makes the same bytes.
 */

// deno-lint-ignore-file no-console

import { findPackageFaults } from "./find_package_faults.ts";
import { toNpmPackage } from "./npm_package.ts";
import { OPTIONAL_PEERS } from "./optional_peers.ts";
import { readTarball, writeTarball } from "./tarball.ts";

const ROOT = new URL("../", import.meta.url);
// Deno says this of what no public type reaches too; what one does reach is
// looked for in the package.
const NO_TYPES = /^Could not generate types for .*\n?/gm;

if (import.meta.main) Deno.exitCode = await main(Deno.args);

async function main(args: string[]): Promise<number> {
  const [flag, out = ".", ...rest] = args;
  if ((flag !== undefined && flag !== "--out") || rest.length > 0) {
    console.error("Usage: deno task pack [--out <folder>]");
    return 2;
  }

  const folder = await Deno.makeTempDir();
  try {
    const raw = `${folder}/raw.tgz`;
    const { success, stderr } = await new Deno.Command("deno", {
      args: ["pack", "--allow-dirty", "--no-source-maps", "--output", raw],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    if (!success) {
      console.error(new TextDecoder().decode(stderr).replace(NO_TYPES, ""));
      return 1;
    }
    return await finish(await Deno.readFile(raw), out);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function finish(
  raw: Uint8Array<ArrayBuffer>,
  out: string,
): Promise<number> {
  const config = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", ROOT)),
  );
  const decoder = new TextDecoder();
  const packed = new Map<string, string>();
  for (const [path, content] of await readTarball(raw)) {
    packed.set(path.replace(/^package\//, ""), decoder.decode(content));
  }

  const { imports } = config;
  const files = toNpmPackage(packed, { imports, peers: OPTIONAL_PEERS });
  const faults = findPackageFaults(files);
  if (faults.length > 0) {
    console.error(["Cannot pack:", ...faults].join("\n  "));
    return 1;
  }

  const encoder = new TextEncoder();
  const tarball = await writeTarball(
    new Map(
      Array.from(
        files,
        ([path, text]) => [`package/${path}`, encoder.encode(text)] as const,
      ),
    ),
  );
  const name = config.name.replace("@", "").replace("/", "-");
  const target = `${out}/${name}-${config.version}.tgz`;
  // In one step: whoever installs it meanwhile gets a whole one.
  await Deno.writeFile(`${target}.part`, tarball);
  await Deno.rename(`${target}.part`, target);
  console.log(`${target}: ${files.size} files, ${tarball.length} bytes`);
  return 0;
}
