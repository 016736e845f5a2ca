import { assertEquals } from "@std/assert";
import { findPackageFaults } from "../../tools/find_package_faults.ts";

const ENTRY = {
  types: "./mod.d.ts",
  import: "./mod.js",
  default: "./mod.js",
};
const MANIFEST = {
  exports: { ".": ENTRY },
  dependencies: { frames: "^4" },
  peerDependencies: { "@heavy/sdk": "^1" },
};
const SOUND = {
  "package.json": JSON.stringify(MANIFEST),
  "LICENSE": "MIT",
  "README.md": 'import "nowhere";',
  "mod.js":
    'import { a } from "./a.js";\nimport b from "frames/b";\nexport { a, b };',
  "mod.d.ts":
    'export { a } from "./a.js";\nexport type { B } from "frames";\n/** From "./b.js". */',
  "a.js":
    '// Deno.exit()\nexport const a = () => import("@heavy/sdk/a");\nfail("Cannot ask Deno.");',
  "a.d.ts": "export declare function a(): Promise<unknown>;",
};

function faultsWith(
  changes: Record<string, string | undefined>,
  manifest: Record<string, unknown> = {},
): string[] {
  const files = new Map<string, string>();
  for (const [path, text] of Object.entries({ ...SOUND, ...changes })) {
    if (text !== undefined) files.set(path, text);
  }
  files.set("package.json", JSON.stringify({ ...MANIFEST, ...manifest }));
  return findPackageFaults(files);
}

Deno.test("findPackageFaults() finds nothing in a sound package", () => {
  assertEquals(faultsWith({}), []);
});

Deno.test("findPackageFaults() takes a package without dependencies", () => {
  const files = { "mod.js": "", "mod.d.ts": "", "a.js": "" };
  const none = { dependencies: undefined, peerDependencies: undefined };

  assertEquals(faultsWith(files, none), []);
});

Deno.test("findPackageFaults() misses no types that no entry reaches", () => {
  assertEquals(faultsWith({ "b.js": "" }), []);
});

const FAULTS: [
  fault: string,
  changes: Record<string, string | undefined>,
  manifest?: Record<string, unknown>,
][] = [
  ["deno.lock: is no part of the package", { "deno.lock": "{}" }],
  ["tests/a.js: is no part of the package", { "tests/a.js": "" }],
  ["tools/a.js: is no part of the package", { "tools/a.js": "" }],
  ["a_test.js: is no part of the package", { "a_test.js": "" }],
  ["b.ts: is reached by no entry", { "b.ts": "" }],
  [
    "b.js: has its source in it",
    { "b.js": "//# sourceMappingURL=data:application/json;base64,e30=" },
  ],
  ["package.json: exports nothing", {}, { exports: {} }],
  [
    'package.json: "." has no file for "types"',
    {},
    { exports: { ".": { ...ENTRY, types: undefined } } },
  ],
  [
    'package.json: "./a" has no file for "default"',
    {},
    { exports: { ".": ENTRY, "./a": { ...ENTRY, default: "./b.js" } } },
  ],
  ['mod.d.ts: imports "./a.js", which is not there', { "a.d.ts": undefined }],
  ['mod.js: imports "./a.js", which is not there', { "a.js": undefined }, {
    peerDependencies: {},
  }],
  [
    'a.d.ts: imports "./b.js", which is not there',
    { "a.d.ts": 'export type A = import("./b.js").A;' },
  ],
  [
    'b.d.ts: imports "./c.js", which is not there',
    {
      "a.d.ts": 'export * from "./b.js";',
      "b.d.ts": 'export * from "./c.js";',
    },
  ],
  [
    'b.js: imports "other", which is not installed',
    { "b.js": 'import "other";' },
  ],
  [
    'b.js: imports "other", which is not installed',
    { "b.js": "a();import { b,\n  c as d } from 'other';" },
  ],
  [
    'b.js: imports "other", which is not installed',
    { "b.js": '/** A. */ export * as a from "other";' },
  ],
  [
    'b.js: imports "other", which is not installed',
    { "b.js": 'import a, * as b from "other";' },
  ],
  [
    'b.js: imports "@a/other/c", which is not installed',
    { "b.js": "import('@a/other/c');" },
  ],
  [
    'b.js: imports "node:fs", which is not installed',
    { "b.js": 'import { a } from "node:fs";' },
  ],
  [
    'b.js: imports "npm:a@1", which is not installed',
    { "b.js": 'import("npm:a@1");' },
  ],
  [
    'b.js: imports "@heavy/sdk", which is not installed',
    { "b.js": 'export * from "@heavy/sdk";' },
  ],
  [
    'a.d.ts: imports "@heavy/sdk", which is not installed',
    { "a.d.ts": 'import type { A } from "@heavy/sdk";' },
  ],
  ['b.js: uses "Deno."', { "b.js": "Deno.exit();" }],
  ['b.js: uses "process."', { "b.js": "a(process.env);" }],
  [
    'package.json: nothing uses "other"',
    {},
    { dependencies: { ...MANIFEST.dependencies, other: "1" } },
  ],
  [
    'package.json: nothing uses "@heavy/sdk"',
    { "a.js": "" },
  ],
  [
    'package.json: nothing uses "@heavy/sdk"',
    { "a.js": 'fail("Cannot import @heavy/sdk");' },
  ],
];

for (const [fault, changes, manifest] of FAULTS) {
  Deno.test(`findPackageFaults() says: ${fault}, for ${JSON.stringify(changes)}`, () => {
    assertEquals(faultsWith(changes, manifest), [fault]);
  });
}

const HARMLESS = [
  `fail('"from" must be a positive integer');`,
  `fail('Cannot import "other"');`,
  'const from = a ? "other" : "b";',
  'export const a = "other";',
  '/** import "other"; */',
  "text = `\nimport 'other';`;",
];

for (const code of HARMLESS) {
  Deno.test(`findPackageFaults() takes ${code} for no import`, () => {
    assertEquals(faultsWith({ "b.js": code }), []);
  });
}

Deno.test("findPackageFaults() takes the names of members for no imports", () => {
  const types = 'export interface A {\n  "other": B;\n  from: "other";\n}';

  assertEquals(faultsWith({ "a.d.ts": types }), []);
});

Deno.test("findPackageFaults() takes a constant for the use of a peer", () => {
  const code = 'const SDK = "@heavy/sdk/a";\nimport(SDK);';

  assertEquals(faultsWith({ "a.js": code }), []);
});
