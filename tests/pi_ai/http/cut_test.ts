import { assertEquals } from "@std/assert";
import { play } from "./_play.ts";
import { type Outcome, reach } from "./_reach.ts";
import { type Wire, WIRES } from "./_wires.ts";

/** An answer with something of everything. */
function framesOf(wire: Wire): string[] {
  return wire.frames({
    reasoning: ["Let me", " look"],
    signature: "c2ln",
    text: ["Here ", "it is"],
    calls: [{ id: "call_1", name: "list", arguments: ['{"path"', ':"/"}'] }],
    usage: wire.usage,
  });
}

/** How each of some beginnings of an answer ends. */
async function endings(
  { api }: Wire,
  beginnings: string[],
): Promise<Record<string, string[]>> {
  await using server = play(
    ...beginnings.map((beginning) => ({ pieces: [beginning] })),
  );
  const { ask } = reach(api, server.url);
  const found: Record<string, string[]> = {};
  for (const beginning of beginnings) {
    const { failure, finish } = await ask();
    (found[failure?.code ?? finish.kind] ??= []).push(beginning);
  }
  return found;
}

function textOf({ blocks }: Outcome): string {
  return blocks.map((block) => block.type === "text" ? block.text : "").join();
}

for (const wire of WIRES) {
  const { api } = wire;
  const frames = framesOf(wire);
  const cuts = frames.map((_, count) => frames.slice(0, count).join(""));

  Deno.test(`PiAiAdapter takes an answer that breaks off between events for none by ${api}`, async () => {
    const found = await endings(wire, cuts.slice(0, wire.enough(frames)));

    assertEquals(Object.keys(found), ["STREAM_CLOSED"]);
  });

  Deno.test(`PiAiAdapter takes an answer that breaks off in an event for none by ${api}`, async () => {
    const count = wire.enough(frames);
    const halves = frames.slice(0, count)
      .map((frame, k) => cuts[k] + frame.slice(0, frame.length / 2));

    const found = await endings(wire, halves);

    assertEquals(Object.keys(found), ["STREAM_CLOSED"]);
  });

  Deno.test(`PiAiAdapter does without the last empty line by ${api}`, async () => {
    const whole = frames.join("");

    const found = await endings(wire, [whole.slice(0, -2), whole.slice(0, -1)]);

    assertEquals(Object.keys(found), ["tool-calls"]);
  });

  Deno.test(`PiAiAdapter calls a broken connection so by ${api}`, async () => {
    const text = wire.frames({ text: ["Hello"] });
    const pieces = text.slice(0, wire.firstText + 1);
    await using server = play({ pieces, end: "reset" });

    const outcome = await reach(api, server.url).ask();

    assertEquals(outcome.failure?.code, "TRANSPORT");
    assertEquals(textOf(outcome), "Hello");
  });

  Deno.test(`PiAiAdapter calls a connection that breaks before anything so by ${api}`, async () => {
    await using server = play({ end: "reset" });

    const { failure, chunks } = await reach(api, server.url).ask();

    assertEquals(failure?.code, "TRANSPORT");
    assertEquals(chunks.length, 1);
  });

  Deno.test(`PiAiAdapter calls a server that is not there so by ${api}`, async () => {
    const server = play();
    await server[Symbol.asyncDispose]();

    const { failure } = await reach(api, server.url).ask();

    assertEquals(failure?.code, "TRANSPORT");
  });

  Deno.test(`PiAiAdapter keeps the cost of an answer that breaks off by ${api}`, async () => {
    const pieces = wire.frames({ text: ["Hi"], usage: wire.usage });
    const told = pieces.findIndex((piece) => piece.includes(wire.usageField));
    await using server = play({
      pieces: pieces.slice(0, told + 1),
      end: "reset",
    });

    const { usage, finish } = await reach(api, server.url).ask();

    // By openai-responses the event that tells it is the end.
    assertEquals(finish.kind, wire.usageIsEnd ? "stop" : "error");
    assertEquals(usage?.outputTokens, 9);
  });
}

Deno.test("PiAiAdapter does without [DONE] once the reason is there", async () => {
  const wire = WIRES[0]!;
  const frames = framesOf(wire);
  const rest = frames.slice(wire.enough(frames));

  const found = await endings(
    wire,
    rest.map((_, k) => frames.slice(0, frames.length - k).join("")),
  );

  assertEquals(Object.keys(found), ["tool-calls"]);
  assertEquals(rest.length, 2);
});
