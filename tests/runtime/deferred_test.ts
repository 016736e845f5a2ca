import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { deferred } from "../../runtime/deferred.ts";

Deno.test("deferred() fulfills its promise from outside", async () => {
  const { promise, resolve } = deferred<string>();

  resolve("value");

  assertEquals(await promise, "value");
});

Deno.test("deferred() rejects its promise from outside", async () => {
  const error = new Error("Failed");
  const { promise, reject } = deferred<string>();

  reject(error);

  assertStrictEquals(await assertRejects(() => promise), error);
});

Deno.test("deferred() settles once", async () => {
  const { promise, resolve, reject } = deferred<string>();

  resolve("first");
  reject(new Error("Second"));

  assertEquals(await promise, "first");
});
