import { assertEquals } from "@std/assert";
import {
  type Manifest,
  type NpmPackageConfig,
  toNpmPackage,
} from "../../tools/npm_package.ts";

const CONFIG = { imports: { frames: "npm:frames@^4" }, peers: {} };

function pack(
  files: Record<string, string>,
  manifest: Record<string, unknown> = {},
  config: NpmPackageConfig = CONFIG,
): { manifest: Manifest; files: Map<string, string> } {
  const packed = new Map(Object.entries(files));
  packed.set("package.json", JSON.stringify(manifest));
  const result = toNpmPackage(packed, config);
  return {
    manifest: JSON.parse(result.get("package.json") ?? ""),
    files: result,
  };
}

Deno.test("toNpmPackage() keeps what Deno wrote into the manifest", () => {
  const written = {
    name: "@a/b",
    version: "1.2.3",
    type: "module",
    license: "MIT",
    main: "./mod.js",
    types: "./mod.d.ts",
    exports: { ".": { types: "./mod.d.ts", default: "./mod.js" } },
    bin: { b: "./b.js" },
  };

  const { manifest } = pack({}, written);

  assertEquals({ ...manifest, ...written }, manifest);
});

Deno.test("toNpmPackage() tells npm what the package is and where it runs", () => {
  const { manifest } = pack({});

  const { description, keywords, engines, sideEffects } = manifest;
  assertEquals(typeof description, "string");
  assertEquals((keywords as string[]).includes("streaming"), true);
  assertEquals(engines, { node: ">=20" });
  assertEquals(sideEffects, false);
});

Deno.test("toNpmPackage() makes a dependency of what deno.json imports", () => {
  const { manifest } = pack({}, { dependencies: { frames: "^4" } });

  assertEquals(manifest.dependencies, { frames: "^4" });
  assertEquals("peerDependencies" in manifest, false);
  assertEquals("peerDependenciesMeta" in manifest, false);
});

Deno.test("toNpmPackage() makes an optional peer of what deno.json does not import", () => {
  const { manifest } = pack({}, {
    dependencies: { "@heavy/sdk": "^1.6", frames: "^4" },
  });

  assertEquals(manifest.dependencies, { frames: "^4" });
  assertEquals(manifest.peerDependencies, { "@heavy/sdk": "^1.6" });
  assertEquals(manifest.peerDependenciesMeta, {
    "@heavy/sdk": { optional: true },
  });
});

Deno.test("toNpmPackage() makes an optional peer of what only some users want", () => {
  const config = { ...CONFIG, peers: { "@heavy/sdk": "^1.6" } };

  const { manifest } = pack({}, {}, config);

  assertEquals(manifest.dependencies, {});
  assertEquals(manifest.peerDependencies, { "@heavy/sdk": "^1.6" });
  assertEquals(manifest.peerDependenciesMeta, {
    "@heavy/sdk": { optional: true },
  });
});

Deno.test("toNpmPackage() orders dependencies by name", () => {
  const config = { imports: { b: "npm:b", a: "npm:a" }, peers: {} };

  const { manifest } = pack({}, { dependencies: { b: "2", a: "1" } }, config);

  assertEquals(Object.keys(manifest.dependencies ?? {}), ["a", "b"]);
});

const SPECIFIERS: [
  code: string,
  bare: string,
  peers?: Record<string, string>,
][] = [
  ['import("npm:@a/b@^1.6");', 'import("@a/b");', { "@a/b": "^1.6" }],
  ['import("npm:@a/b@^1.6/c/d");', 'import("@a/b/c/d");', {
    "@a/b": "^1.6",
  }],
  ["const A = 'npm:a@1';", "const A = 'a';", { a: "1" }],
  ['const A = "npm:a";', 'const A = "a";', { a: "*" }],
  ['const A = "npm:a/b";', 'const A = "a/b";', { a: "*" }],
  ['const A = "an npm:a";', 'const A = "an npm:a";'],
  ['const A = "npm: no";', 'const A = "npm: no";'],
];

for (const [code, bare, peers] of SPECIFIERS) {
  for (const path of ["a.js", "a.d.ts"]) {
    Deno.test(`toNpmPackage() makes ${bare} of ${code} in ${path}`, () => {
      const { files, manifest } = pack({ [path]: code });

      assertEquals(files.get(path), bare);
      assertEquals(manifest.peerDependencies, peers);
    });
  }
}

Deno.test("toNpmPackage() keeps the range that Deno found for a package", () => {
  const { manifest } = pack(
    { "a.js": 'import("npm:a@2");' },
    { dependencies: { a: "^1" } },
  );

  assertEquals(manifest.peerDependencies, { a: "^1" });
});

Deno.test("toNpmPackage() leaves specifiers in prose alone", () => {
  const { files } = pack({ "README.md": 'import("npm:a@1")' });

  assertEquals(files.get("README.md"), 'import("npm:a@1")');
});

for (const symbol of ["Symbol.dispose", "Symbol.asyncDispose"]) {
  Deno.test(`toNpmPackage() names the library of types that know ${symbol}`, () => {
    const types = `export interface A { [${symbol}](): void }`;
    const { files } = pack({ "a.d.ts": types, "b.js": `a[${symbol}]();` });

    assertEquals(
      files.get("a.d.ts"),
      `/// <reference lib="esnext.disposable" />\n${types}`,
    );
    assertEquals(files.get("b.js"), `a[${symbol}]();`);
  });
}

Deno.test("toNpmPackage() names no library of types that need none", () => {
  const types = "export type A = symbol; /** Symbol.disposed */";

  const { files } = pack({ "a.d.ts": types });

  assertEquals(files.get("a.d.ts"), types);
});
