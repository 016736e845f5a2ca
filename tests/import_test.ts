// Workers refuse time, chance and I/O while a module is loaded.
import { assertEquals, assertGreater } from "@std/assert";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["message/", "runtime/", "adapters/", "testing/"];

async function* modules(folder: string): AsyncGenerator<string> {
  for await (
    const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))
  ) {
    if (isDirectory) yield* modules(`${folder}${name}/`);
    else if (name.endsWith(".ts")) yield `${folder}${name}`;
  }
}

/** Watches functions while `work` runs, and tells which of them were called. */
async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const undo: (() => void)[] = [];
  function watch<T extends object>(owner: T, name: keyof T & string): void {
    const original = owner[name] as (...args: unknown[]) => unknown;
    owner[name] = function (this: unknown, ...args: unknown[]) {
      calls.push(name);
      return original.apply(this, args);
    } as T[keyof T & string];
    undo.push(() => owner[name] = original as T[keyof T & string]);
  }

  watch(Math, "random");
  watch(Date, "now");
  watch(performance, "now");
  watch(crypto, "randomUUID");
  watch(crypto, "getRandomValues");
  watch(globalThis, "setTimeout");
  watch(globalThis, "setInterval");
  watch(globalThis, "queueMicrotask");
  watch(globalThis, "fetch");
  try {
    await work();
  } finally {
    for (const restore of undo) restore();
  }
  return calls;
}

Deno.test("callsDuring() notices what a module would do", async () => {
  const calls = await callsDuring(() => {
    crypto.randomUUID();
    clearTimeout(setTimeout(() => {}, 0));
    return Promise.resolve();
  });

  assertEquals(calls, ["randomUUID", "setTimeout"]);
});

Deno.test("importing a published module runs nothing random, timed or remote", async () => {
  const urls: string[] = [];
  for (const folder of FOLDERS) {
    for await (const path of modules(folder)) {
      urls.push(new URL(`${path}?fresh`, ROOT).href);
    }
  }

  // The query makes each module load anew, whoever loaded it before.
  const calls = await callsDuring(() =>
    Promise.all(urls.map((url) => import(url)))
  );

  assertGreater(urls.length, 60);
  assertEquals(calls, []);
});
