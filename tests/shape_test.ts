// The rules of the tree, held against the tree, and each against samples that break it.
import {
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertNotEquals,
} from "@std/assert";
import { importsOf, isPublished, RULES } from "./shape_rules.ts";

const ROOT = new URL("../", import.meta.url);
// What is in the tree, but is not ours or is no source.
const FOREIGN = /^(\..*|node_modules|coverage)$/;

async function* sources(
  folder: string = "",
): AsyncGenerator<[path: string, code: string]> {
  for await (
    const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))
  ) {
    const path = `${folder}${name}`;
    if (FOREIGN.test(name)) continue;
    if (isDirectory) yield* sources(`${path}/`);
    else if (name.endsWith(".ts")) {
      yield [
        path,
        await Deno.readTextFile(new URL(path, ROOT)),
      ];
    }
  }
}

Deno.test("the tree is found", async () => {
  const paths: string[] = [];

  for await (const [path] of sources()) paths.push(path);

  assertArrayIncludes(paths, [
    "message.ts",
    "message/ids.ts",
    "tests/shape_test.ts",
  ]);
});

for (const { name, find } of RULES) {
  Deno.test(`the tree keeps the rule: ${name}`, async () => {
    const offenders: string[] = [];

    for await (const [path, code] of sources()) {
      offenders.push(...find(path, code).map((what) => `${path}: ${what}`));
    }

    assertEquals(offenders, []);
  });
}

const LONG = "a();\n".repeat(301);

const BREACHES: Record<string, [path: string, code: string][]> = {
  "imports point one way": [
    ["message.ts", 'export * from "./runtime/error.ts";'],
    ["message/ids.ts", 'import { a } from "../message.ts";'],
    ["runtime/a.ts", 'import { a } from "../adapters/deepseek/call.ts";'],
    ["runtime/a/b.ts", 'import { a } from "../../testing/chunks.ts";'],
    ["runtime/a.ts", 'import { ids } from "../message/ids.ts";'],
    ["runtime/a.ts", 'const { a } = await import("../testing/a.ts");'],
    ["runtime/a.ts", 'import {\n  a,\n  b,\n} from "../tests/a.ts";'],
    [
      "runtime/a.ts",
      'import config from "../deno.json" with { type: "json" };',
    ],
    ["adapters/deepseek/a.ts", 'import { a } from "../../testing/a.ts";'],
    ["adapters/deepseek/a.ts", 'import { a } from "../other/a.ts";'],
    ["adapters/other/a.ts", 'import { a } from "../deepseek/a.ts";'],
    ["testing/a.ts", 'import { a } from "../tests/a.ts";'],
  ],
  "only known packages are imported": [
    ["message/a.ts", 'import { a } from "eventsource-parser";'],
    ["runtime/a.ts", 'import { a } from "eventsource-parser";'],
    ["runtime/a.ts", 'import { a } from "npm:a@1";'],
    ["runtime/a.ts", 'const a = import("npm:a@1");'],
    ["runtime/a.ts", 'import "a";'],
    ["adapters/deepseek/a.ts", 'import { a } from "@std/streams";'],
    ["testing/a.ts", 'import { assert } from "@std/assert";'],
    ["testing/a.ts", 'import a from "https://example.com/a.js";'],
  ],
  "private files are imported by their own folder alone": [
    ["adapters/deepseek/a.ts", 'import { a } from "../../runtime/_a.ts";'],
    ["runtime/a/b.ts", 'import { a } from "../_a.ts";'],
  ],
  "nothing but tests, benches and examples imports mod.ts": [
    ["runtime/a.ts", 'import { a } from "../mod.ts";'],
    ["testing/a.ts", 'import { a } from "../adapters/deepseek/mod.ts";'],
    ["runtime/a.ts", 'import { a } from "@dsh/llm";'],
    ["testing/a.ts", 'import { a } from "@dsh/llm/message";'],
    ["tools/a.ts", 'import { a } from "../mod.ts";'],
  ],
  "mod.ts only re-exports": [
    ["mod.ts", 'export * from "./message.ts";\nexport const A = 1;'],
    ["testing/mod.ts", 'import { a } from "./a.ts";\nexport { a };'],
    ["message.ts", "export interface A {}"],
  ],
  "files stay short": [
    ["runtime/a.ts", LONG],
    ["tests/runtime/a_test.ts", LONG],
    ["bench/a.ts", LONG],
    ["examples/a.ts", LONG],
  ],
  "names are snake_case": [
    ["runtime/finalBoundary.ts", ""],
    ["runtime/final-boundary.ts", ""],
    ["runtime/Boundary.ts", ""],
    ["runtime/boundary.test.ts", ""],
    ["adapters/piAi/mod.ts", ""],
    ["tests/runtime/a-test.ts", ""],
  ],
  "no types are augmented": [
    ["runtime/a.ts", 'declare module "@dsh/llm" {}'],
    ["runtime/a.ts", "export {};\ndeclare global {}"],
    ["testing/a.ts", "declare module '../message.ts' {}"],
  ],
  "nothing is exported as default": [
    ["runtime/a.ts", "export default function a() {}"],
  ],
  "streams are read by readers": [
    ["runtime/a.ts", "for await (const a of b) {}"],
    ["testing/a.ts", "return ReadableStream.from([1]);"],
  ],
  "time comes from globals that can be faked": [
    ["runtime/a.ts", "fetch(url, { signal: AbortSignal.timeout(1) });"],
    ["runtime/a.ts", "const start = performance.now();"],
  ],
  "no globals but the web's are used": [
    ["runtime/a.ts", "Deno.readTextFileSync(a);"],
    ["runtime/a.ts", "const { env } = globalThis.process;"],
    ["runtime/a.ts", "process.env.A;"],
    ["runtime/a.ts", "return [...Buffer.from(a)];"],
    ["runtime/a.ts", "return `${Deno.pid}`;"],
    ["runtime/a.ts", 'import { equal } from "node:assert";'],
    ["testing/a.ts", "console.error(a);"],
    ["runtime/diagnostics.ts", "console.log(a);"],
    ["runtime/diagnostics.ts", "console.error(a);\nconsole.error(b);"],
  ],
};

const KEPT: Record<string, [path: string, code: string][]> = {
  "imports point one way": [
    [
      "mod.ts",
      'export * from "./message.ts";\nexport * from "./runtime/a.ts";',
    ],
    ["runtime/a.ts", '// import { a } from "../testing/a.ts";'],
    ["runtime/a.ts", '/** import { a } from "../testing/a.ts"; */'],
    ["testing/a.ts", 'import { a } from "../adapters/deepseek/a.ts";'],
    ["tests/a_test.ts", 'import { a } from "../mod.ts";'],
  ],
  "only known packages are imported": [
    ["adapters/deepseek/a.ts", 'import { a } from "eventsource-parser";'],
    ["tests/a_test.ts", 'import { assert } from "@std/assert";'],
  ],
  "private files are imported by their own folder alone": [
    ["runtime/a.ts", 'import { a } from "./_a.ts";'],
    ["tests/a_test.ts", 'import { a } from "../runtime/_a.ts";'],
  ],
  "nothing but tests, benches and examples imports mod.ts": [
    ["tests/a_test.ts", 'import { a } from "../mod.ts";'],
    ["bench/a.ts", 'import { a } from "../mod.ts";'],
    ["examples/a.ts", 'import { a } from "@dsh/llm";'],
  ],
  "mod.ts only re-exports": [
    [
      "mod.ts",
      '/** Doc. */\nexport * from "./a.ts";\nexport { a, type B } from "./b.ts";\nexport type { C } from "./c.ts";',
    ],
    ["runtime/a.ts", "export const A = 1;"],
  ],
  "files stay short": [
    ["runtime/a.ts", "a();\n".repeat(300)],
    ["tests/a_data.ts", `// Generated by a tool.\n${LONG}`],
  ],
  "names are snake_case": [
    ["adapters/pi_ai/_wire2_form.ts", ""],
    ["tests/runtime/a_test.ts", ""],
  ],
  "no types are augmented": [
    ["runtime/a.ts", '/** declare module "@dsh/llm" {} */'],
    ["tests/a_test.ts", 'declare module "../mod.ts" {}'],
  ],
  "nothing is exported as default": [
    ["runtime/a.ts", "// export default"],
  ],
  "streams are read by readers": [
    ["tests/a_test.ts", "for await (const a of ReadableStream.from(b)) {}"],
    ["runtime/a.ts", "/** `for await` works too. */"],
  ],
  "time comes from globals that can be faked": [
    ["bench/a.ts", "performance.now();"],
  ],
  "no globals but the web's are used": [
    [
      "runtime/a.ts",
      '// Deno.pid\nfail("Cannot process request: console is gone");',
    ],
    ["runtime/a.ts", "fail(`Cannot process ${what}: no Buffer`);"],
    ["runtime/a.ts", "queue.process(a);"],
    ["runtime/diagnostics.ts", "console.error(a);"],
    ["tests/a_test.ts", "console.log(Deno.pid);"],
  ],
};

for (const { name, find } of RULES) {
  for (const [path, code] of BREACHES[name] ?? []) {
    Deno.test(`the rule "${name}" refuses ${path} with ${title(code)}`, () => {
      const found = find(path, code);

      assertNotEquals(found, []);
    });
  }

  for (const [path, code] of KEPT[name] ?? []) {
    Deno.test(`the rule "${name}" accepts ${path} with ${title(code)}`, () => {
      const found = find(path, code);

      assertEquals(found, []);
    });
  }

  Deno.test(`the rule "${name}" is tried both ways`, () => {
    assertExists(BREACHES[name]);
    assertExists(KEPT[name]);
  });
}

function title(code: string): string {
  const line = code.replaceAll(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line || "no code";
}

Deno.test("importsOf() finds imports of every form", () => {
  const code = `
    import a from "./a.ts";
    import type { B } from "../b.ts";
    import "c";
    export * from "./d/e.ts";
    const f = await import("f");
    import type { G, H as I } from 'g'; import j, * as k from "h";
    export type L = import("i").L;
  `;

  const targets = importsOf("runtime/x.ts", code);

  assertEquals(targets, [
    "runtime/a.ts",
    "b.ts",
    "c",
    "runtime/d/e.ts",
    "f",
    "g",
    "h",
    "i",
  ]);
});

for (
  const code of [
    `fail('Cannot read entries: "from" must be "a"');`,
    `fail('Cannot read entries from "a"');`,
    `fail('Cannot import "a"');`,
    'fail(`import "a" from "b"`);',
    'const from = a ? "b" : "c";',
    'export const a = "b";',
  ]
) {
  Deno.test(`importsOf() takes ${title(code)} for no import`, () => {
    assertEquals(importsOf("runtime/x.ts", code), []);
  });
}

Deno.test("isPublished() tells the package from what surrounds it", () => {
  const paths = [
    "mod.ts",
    "message/ids.ts",
    "testing/chunks.ts",
    "tests/a_test.ts",
    "bench/mod.ts",
  ];

  const published = paths.filter(isPublished);

  assertEquals(published, ["mod.ts", "message/ids.ts", "testing/chunks.ts"]);
});
