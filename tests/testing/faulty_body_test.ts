import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type BodyFaults, faultyBody } from "../../testing/faulty_body.ts";

const EVENTS = ["data: 1\n\n", "data: 22\n\n"];
const COMMENT = ": keep-alive\n\n";

Deno.test("faultyBody() delivers one event a read", async () => {
  const body = faultyBody(EVENTS);

  assertEquals(await readTexts(body), EVENTS);
});

Deno.test("faultyBody() cuts reads at the offsets it is given, in any order", async () => {
  const body = faultyBody(EVENTS, { cuts: [12, 3] });

  const reads = await readTexts(body);

  assertEquals(reads, ["dat", "a: 1\n\ndat", "a: 22\n\n"]);
});

Deno.test("faultyBody() delivers the whole body in one read without cuts", async () => {
  const body = faultyBody(EVENTS, { cuts: [] });

  assertEquals(await readTexts(body), [EVENTS.join("")]);
});

Deno.test("faultyBody() leaves out the empty reads of repeated or far cuts", async () => {
  const body = faultyBody(EVENTS, { cuts: [0, 3, 3, 999] });

  assertEquals((await readTexts(body)).length, 2);
});

Deno.test("faultyBody() cuts inside a code point", async () => {
  const body = faultyBody(["é"], { cuts: "every byte" });

  const reads = await Array.fromAsync(body);

  assertEquals(reads, [new Uint8Array([0xc3]), new Uint8Array([0xa9])]);
});

Deno.test("faultyBody() delivers bytes as they are", async () => {
  const garbage = new Uint8Array([0xff, 0x00, 0xfe]);
  const body = faultyBody([garbage]);

  assertEquals(await Array.fromAsync(body), [garbage]);
});

Deno.test("faultyBody() closes after the events it is told to deliver", async () => {
  const body = faultyBody(EVENTS, { cutAfterEvents: 1 });

  assertEquals(await readTexts(body), [EVENTS[0]]);
});

Deno.test("faultyBody() closes after the bytes it is told to deliver", async () => {
  const body = faultyBody(EVENTS, { cutAtByte: 12 });

  assertEquals(await readTexts(body), [EVENTS[0], "dat"]);
});

Deno.test("faultyBody() combines cuts with an early end", async () => {
  const body = faultyBody(EVENTS, { cutAtByte: 6, cuts: [4, 8] });

  assertEquals(await readTexts(body), ["data", ": "]);
});

Deno.test("faultyBody() sends the tail after the events that are left", async () => {
  const body = faultyBody(EVENTS, { cutAfterEvents: 1, tail: "oops\n" });

  assertEquals(await readTexts(body), [EVENTS[0], "oops\n"]);
});

Deno.test("faultyBody() fails the read after the last byte on a reset", async () => {
  const body = faultyBody(EVENTS, { cutAfterEvents: 1, end: "reset" });
  const reader = body.getReader();
  await reader.read();

  const error = await reader.read().catch((error) => error);

  assertEquals(error instanceof TypeError, true);
});

Deno.test("faultyBody() fails with the error it is given", async () => {
  const resetError = new Error("terminated");
  const body = faultyBody([], { end: "reset", resetError });

  const error = await body.getReader().read().catch((error) => error);

  assertStrictEquals(error, resetError);
});

Deno.test("faultyBody() stays silent in a stall until it is cancelled", async () => {
  using time = new FakeTime();
  const reasons: unknown[] = [];
  const body = faultyBody([], {
    end: "stall",
    onCancel: (reason) => reasons.push(reason),
  });
  const reader = body.getReader();
  const pending = reader.read();

  const first = await Promise.race([pending, time.tickAsync(1e6)]);

  assertEquals(first, undefined);
  await reader.cancel("bored");
  assertEquals((await pending).done, true);
  assertEquals(reasons, ["bored"]);
  assertEquals(time.next(), false);
});

Deno.test("faultyBody() sends comments before the first event", async () => {
  const body = faultyBody(EVENTS, { keepAlives: 2, keepAliveMs: 0 });

  assertEquals(await readTexts(body), [COMMENT, COMMENT, ...EVENTS]);
});

Deno.test("faultyBody() sends comments for as long as the reader stays", async () => {
  using time = new FakeTime();
  const epoch = Date.now();
  const body = faultyBody([], { end: "keep-alive", keepAliveMs: 50 });
  const reader = body.getReader();
  const times: number[] = [];
  const done = (async () => {
    while (!(await reader.read()).done) times.push(Date.now() - epoch);
  })();

  for (let i = 0; i < 3; i++) await time.tickAsync(50);

  await reader.cancel();
  await done;
  assertEquals(times, [50, 100, 150]);
  assertEquals(time.next(), false);
});

Deno.test("faultyBody() waits before each read", async () => {
  using time = new FakeTime();
  const epoch = Date.now();
  const body = faultyBody(EVENTS, { delayMs: 10 });
  const times: number[] = [];
  const done = (async () => {
    for await (const _ of body) times.push(Date.now() - epoch);
  })();

  await time.tickAsync(10);
  await time.tickAsync(10);

  await done;
  assertEquals(times, [10, 20]);
  assertEquals(time.next(), false);
});

Deno.test("faultyBody() reads nothing ahead of demand", async () => {
  using time = new FakeTime();
  const body = faultyBody(EVENTS, { delayMs: 10 });

  await time.tickAsync(0);

  assertEquals(time.next(), false);
  await body.cancel();
});

const INVALID: [path: string, faults: BodyFaults][] = [
  ["delayMs", { delayMs: -1 }],
  ["delayMs", { delayMs: 2 ** 31 }],
  ["keepAliveMs", { keepAliveMs: NaN }],
  ["keepAliveMs", { keepAliveMs: 0, end: "keep-alive" }],
  ["keepAlives", { keepAlives: 0.5 }],
  ["cutAfterEvents", { cutAfterEvents: -1 }],
  ["cutAtByte", { cutAtByte: 1.5 }],
  ["cuts[1]", { cuts: [1, -2] }],
];

for (const [path, faults] of INVALID) {
  Deno.test(`faultyBody() refuses ${Deno.inspect(faults)}`, () => {
    assertThrows(() => faultyBody(EVENTS, faults), RangeError, `"${path}"`);
  });
}

async function readTexts(
  body: ReadableStream<Uint8Array>,
): Promise<string[]> {
  const reads = await Array.fromAsync(body);
  return reads.map((read) => new TextDecoder().decode(read));
}
