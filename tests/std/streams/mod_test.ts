import { assertStrictEquals } from "@std/assert";
import { toText } from "@std/streams";

Deno.test("toText() joins bytes that were cut inside of a character", async () => {
  const bytes = new TextEncoder().encode("a€b");

  const text = await toText(
    ReadableStream.from([bytes.slice(0, 2), bytes.slice(2)]),
  );

  assertStrictEquals(text, "a€b");
});

Deno.test("toText() joins texts", async () => {
  const text = await toText(ReadableStream.from(["a", "b"]));

  assertStrictEquals(text, "ab");
});
