/**
 * The rules of the tree, each a function from a path and its code to what is wrong.
 *
 * Paths are relative to the root of the tree and use slashes.
 */

import { codeOf } from "./source_text.ts";

/** One rule of the tree. */
export interface Rule {
  /** What holds if nothing is found. */
  name: string;
  /** Finds what breaks the rule in one file. */
  find(path: string, code: string): string[];
}

const MAX_LINES = 300;

const ENTRY_POINTS = ["mod.ts", "message.ts"];

// What a file may import, by the longest matching prefix of its path.
const LAYERS: Record<string, string[]> = {
  "mod.ts": ["message.ts", "runtime/"],
  "message.ts": ["message/"],
  "message/": ["message/"],
  "runtime/": ["message.ts", "message/find_", "runtime/"],
  "runtime/wire/": ["message.ts", "message/find_", "runtime/"],
  "runtime/session/": [
    "message.ts",
    "message/find_",
    "message/random_uuid.ts",
    "runtime/",
  ],
  "runtime/meter/": ["message.ts", "message/find_", "runtime/"],
  "adapters/deepseek/": [
    "message.ts",
    "message/find_fault.ts",
    "runtime/",
    "adapters/deepseek/",
  ],
  "adapters/pi_ai/": [
    "message.ts",
    "message/find_fault.ts",
    "runtime/",
    "adapters/pi_ai/",
  ],
  "testing/": ["message.ts", "runtime/", "adapters/", "testing/"],
};

// Packages a folder may import: whatever is not named here imports none.
const PACKAGES: Record<string, string[]> = {
  "runtime/wire/": ["eventsource-parser"],
  "adapters/deepseek/": ["eventsource-parser"],
};

const PUBLISHED =
  /^(mod\.ts$|message\.ts$|(message|runtime|adapters|testing)\/)/;
// A statement begins one, or a call is one: the words alone may be in a message.
const IMPORT =
  /(?:(?:^|;)\s*(?:import|export)\b(?:[\w$\s{},*]*\bfrom)?|\bimport\s*\()\s*["']([^"'\n]+)["']/gm;
const USES_MOD = /^(tests|bench|examples)\//;

/** Tells whether a file is part of the package. */
export function isPublished(path: string): boolean {
  return PUBLISHED.test(path);
}

/** Every rule, for any TypeScript file of the tree. */
export const RULES: Rule[] = [
  { name: "imports point one way", find: published(findLayerBreaches) },
  {
    name: "only known packages are imported",
    find: published(findForeignPackages),
  },
  {
    name: "private files are imported by their own folder alone",
    find: published(findPrivateImports),
  },
  {
    name: "nothing but tests, benches and examples imports mod.ts",
    find: findModImports,
  },
  { name: "mod.ts only re-exports", find: findModStatements },
  { name: "files stay short", find: findLongFile },
  { name: "names are snake_case", find: findBadName },
  {
    name: "no types are augmented",
    find: published(matching(/\bdeclare\s+(?:global|module)\b/g)),
  },
  {
    name: "nothing is exported as default",
    find: published(matching(/\bexport\s+default\b/g)),
  },
  {
    name: "streams are read by readers",
    find: published(
      matching(/\bfor\s+await\b|\bReadableStream\s*\.\s*from\b/g),
    ),
  },
  {
    name: "time comes from globals that can be faked",
    find: published(
      matching(/\bAbortSignal\s*\.\s*timeout\b|\bperformance\s*\.\s*now\b/g),
    ),
  },
  { name: "no globals but the web's are used", find: published(findGlobals) },
];

function published(find: Rule["find"]): Rule["find"] {
  return (path, code) => isPublished(path) ? find(path, code) : [];
}

function matching(pattern: RegExp): Rule["find"] {
  return (_, code) =>
    Array.from(codeOf(code).matchAll(pattern), ([text]) => text);
}

/** What a file imports: paths from the root for its own tree, else as written. */
export function importsOf(path: string, code: string): string[] {
  const root = new URL("file:///root/");
  const specifiers = codeOf(code, { strings: true }).matchAll(IMPORT);
  return Array.from(
    specifiers,
    ([, specifier = ""]) =>
      specifier.startsWith(".")
        ? new URL(specifier, new URL(path, root)).href.slice(root.href.length)
        : specifier,
  );
}

function isPath(target: string): boolean {
  return /\.(ts|json)$/.test(target);
}

function lookUp(table: Record<string, string[]>, path: string): string[] {
  const prefix = Object.keys(table)
    .filter((prefix) => path.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  return prefix === undefined ? [] : table[prefix] ?? [];
}

function findLayerBreaches(path: string, code: string): string[] {
  const allowed = lookUp(LAYERS, path);
  return importsOf(path, code).filter((target) =>
    isPath(target) && !allowed.some((prefix) => target.startsWith(prefix))
  );
}

function findForeignPackages(path: string, code: string): string[] {
  const allowed = lookUp(PACKAGES, path);
  return importsOf(path, code).filter((target) =>
    !isPath(target) && !allowed.includes(target)
  );
}

function findPrivateImports(path: string, code: string): string[] {
  return importsOf(path, code).filter((target) =>
    isPath(target) && nameOf(target).startsWith("_") &&
    folderOf(target) !== folderOf(path)
  );
}

function findModImports(path: string, code: string): string[] {
  if (USES_MOD.test(path)) return [];
  return importsOf(path, code).filter((target) =>
    isPath(target) ? nameOf(target) === "mod.ts" : target.startsWith("@dsh/llm")
  );
}

function findModStatements(path: string, code: string): string[] {
  if (
    !isPublished(path) ||
    !(ENTRY_POINTS.includes(path) || nameOf(path) === "mod.ts")
  ) return [];

  const rest = codeOf(code, { strings: true })
    .replace(
      /\bexport\s+(?:type\s+)?(?:\*|\{[^{}]*\})\s*from\s*"[^"\n]*"\s*;/g,
      "",
    )
    .trim();
  return rest === "" ? [] : [rest.split("\n")[0] ?? rest];
}

function findLongFile(_: string, code: string): string[] {
  if (/^\/\/ Generated /.test(code)) return [];
  const lines = code.trimEnd().split("\n").length;
  return lines > MAX_LINES ? [`${lines} lines`] : [];
}

function findBadName(path: string): string[] {
  return path.split("/").filter((part) =>
    !/^\.?_?[a-z0-9]+(_[a-z0-9]+)*(\.ts)?$/.test(part)
  );
}

function findGlobals(path: string, code: string): string[] {
  const own = codeOf(code);
  // The one place that may report a fault of a listener nobody else will see.
  const rest = path === "runtime/diagnostics.ts"
    ? own.replace("console.error", "")
    : own;
  const uses = rest.matchAll(
    /(?<![\w$#]|(?<!globalThis)(?<!\.\.)\.)(?:Deno|process|Buffer|console)\b/g,
  );
  return [
    ...Array.from(uses, ([name]) => name),
    ...importsOf(path, code).filter((target) => target.startsWith("node:")),
  ];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
