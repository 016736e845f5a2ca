import { assertStrictEquals } from "@std/assert";
import { codeOf } from "./source_text.ts";

const ROWS: [name: string, source: string, code: string][] = [
  ["a line comment", "a; // b\nc", "a;  \nc"],
  ["a block comment", "a /* b\n b */ c", "a   c"],
  ["a string", 'a("b");', 'a("");'],
  ["a string in single quotes", "a('b');", 'a("");'],
  ["a string with an escaped quote", 'a("b\\"c") + d', 'a("") + d'],
  ["a string that looks like a comment", 'a("// b"); c', 'a(""); c'],
  ["a comment that looks like a string", 'a; // it"s\nb', "a;  \nb"],
  ["a template", "a(`b`) + c", "a(``) + c"],
  ["a template with an escaped quote", "a(`b\\`c`) + d", "a(``) + d"],
  ["a template, but not its holes", "`a ${b} c ${d}`", "`${b}${d}`"],
  [
    "templates inside of templates",
    "`a ${b(`c ${d}`)} e` + f",
    "`${b(`${d}`)}` + f",
  ],
  [
    "a template with braces in its hole",
    "`a ${{ b: { c } }} d`",
    "`${{ b: { c } }}`",
  ],
  ["a regular expression", 'a = /"b/g.test(c)', "a = / /.test(c)"],
  ["a regular expression with a slash in a class", 'a(/[/"]/, b)', "a(/ /, b)"],
  ["no division", "a / b / c", "a / b / c"],
];

for (const [name, source, expected] of ROWS) {
  Deno.test(`codeOf() leaves out ${name}`, () => {
    const code = codeOf(source);

    assertStrictEquals(code, expected);
  });
}

Deno.test("codeOf() keeps strings on request", () => {
  const code = codeOf('import "a"; // "b"', { strings: true });

  assertStrictEquals(code, 'import "a";  ');
});
