import {
  assertEquals,
  assertFalse,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { fakePage } from "../fake_page.ts";

const PAGE = new URL("../../../../examples/edge_chat/page/", import.meta.url);
const html = Deno.readTextFileSync(new URL("index.html", PAGE));
const css = Deno.readTextFileSync(new URL("page.css", PAGE));

Deno.test("index.html has all that the program of the page looks for", () => {
  const ids = Array.from(html.matchAll(/\bid="([^"]+)"/g), ([, id]) => id);

  const missing = Object.keys(fakePage().ids).filter((id) => !ids.includes(id));

  assertEquals(missing, []);
});

Deno.test("index.html holds no script and no style, which its policy forbids", () => {
  const inline = html.match(/<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)/g);

  assertEquals(inline, null);
});

Deno.test("index.html loads what the worker serves alone", () => {
  const addresses = Array.from(
    html.matchAll(/\b(?:src|href|action)="([^"]+)"/g),
    ([, address]) => address,
  );

  assertEquals(addresses, ["/page.css", "/page.js"]);
});

Deno.test("index.html labels the question, and says which keys do what", () => {
  const [field] = html.match(/<textarea[^>]*>/) ?? [""];

  assertStringIncludes(html, '<label for="question">');
  assertStringIncludes(field, 'id="question"');
  assertStringIncludes(field, 'aria-describedby="keys"');
});

Deno.test("index.html has no field that cuts what is put into it", () => {
  assertFalse(html.includes("maxlength"));
});

Deno.test("index.html announces states politely", () => {
  assertMatch(html, /id="status"\s+role="status"\s+aria-live="polite"/);
});

Deno.test("index.html names its language, and lets people zoom", () => {
  assertStringIncludes(html, '<html lang="en">');
  assertMatch(html, /content="width=device-width, initial-scale=1"/);
});

Deno.test("page.css heeds what people prefer", () => {
  assertStringIncludes(css, "color-scheme: light dark");
  assertStringIncludes(css, "prefers-reduced-motion: reduce");
  assertStringIncludes(css, ":focus-visible");
});
