import { assertEquals } from "@std/assert";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat } from "../open_chat.ts";

const FILES: [path: string, type: string, text: string][] = [
  ["/", "text/html; charset=utf-8", "<!doctype html>"],
  ["/page.css", "text/css; charset=utf-8", "body {}"],
  ["/page.js", "text/javascript; charset=utf-8", "start();"],
];

for (const [path, type, text] of FILES) {
  Deno.test(`createEdgeChat() serves ${path}`, async () => {
    const chat = openChat(mockDeepSeek());

    const response = await chat.ask(path);

    assertEquals(response.headers.get("content-type"), type);
    assertEquals(response.headers.get("x-content-type-options"), "nosniff");
    assertEquals(await response.text(), text);
  });
}

Deno.test("createEdgeChat() serves the head of a file alone", async () => {
  const chat = openChat(mockDeepSeek());

  const response = await chat.ask("/", { method: "HEAD" });

  assertEquals(response.status, 200);
  assertEquals(response.body, null);
});

Deno.test("createEdgeChat() serves the page to whoever follows a link to it", async () => {
  const chat = openChat(mockDeepSeek());

  const response = await chat.ask("/", {
    headers: { "sec-fetch-site": "cross-site" },
  });

  await response.body?.cancel();
  assertEquals(response.status, 200);
});

const DIRECTIVES: Record<string, string> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "'none'",
};

Deno.test("createEdgeChat() lets the page run and reach its own alone", async () => {
  const chat = openChat(mockDeepSeek());

  const response = await chat.ask("/");

  await response.body?.cancel();
  const policy = response.headers.get("content-security-policy") ?? "";
  assertEquals(
    Object.fromEntries(policy.split("; ").map((one) => one.split(" "))),
    DIRECTIVES,
  );
});

Deno.test("createEdgeChat() keeps the page apart from others, and up to date", async () => {
  const chat = openChat(mockDeepSeek());

  const response = await chat.ask("/");

  await response.body?.cancel();
  const { headers } = response;
  assertEquals(headers.get("cross-origin-opener-policy"), "same-origin");
  assertEquals(headers.get("referrer-policy"), "no-referrer");
  assertEquals(headers.get("cache-control"), "no-cache");
});
