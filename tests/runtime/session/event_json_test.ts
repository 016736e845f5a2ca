import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { StreamChunk } from "../../../message.ts";
import {
  chunkEventsJson,
  eventJson,
  eventLines,
  findLoss,
} from "../../../runtime/session/_event_json.ts";
import { STEP } from "./_events.ts";

const cycle: unknown[] = [];
cycle.push(cycle);

const LOST: [value: unknown, fault: string][] = [
  [{ a: NaN }, '"v.a" must be a finite number'],
  [[0, -Infinity], '"v[1]" must be a finite number'],
  [{ a: { b: [undefined] } }, '"v.a.b[0]" must be JSON'],
  [new Array(1), '"v[0]" must be JSON'],
  [{ a: 1n }, '"v.a" must be JSON'],
  [{ a() {} }, '"v.a" must be JSON'],
  [{ a: Symbol("s") }, '"v.a" must be JSON'],
  [{ a: new Date(0) }, '"v.a" must be JSON'],
  [{ a: new Map() }, '"v.a" must be JSON'],
  [{ a: new Uint8Array(1) }, '"v.a" must be JSON'],
  [{ a: { toJSON: () => 1 } }, '"v.a" must be JSON'],
  [cycle, `"v${"[0]".repeat(501)}" must be nested at most 500 deep`],
];

for (const [value, fault] of LOST) {
  Deno.test(`findLoss() finds that ${fault.slice(0, 60)}`, () => {
    assertEquals(findLoss(value, "v"), fault);
  });
}

Deno.test("findLoss() names fields of what has no name itself", () => {
  assertEquals(findLoss({ a: NaN }, ""), '"a" must be a finite number');
});

Deno.test("findLoss() lets everything pass that JSON keeps", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(findLoss({ value, gone: undefined }, "v"), undefined);
  }));
});

Deno.test("findLoss() finds whatever JSON does not keep", () => {
  fc.assert(fc.property(
    fc.anything({ withDate: true, withMap: true, withBigInt: true }),
    (value) => {
      // What has no loss comes back as it was, but for what is undefined and -0.
      if (value === undefined || findLoss(value, "v") !== undefined) return;

      assertEquals(JSON.parse(JSON.stringify(value)), plain(value));
    },
  ));
});

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => [key, plain(field)]),
  );
}

Deno.test("chunkEventsJson() writes a delta as any other event is written", () => {
  const deltas = fc.record({
    type: fc.constantFrom("text-delta", "reasoning-delta"),
    index: fc.nat({ max: 1 }),
    text: fc.string({ unit: "binary" }),
  }) as fc.Arbitrary<StreamChunk>;

  fc.assert(fc.property(fc.array(deltas), (chunks) => {
    const quick = chunkEventsJson(STEP, chunks);

    assertEquals(
      quick,
      chunks.map((chunk) => eventJson("assistant/chunk", { ...STEP, chunk })),
    );
  }));
});

Deno.test("eventLines() makes whole lines of JSON", () => {
  const events = [
    eventJson("turn/start", { turn: 1 }),
    eventJson("a", {}, { sourceEventSeqs: [1] }),
  ];

  const lines = eventLines(events, 4, 1_000);

  assertEquals(
    lines.join(""),
    [
      '{"seq":4,"time":1000,"type":"turn/start","data":{"turn":1}}\n',
      '{"seq":5,"time":1000,"type":"a","data":{},"sourceEventSeqs":[1]}\n',
    ].join(""),
  );
});
