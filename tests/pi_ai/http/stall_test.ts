// Time is faked here, and the network is not.
import { assert, assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { llmResponseOf } from "../../../runtime/call_record.ts";
import { load } from "../_package.ts";
import { hold } from "./_hold.ts";
import { play } from "./_play.ts";
import { reach } from "./_reach.ts";
import { type Ended, readEnd, readText } from "./_read.ts";
import { type Wire, WIRES } from "./_wires.ts";

// While time is real.
await load("@earendil-works/pi-ai");
for (const { api } of WIRES) await load(`@earendil-works/pi-ai/api/${api}`);

async function until(time: FakeTime, holds: () => boolean): Promise<void> {
  while (!holds()) await time.runMicrotasks();
}

function beginning(wire: Wire): string[] {
  return wire.frames({ text: ["Hello"] }).slice(0, wire.firstText + 1);
}

for (const wire of WIRES) {
  const { api } = wire;

  Deno.test(`PiAiAdapter waits five minutes for an answer by ${api}`, async () => {
    using time = new FakeTime();
    await using server = hold();
    const { ask } = reach(api, server.url);
    const asked = ask();
    await server.asked;

    time.tick(299_999);
    await time.runMicrotasks();
    time.tick(1);

    const { failure } = await asked;
    await server.left;
    assertEquals(failure, {
      message:
        "Cannot complete response: no bytes came within the streamIdleTimeoutMs of 300000 ms",
      code: "TIMEOUT",
    });
    assertFalse(time.next());
  });

  Deno.test(`PiAiAdapter does not wait longer than it is told for an answer to begin by ${api}`, async () => {
    using time = new FakeTime();
    await using server = hold();
    const asked = reach(api, server.url, { timeoutMs: 1_000 }).ask();
    await server.asked;

    time.tick(1_000);

    const { failure } = await asked;
    await server.left;
    assertEquals(failure?.code, "TIMEOUT");
    assert(failure?.message.includes("timeoutMs of 1000 ms"));
    assertFalse(time.next());
  });

  Deno.test(`PiAiAdapter waits five minutes for the first byte by ${api}`, async () => {
    using time = new FakeTime();
    await using server = play({ end: "silence" });
    const stream = reach(api, server.url, { timeoutMs: 1_000 }).start();
    const ended = readEnd(stream.getReader());
    await until(time, () => llmResponseOf(stream)?.status === 200);

    time.tick(299_999);
    await time.runMicrotasks();
    time.tick(1);

    const { failure } = await ended;
    await server.left;
    assertEquals(failure?.code, "TIMEOUT");
    assert(failure?.message.includes("streamIdleTimeoutMs"));
    assertFalse(time.next());
  });

  Deno.test(`PiAiAdapter waits five minutes in the middle of an answer by ${api}`, async () => {
    using time = new FakeTime();
    await using server = play({ pieces: beginning(wire), end: "silence" });
    const reader = reach(api, server.url).start().getReader();
    await readText(reader);
    let ended: Ended | undefined;
    const reading = readEnd(reader).then((end) => ended = end);
    await until(time, () => server.sent() === wire.firstText + 1);
    await time.tickAsync(299_999);

    assertEquals(ended, undefined);
    await time.tickAsync(1);
    const { failure } = await reading;
    await server.left;

    assertEquals(failure?.code, "TIMEOUT");
    assertFalse(time.next());
  });

  Deno.test(`PiAiAdapter lets a reader take hours by ${api}`, async () => {
    using time = new FakeTime();
    const pieces = wire.frames({ text: ["One", " two", " three"] });
    await using server = play({ pieces });
    const reader = reach(api, server.url).start().getReader();

    for (let read = 0; read < 4; read++) {
      await reader.read();
      await time.tickAsync(3_600_000);
    }

    assertEquals((await readEnd(reader)).kind, "stop");
    assertFalse(time.next());
  });

  Deno.test(`PiAiAdapter does not take comments for content by ${api}`, async () => {
    using time = new FakeTime();
    await using server = play({ pieces: kept(beginning(wire)) });
    const reader = reach(api, server.url, {
      streamIdleTimeoutMs: 2_000_000,
      progressTimeoutMs: 1_000_000,
    }).start().getReader();
    await readText(reader);
    const ended = readEnd(reader);
    const sent = server.sent();
    await until(time, () => server.sent() > sent + 10);

    time.tick(1_000_000);

    const { failure } = await ended;
    await server.left;
    assertEquals(failure?.code, "TIMEOUT");
    assert(failure?.message.includes("progressTimeoutMs"));
    assertFalse(time.next());
  });
}

function* kept(pieces: string[]): Generator<string> {
  yield* pieces;
  for (;;) yield ": keep-alive\n\n";
}
