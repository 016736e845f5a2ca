import { assertEquals } from "@std/assert";
import { readText } from "../../runtime/read_text.ts";

/** Reads some bytes a piece at a time, and then fails if told to. */
function pieces(text: string, size: number, error?: Error) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return {
    read() {
      if (at >= bytes.length && error) return Promise.reject(error);
      const value = bytes.subarray(at, at += size);
      return Promise.resolve(value.length === 0 ? {} : { value });
    },
  };
}

Deno.test("readText() reads characters that reads have split", async () => {
  assertEquals(await readText(pieces("a\u20acb", 1), 9), {
    text: "a\u20acb",
  });
});

Deno.test("readText() takes no body for no text", async () => {
  assertEquals(await readText(undefined, 9), { text: "" });
});

Deno.test("readText() reads as much as it may", async () => {
  assertEquals(await readText(pieces("abcdef", 2), 6), { text: "abcdef" });
});

Deno.test("readText() cuts what is longer", async () => {
  assertEquals(await readText(pieces("abcdef", 4), 5), {
    text: "abcde",
    cut: true,
  });
});

Deno.test("readText() keeps what came before a failure", async () => {
  const error = new Error("gone");

  assertEquals(await readText(pieces("abc", 2, error), 9), {
    text: "abc",
    error,
  });
});
