import { assert, assertEquals } from "@std/assert";
import { hold } from "./_hold.ts";
import { play } from "./_play.ts";
import { reach } from "./_reach.ts";
import { readEnd, readText } from "./_read.ts";
import { type Wire, WIRES } from "./_wires.ts";

const PIECE = "x".repeat(64 * 1024);

// The sockets of both sides hold a few megabytes: this is many times as much.
const MANY_PIECES = 1_000;

function beginning(wire: Wire): string[] {
  return wire.frames({ text: ["Hello"] }).slice(0, wire.firstText + 1);
}

/** An answer without an end, in large pieces. */
function* endless({ frames, firstText }: Wire): Generator<string> {
  const all = frames({ text: [PIECE] });
  yield* all.slice(0, firstText);
  for (;;) yield all[firstText]!;
}

/** Waits until nothing moves any more, or far too much has. */
async function settle(count: () => number): Promise<void> {
  for (let quiet = 0; quiet < 50 && count() < MANY_PIECES;) {
    const before = count();
    await new Promise((resolve) => setTimeout(resolve, 0));
    quiet = count() === before ? quiet + 1 : 0;
  }
}

for (const wire of WIRES) {
  const { api } = wire;

  Deno.test(`PiAiAdapter hangs up when the caller aborts by ${api}`, async () => {
    await using server = play({ pieces: beginning(wire), end: "silence" });
    const caller = new AbortController();
    const { signal } = caller;
    const reader = reach(api, server.url).start({ signal }).getReader();
    await readText(reader);
    const ended = readEnd(reader);

    caller.abort();

    const { kind, failure } = await ended;
    await server.left;
    assertEquals([kind, failure?.code], ["aborted", "ABORTED"]);
  });

  Deno.test(`PiAiAdapter hangs up when the caller aborts before an answer by ${api}`, async () => {
    await using server = hold();
    const caller = new AbortController();
    const asked = reach(api, server.url).ask({ signal: caller.signal });
    await server.asked;

    caller.abort();

    const { finish } = await asked;
    await server.left;
    assertEquals(finish.kind, "aborted");
  });

  Deno.test(`PiAiAdapter tells what an aborted answer has cost by ${api}`, async () => {
    const frames = wire.frames({ text: ["Hello"], usage: wire.usage });
    const told = frames.findIndex((piece) => piece.includes(wire.usageField));
    await using server = play({
      pieces: frames.slice(0, told + 1),
      end: "silence",
    });
    const caller = new AbortController();
    const { signal } = caller;
    const ended = readEnd(
      reach(api, server.url).start({ signal }).getReader(),
    );
    await settle(() => server.sent());

    caller.abort();

    const { kind, usage } = await ended;
    // By openai-responses the event that tells it is the end.
    assertEquals(kind, wire.usageIsEnd ? "stop" : "aborted");
    assertEquals(usage?.outputTokens, 9);
  });

  Deno.test(`PiAiAdapter hangs up when the stream is cancelled by ${api}`, async () => {
    await using server = play({ pieces: beginning(wire), end: "silence" });
    const reader = reach(api, server.url).start().getReader();
    await readText(reader);

    await reader.cancel();

    await server.left;
    assert((await reader.read()).done);
  });

  Deno.test(`PiAiAdapter hangs up when the stream is cancelled while it waits by ${api}`, async () => {
    await using server = play({ pieces: beginning(wire), end: "silence" });
    const reader = reach(api, server.url).start().getReader();
    await readText(reader);
    const read = reader.read();

    await reader.cancel();

    await server.left;
    assert((await read).done);
  });

  Deno.test(`PiAiAdapter hangs up when a loop over the stream is left by ${api}`, async () => {
    await using server = play({ pieces: endless(wire) });
    const seen: string[] = [];

    for await (const { type } of reach(api, server.url).start()) {
      seen.push(type);
      if (type === "text-delta") break;
    }

    await server.left;
    assertEquals(seen, ["block-start", "text-delta"]);
  });

  Deno.test(`PiAiAdapter hangs up when its runtime is closed by ${api}`, async () => {
    await using server = play({ pieces: beginning(wire), end: "silence" });
    const { runtime, start } = reach(api, server.url);
    const reader = start().getReader();
    await readText(reader);
    const ended = readEnd(reader);

    runtime.close();

    assertEquals((await ended).kind, "aborted");
    await server.left;
  });

  Deno.test(`PiAiAdapter reads no further than its reader by ${api}`, async () => {
    await using server = play({ pieces: endless(wire) });
    const reader = reach(api, server.url).start().getReader();
    await readText(reader);

    await settle(() => server.sent());

    const sent = server.sent();
    await reader.cancel();
    assert(sent < MANY_PIECES / 2, `${sent} pieces were sent`);
  });

  Deno.test(`PiAiAdapter ends an answer at a string cut in pieces, and hangs up, by ${api}`, async () => {
    const text = ["One S", "", "T", "OP two STOP"];
    const frames = wire.frames({ text });
    const sent = frames.slice(0, wire.firstText + text.length);
    await using server = play({ pieces: sent, end: "silence" });
    const { ask } = reach(api, server.url);

    const { finish, blocks, usage, facts } = await ask({
      stop: ["STOP", "NEVER"],
    });
    await server.left;

    assertEquals(finish, { kind: "stop" });
    assertEquals(facts?.responseId, wire.responseId);
    assertEquals(blocks, [{ type: "text", text: "One " }]);
    assertEquals(usage, undefined);
  });

  Deno.test(`PiAiAdapter shows what only begins like a string to stop at by ${api}`, async () => {
    const pieces = wire.frames({ text: ["One ST", "AY two STO"] });
    await using server = play({ pieces });

    const { blocks } = await reach(api, server.url).ask({ stop: ["STOP"] });

    assertEquals(blocks, [{ type: "text", text: "One STAY two STO" }]);
  });
}
