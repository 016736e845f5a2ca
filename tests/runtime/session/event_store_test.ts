import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  chunkRuns,
  type DeltaRun,
} from "../../../runtime/session/_chunk_runs.ts";
import {
  createEventStore,
  type EventStore,
  freezeEvent,
  parseEvent,
  type StoredEvents,
} from "../../../runtime/session/_event_store.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { delta, event, STEP, toLines } from "./_events.ts";

/** An event with a text in it. */
function noted(seq: number, note: string): SessionEvent {
  return event(seq, { type: "test/note", data: { note } });
}

/** Pushes events as lines. */
function push(store: EventStore, notes: readonly string[]): SessionEvent[] {
  const events = notes.map((note, k) => noted(store.count + 1 + k, note));
  const lines = toLines(events);
  store.push(new TextEncoder().encode(lines), events.length);
  return events;
}

/** Pushes deltas that follow each other. */
function pushRun(store: EventStore, texts: readonly string[]): SessionEvent[] {
  const [run] = chunkRuns(STEP, texts.map(delta)) as [DeltaRun];
  const first = store.count + 1;
  store.pushRun(run, 1_000);
  return texts.map((text, k) => ({
    seq: first + k,
    time: 1_000,
    type: "assistant/chunk",
    data: { ...STEP, chunk: delta(text) },
  }));
}

function list(events: StoredEvents | undefined): SessionEvent[] {
  return Array.from({ length: events?.length ?? 0 }, (_, k) => events!.at(k));
}

Deno.test("createEventStore() holds nothing at first", () => {
  const store = createEventStore();

  assertEquals(store.count, 0);
  assertEquals(store.read(store.seek(1)), undefined);
});

Deno.test("createEventStore() finds every event again, however it came", () => {
  const lengths = fc.oneof(fc.nat(200), fc.constantFrom(1_024, 70_000));
  const notes = fc.array(lengths.map((length) => "ü".repeat(length)), {
    minLength: 1,
    maxLength: 20,
  });
  const groups = fc.array(
    fc.tuple(fc.constantFrom("lines", "run"), notes),
  );

  fc.assert(
    fc.property(groups, fc.double({ min: 0, max: 1 }), (groups, part) => {
      const store = createEventStore();
      const pushed = groups.flatMap(([way, notes]) =>
        way === "run" ? pushRun(store, notes) : push(store, notes)
      );
      const seq = Math.floor(part * pushed.length) + 1;

      const cursor = store.seek(seq);
      const found: SessionEvent[] = [];
      for (let some = store.read(cursor); some !== undefined;) {
        found.push(...list(some));
        some = store.read(cursor);
      }

      assertEquals(store.count, pushed.length);
      assertEquals(found, pushed.slice(seq - 1));
    }),
    { numRuns: 50 },
  );
});

Deno.test("createEventStore() tells what comes to whoever is at its end", () => {
  const store = createEventStore();
  push(store, ["a"]);
  const cursor = store.seek(2);

  assertEquals(store.read(cursor), undefined);
  const short = push(store, ["b"]);
  const long = push(store, ["c".repeat(2_000)]);
  const run = pushRun(store, Array(20).fill("d"));

  assertEquals(list(store.read(cursor)), short);
  assertEquals(list(store.read(cursor)), long);
  assertEquals(list(store.read(cursor)), run);
  assertEquals(store.read(cursor), undefined);
});

Deno.test("createEventStore() keeps a copy of the bytes", () => {
  const store = createEventStore();
  const kept = noted(1, "a");
  const bytes = new TextEncoder().encode(toLines([kept]));

  store.push(bytes, 1);
  bytes.fill(0);

  assertEquals(list(store.read(store.seek(1))), [kept]);
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
