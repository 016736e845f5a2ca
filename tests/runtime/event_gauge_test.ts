import { assert, assertEquals, assertFalse } from "@std/assert";
import { EventGauge } from "../../runtime/event_gauge.ts";

const MEGA = 1024 * 1024;

/** Feeds a text whose events never end. */
function within(gauge: EventGauge, text: string): boolean {
  return gauge.feed(text, () => {});
}

Deno.test("EventGauge passes on a text piece by piece, whole and in order", () => {
  const text = `${"x".repeat(999)}\n`.repeat(1_000);
  const pieces: string[] = [];

  const fits = new EventGauge(MEGA).feed(text, (piece) => pieces.push(piece));

  assert(fits);
  assert(pieces.every(({ length }) => length <= 64 * 1024));
  assertEquals(pieces.join(""), text);
});

Deno.test("EventGauge lets an event be a megabyte longer than its data may be", () => {
  const gauge = new EventGauge(100);

  assert(within(gauge, "x".repeat(MEGA)));
  assert(within(gauge, "x".repeat(100)));
  assertFalse(within(gauge, "x"));
});

for (
  const [what, line] of [
    ["line feeds", "data:\n"],
    ["carriage returns", "data:\r"],
    ["line ends of two characters", "data:\r\n"],
  ] as const
) {
  Deno.test(`EventGauge counts lines that end in ${what} for more than their text`, () => {
    const gauge = new EventGauge(5 * MEGA);
    const fed = Array.from({ length: 12 }, () => line.repeat(10_000))
      .findIndex((text) => !within(gauge, text));

    // Six million, of more than fifty for each line.
    assertEquals(fed, 11);
  });
}

Deno.test("EventGauge stops within a text that is too much", () => {
  let fed = 0;

  const fits = new EventGauge(1).feed("\rdata:".repeat(MEGA), ({ length }) => {
    fed += length;
  });

  assertFalse(fits);
  assert(fed < MEGA, `${fed} characters were fed`);
});

Deno.test("EventGauge counts anew after an event", () => {
  const gauge = new EventGauge(1);

  const fits = Array.from({ length: 1_000 }, () => {
    return within(gauge, "data: a\n".repeat(100)) &&
      gauge.feed("\n", () => gauge.ended());
  });

  assert(fits.every(Boolean));
});

Deno.test("EventGauge counts the event that comes after one", () => {
  const gauge = new EventGauge(1);
  gauge.feed("data: a\n\n", () => gauge.ended());

  assertFalse(within(gauge, "data:\n".repeat(30_000)));
});

for (const end of ["\n", "\r", "\r\n"]) {
  Deno.test(`EventGauge counts anew after a blank line that ends in ${JSON.stringify(end)}`, () => {
    const gauge = new EventGauge(1);

    const fits = Array.from(
      { length: 30_000 },
      () => within(gauge, `: keep-alive${end}${end}`),
    );

    assert(fits.every(Boolean));
  });
}

Deno.test("EventGauge takes no line end of two characters for a blank line", () => {
  const gauge = new EventGauge(1);

  assertFalse(within(gauge, "data:\r\n".repeat(20_000)));
});
