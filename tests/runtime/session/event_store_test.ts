import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  createEventStore,
  freezeEvent,
  parseEvent,
} from "../../../runtime/session/_event_store.ts";
import { event } from "./_events.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Pushes lines in groups, and returns them. */
function fill(store: ReturnType<typeof createEventStore>, groups: string[][]) {
  for (const lines of groups) {
    store.push(encode(lines.map((line) => `${line}\n`).join("")), lines.length);
  }
  return groups.flat();
}

Deno.test("createEventStore() holds nothing at first", () => {
  const store = createEventStore();

  assertEquals(store.count, 0);
  assertEquals(store.read(store.seek(1)), []);
});

Deno.test("createEventStore() finds every line again, however long lines are", () => {
  const lengths = fc.oneof(fc.nat(200), fc.constantFrom(1_024, 70_000));
  const groups = fc.array(
    fc.array(lengths.map((length) => "ü".repeat(length)), { minLength: 1 }),
  );

  fc.assert(
    fc.property(groups, fc.double({ min: 0, max: 1 }), (groups, part) => {
      const store = createEventStore();
      const lines = fill(store, groups);
      const seq = Math.floor(part * lines.length) + 1;

      const cursor = store.seek(seq);
      const found: string[] = [];
      for (let some = store.read(cursor); some.length > 0;) {
        found.push(...some);
        some = store.read(cursor);
      }

      assertEquals(store.count, lines.length);
      assertEquals(found, lines.slice(seq - 1));
    }),
    { numRuns: 50 },
  );
});

Deno.test("createEventStore() tells what comes to whoever is at its end", () => {
  const store = createEventStore();
  fill(store, [["a"]]);
  const cursor = store.seek(2);

  assertEquals(store.read(cursor), []);
  fill(store, [["b"], ["c".repeat(2_000)]]);

  assertEquals(store.read(cursor), ["b"]);
  assertEquals(store.read(cursor), ["c".repeat(2_000)]);
  assertEquals(store.read(cursor), []);
});

Deno.test("createEventStore() keeps a copy of the bytes", () => {
  const store = createEventStore();
  const bytes = encode("a\n");

  store.push(bytes, 1);
  bytes.fill(0);

  assertEquals(store.read(store.seek(1)), ["a"]);
});

Deno.test("parseEvent() freezes all there is", () => {
  const parsed = parseEvent(
    JSON.stringify(event(1, { data: { a: [{ b: null }] } })),
  );

  const { a } = parsed.data as unknown as { a: object[] };
  assert([parsed, parsed.data, a, a[0]].every(Object.isFrozen));
});

Deno.test("freezeEvent() overflows nothing, however deep", () => {
  const depth = 100_000;
  const deep = JSON.parse("[".repeat(depth) + "]".repeat(depth));

  freezeEvent(event(1, { data: deep }));

  assert(Object.isFrozen(deep[0][0][0]));
});
