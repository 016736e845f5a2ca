/**
 * What would make a package fail for those who install it.
 */

import { codeOf } from "../tests/source_text.ts";
import type { Manifest, PackageFiles } from "./npm_package.ts";

const BELONGS = /^(?:package\.json|LICENSE|[A-Z]+\.md|.+\.js|.+\.ts)$/;
const SURROUNDINGS = /^(?:tests|bench|examples|tools)\/|_test\./;
// At the beginning of a statement: a message may speak of what it is "from".
const STATIC =
  /(?:^|;)\s*(?:import|export)\b(?:[\w$\s{},*]*\bfrom)?\s*(["'])([^"'\n]+)\1/gm;
const DYNAMIC = /\bimport\s*\(\s*(["'])([^"'\n]+)\1/g;
const FOREIGN_GLOBAL = /(?<![\w$#.])(?:Deno|Bun|process|Buffer)\s*\./;

/** Finds every fault of a package, each as a sentence that names the file. */
export function findPackageFaults(files: PackageFiles): string[] {
  const manifest: Manifest = JSON.parse(files.get("package.json") ?? "{}");
  const own = Object.keys(manifest.dependencies ?? {});
  const peers = Object.keys(manifest.peerDependencies ?? {});
  const faults: string[] = [];
  const used = new Set<string>();

  for (const [path, text] of files) {
    if (SURROUNDINGS.test(path) || !BELONGS.test(path)) {
      faults.push(`${path}: is no part of the package`);
    } else if (/(?<!\.d)\.ts$/.test(path)) {
      faults.push(`${path}: is reached by no entry`);
    } else if (path.endsWith(".js")) checkCode(path, text);
  }
  checkTypes(checkExports());
  for (const name of [...own, ...peers]) {
    if (!used.has(name)) faults.push(`package.json: nothing uses "${name}"`);
  }
  return faults;

  /** Returns the types of every entry. */
  function checkExports(): string[] {
    const entries = Object.entries(manifest.exports ?? {});
    if (entries.length === 0) faults.push("package.json: exports nothing");
    const types: string[] = [];
    for (const [entry, conditions] of entries) {
      for (const condition of ["types", "import", "default"]) {
        const path = conditions[condition]?.replace("./", "");
        if (path === undefined || !files.has(path)) {
          faults.push(
            `package.json: "${entry}" has no file for "${condition}"`,
          );
        } else if (condition === "types") types.push(path);
      }
    }
    return types;
  }

  function checkCode(path: string, text: string): void {
    const code = codeOf(text, { strings: true });
    for (const target of matches(code, STATIC)) {
      checkImport(path, target, own);
    }
    for (const target of matches(code, DYNAMIC)) {
      checkImport(path, target, [...own, ...peers]);
    }
    // A peer may be named by a constant.
    for (const name of peers) if (code.includes(`"${name}`)) used.add(name);
    const [foreign] = codeOf(text).match(FOREIGN_GLOBAL) ?? [];
    if (foreign) faults.push(`${path}: uses "${foreign}"`);
    if (text.includes("sourceMappingURL=")) {
      faults.push(`${path}: has its source in it`);
    }
  }

  // Only types that an entry reaches are of use, and Deno packs no others.
  function checkTypes(entries: string[]): void {
    const reached = new Set(entries);
    for (const path of reached) {
      const code = codeOf(files.get(path) ?? "", { strings: true });
      for (
        const target of [...matches(code, STATIC), ...matches(code, DYNAMIC)]
      ) {
        const types = checkImport(path, target, own);
        if (types !== undefined) reached.add(types);
      }
    }
  }

  /** Returns the file that an import names, if it is one of the package's. */
  function checkImport(
    path: string,
    target: string,
    packages: string[],
  ): string | undefined {
    if (!target.startsWith(".")) {
      const name = target.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? target;
      used.add(name);
      if (!packages.includes(name)) {
        faults.push(`${path}: imports "${target}", which is not installed`);
      }
      return undefined;
    }
    const root = "file:///";
    const url = new URL(target, `${root}${path}`).href.slice(root.length);
    const file = path.endsWith(".d.ts") ? url.replace(/\.js$/, ".d.ts") : url;
    if (files.has(file)) return file;
    faults.push(`${path}: imports "${target}", which is not there`);
    return undefined;
  }
}

function matches(code: string, pattern: RegExp): string[] {
  return Array.from(code.matchAll(pattern), ([, , target = ""]) => target);
}
