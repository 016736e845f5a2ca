/**
 * What any store has to do, as tests.
 *
 * Waits end here by what is appended, by an abort, or within milliseconds of a
 * store's own clock.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertRejects } from "@std/assert";
import type { ResumeStore } from "../../../runtime/wire/resume_store.ts";

/** Options for {@linkcode testStore}. */
export interface StoreSuiteOptions {
  /** Names the store in the names of tests. */
  name: string;
  /** Opens a store for one test. */
  open(): Promise<OpenStore>;
}

/** A store, and what another process would have of it. */
export interface OpenStore {
  store: ResumeStore;
  other: ResumeStore;
  close(): Promise<void>;
}

/** The stores at hand, and the name of a log that nobody else uses. */
interface Context extends Omit<OpenStore, "close"> {
  log: string;
}

const TTL = { ttlMs: 60_000 };
const NEVER = new AbortController().signal;
const NOW = { limit: 100, waitMs: 0, signal: NEVER };
const LATER = { limit: 100, waitMs: 60_000, signal: NEVER };

/** Registers the tests of a store. */
export function testStore({ name, open }: StoreSuiteOptions): void {
  function test(
    what: string,
    run: (context: Context) => Promise<void>,
  ): void {
    Deno.test(`${name} ${what}`, async () => {
      const { close, ...stores } = await open();
      try {
        await run({ ...stores, log: `test/${crypto.randomUUID()}` });
      } finally {
        await close();
      }
    });
  }

  test("knows no log that nobody wrote", async ({ store, log }) => {
    const entries = await store.read(log, 0, LATER);

    assertEquals(entries, undefined);
  });

  test("reads what was appended, in order", async ({ store, log }) => {
    assert(await store.append(log, ["a", "b"], TTL));
    assert(await store.append(log, ["c"], TTL));

    const entries = await store.read(log, 0, NOW);

    assertEquals(entries, ["a", "b", "c"]);
  });

  test("reads from a position on", async ({ store, log }) => {
    await store.append(log, ["a", "b", "c"], TTL);

    const entries = await store.read(log, 2, NOW);

    assertEquals(entries, ["c"]);
  });

  test("reads no more than the limit", async ({ store, log }) => {
    await store.append(log, ["a", "b", "c", "d"], TTL);

    const entries = await store.read(log, 1, { ...NOW, limit: 2 });

    assertEquals(entries, ["b", "c"]);
  });

  test("reads nothing at the end where it must not wait", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);

    const entries = await store.read(log, 1, NOW);

    assertEquals(entries, []);
  });

  test("knows no position beyond the end", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);

    const entries = await store.read(log, 2, LATER);

    assertEquals(entries, undefined);
  });

  test("keeps logs apart", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);
    await store.append(`${log}/b`, ["b"], TTL);

    const entries = await store.read(log, 0, NOW);

    assertEquals(entries, ["a"]);
  });

  test("keeps any text", async ({ store, log }) => {
    const text = 'é 你好 🌍 \r\n\u2028\0"\\ $5 *1';
    await store.append(log, [text, text], TTL);

    const entries = await store.read(log, 0, NOW);

    assertEquals(entries, [text, text]);
  });

  test("keeps long entries, and many", async ({ store, log }) => {
    const written = [
      "x".repeat(3_000_000),
      "🌍".repeat(100_000),
      ...Array.from({ length: 3_000 }, (_, at) => `entry ${at}`),
    ];
    await store.append(log, written, TTL);

    const entries = await store.read(log, 0, { ...NOW, limit: 10_000 });

    assertEquals(entries, written);
  });

  test("makes a log after nothing once", async ({ store, log }) => {
    const first = await store.append(log, ["a"], { ...TTL, after: 0 });
    const second = await store.append(log, ["b", "c"], { ...TTL, after: 0 });

    assert(first);
    assertFalse(second);
    assertEquals(await store.read(log, 0, NOW), ["a"]);
  });

  test("lets one of many make a log", async ({ store, log }) => {
    const names = Array.from({ length: 8 }, (_, at) => `writer ${at}`);

    const made = await Promise.all(
      names.map((name) =>
        store.append(log, [name, name], { ...TTL, after: 0 })
      ),
    );

    const [winner] = names.filter((_, at) => made[at]);
    assertEquals(made.filter(Boolean).length, 1);
    assertEquals(await store.read(log, 0, NOW), [winner!, winner!]);
  });

  test("appends after the length it is told, and no other", async ({ store, log }) => {
    await store.append(log, ["a", "b"], TTL);

    assertFalse(await store.append(log, ["x"], { ...TTL, after: 1 }));
    assertFalse(await store.append(log, ["x"], { ...TTL, after: 3 }));
    assert(await store.append(log, ["c"], { ...TTL, after: 2 }));

    assertEquals(await store.read(log, 0, NOW), ["a", "b", "c"]);
  });

  test("keeps what many append at once", async ({ store, log }) => {
    const pairs = Array.from({ length: 8 }, (_, at) => [`${at}a`, `${at}b`]);

    await Promise.all(pairs.map((pair) => store.append(log, pair, TTL)));

    const entries = await store.read(log, 0, NOW) ?? [];
    const read = entries.map((_, at) => entries.slice(at, at + 2))
      .filter((_, at) => at % 2 === 0);
    assertEquals(read.sort(), pairs);
  });

  test("renews no log that is not there", async ({ store, log }) => {
    assertFalse(await store.append(log, [], TTL));

    assertEquals(await store.read(log, 0, NOW), undefined);
  });

  test("renews a log without an entry", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);

    assert(await store.append(log, [], TTL));

    assertEquals(await store.read(log, 0, NOW), ["a"]);
  });

  test("forgets a log when its time is over", async ({ store, log }) => {
    await store.append(log, ["a"], { ttlMs: 1 });

    // Ends when the log does: waiting is what readers of a dead response do.
    const entries = await store.read(log, 1, LATER);

    assertEquals(entries, undefined);
    assertEquals(await store.read(log, 0, NOW), undefined);
    assert(await store.append(log, ["b"], { ...TTL, after: 0 }));
    assertEquals(await store.read(log, 0, NOW), ["b"]);
  });

  test("forgets a log sooner where it is renewed for less", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);
    await store.append(log, [], { ttlMs: 1 });

    const entries = await store.read(log, 1, LATER);

    assertEquals(entries, undefined);
  });

  test("wakes readers that wait", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);
    const reads = [
      store.read(log, 1, LATER),
      store.read(log, 1, { ...LATER, limit: 1 }),
    ];

    await store.append(log, ["b", "c"], TTL);

    assertEquals(await Promise.all(reads), [["b", "c"], ["b"]]);
  });

  test("wakes a reader in another process", async ({ store, other, log }) => {
    await store.append(log, ["a"], TTL);
    const read = other.read(log, 1, LATER);

    await store.append(log, ["b"], TTL);

    assertEquals(await read, ["b"]);
  });

  test("ends a wait in time", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);

    const entries = await store.read(log, 1, { ...LATER, waitMs: 5 });

    assertEquals(entries, []);
  });

  test("ends a wait with the reason of its signal", async ({ store, log }) => {
    const controller = new AbortController();
    const { signal } = controller;
    await store.append(log, ["a"], TTL);
    const read = store.read(log, 1, { ...LATER, signal });

    controller.abort(new Error("Enough"));

    await assertRejects(() => read, Error, "Enough");
    assert(await store.append(log, ["b"], TTL));
    assertEquals(await store.read(log, 1, NOW), ["b"]);
  });

  test("does not wait under an aborted signal", async ({ store, log }) => {
    await store.append(log, ["a"], TTL);
    const signal = AbortSignal.abort(new Error("Enough"));

    await assertRejects(
      () => store.read(log, 1, { ...LATER, signal }),
      Error,
      "Enough",
    );
  });
}
