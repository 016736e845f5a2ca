import { assertEquals } from "@std/assert";
import { excerpt, pageTitle, quote } from "../../runtime/excerpt.ts";

Deno.test("excerpt() keeps a short text, without the space around it", () => {
  assertEquals(excerpt(" a b\n"), "a b");
});

Deno.test("excerpt() cuts a long text to 500 units", () => {
  const text = excerpt("a".repeat(501));

  assertEquals(text, "a".repeat(499) + "…");
});

Deno.test("excerpt() keeps a text of exactly the length", () => {
  assertEquals(excerpt("abc", { length: 3 }), "abc");
});

Deno.test("excerpt() never cuts inside of a surrogate pair", () => {
  assertEquals(excerpt("a🌍bc", { length: 3 }), "a…");
});

Deno.test("excerpt() cuts secrets before it cuts the text", () => {
  const redact = (text: string) => text.replaceAll("secret", "*");

  assertEquals(excerpt("a secret b c", { length: 6, redact }), "a * b…");
});

const TITLES: [page: string, title: string][] = [
  ["<html><head><title>502 Bad Gateway</title></head>", '"502 Bad Gateway"'],
  ['<TITLE lang="en">\n Bad\n Gateway </TITLE>', '"Bad Gateway"'],
  ["<title></title>", ""],
  ["<html></html>", ""],
  ["plain", ""],
];
for (const [page, title] of TITLES) {
  Deno.test(`pageTitle() of ${JSON.stringify(page)} is ${title || "empty"}`, () => {
    assertEquals(pageTitle(page), title);
  });
}

Deno.test("quote() quotes the beginning on one line, without secrets", () => {
  const redact = (text: string) => text.replace("secret", "***");

  assertEquals(quote('a "secret"\nb', { redact }), String.raw`"a \"***\"\nb"`);
  assertEquals(quote("x".repeat(201)), `"${"x".repeat(199)}…"`);
});
