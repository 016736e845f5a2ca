import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  eventJson,
  eventLine,
  findLoss,
} from "../../../runtime/session/_event_json.ts";

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

Deno.test("eventLine() makes a whole line of JSON", () => {
  const event = eventJson("a", {}, { sourceEventSeqs: [1] });

  assertEquals(
    eventLine(event, 5, 1_000),
    '{"seq":5,"time":1000,"type":"a","data":{},"sourceEventSeqs":[1]}\n',
  );
});
