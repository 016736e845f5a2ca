import { assertEquals } from "@std/assert";
import { deferred } from "../../runtime/deferred.ts";
import { readText } from "../../runtime/read_text.ts";
import { watchedSignal } from "./_stub_adapter.ts";

/** Reads some bytes a piece at a time, and then fails if told to. */
function pieces(text: string, size: number, error?: Error) {
  const bytes = new TextEncoder().encode(text);
  const cancels: unknown[] = [];
  let at = 0;
  return {
    cancels,
    cancel(reason?: unknown) {
      cancels.push(reason);
      return Promise.reject(new Error("cancelled badly"));
    },
    read() {
      if (at >= bytes.length && error) return Promise.reject(error);
      const value = bytes.subarray(at, at += size);
      return Promise.resolve(value.length === 0 ? {} : { value });
    },
  };
}

const { signal } = new AbortController();

function read(reader: Parameters<typeof readText>[0], maxBytes: number) {
  return readText(reader, { maxBytes, signal });
}

Deno.test("readText() reads characters that reads have split", async () => {
  assertEquals(await read(pieces("a\u20acb", 1), 9), {
    text: "a\u20acb",
  });
});

Deno.test("readText() takes no body for no text", async () => {
  assertEquals(await read(undefined, 9), { text: "" });
});

Deno.test("readText() reads as much as it may", async () => {
  assertEquals(await read(pieces("abcdef", 2), 6), { text: "abcdef" });
});

Deno.test("readText() cuts what is longer, and stops the rest", async () => {
  const reader = pieces("abcdef", 4);

  assertEquals(await read(reader, 5), { text: "abcde", cut: true });
  assertEquals(reader.cancels, [undefined]);
});

Deno.test("readText() stops a body that nobody waits for any more", async () => {
  const { signal, abort, listeners } = watchedSignal();
  const { promise, resolve } = deferred<{ value?: Uint8Array }>();
  const reader = { ...pieces("", 1), read: () => promise };

  const reading = readText(reader, { maxBytes: 9, signal });
  abort();
  resolve({});

  assertEquals(await reading, { text: "" });
  assertEquals(reader.cancels, [signal.reason]);
  assertEquals(listeners(), 0);
});

Deno.test("readText() stops a body that nobody waits for from the beginning", async () => {
  const reader = pieces("", 1);
  const signal = AbortSignal.abort("enough");

  await readText(reader, { maxBytes: 9, signal });

  assertEquals(reader.cancels, ["enough"]);
});

Deno.test("readText() keeps what came before a failure", async () => {
  const error = new Error("gone");

  assertEquals(await read(pieces("abc", 2, error), 9), {
    text: "abc",
    error,
  });
});
