import { assertEquals, assertRejects } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { ndjsonSink } from "../../../runtime/session/ndjson_sink.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import { begin, delta, STEP } from "./_events.ts";

const broken = new Error("disk is gone");

const seqsOf = (log: SessionLog) =>
  Array.from(log.eventsFrom(1), ({ seq }) => seq);

Deno.test("ndjsonSink() gives a handle bytes of its own", async () => {
  const handle = {
    write: (bytes: Uint8Array) => void bytes.fill(0),
    truncate() {},
  };
  const log = await begin(createSessionLog({ sink: ndjsonSink(handle) }));

  await log.appendChunks(STEP, Array(20).fill(delta("a")));
  await log.append("turn/start", { turn: 1 });

  assertEquals(seqsOf(log), counted(22));
});

Deno.test("ndjsonSink() knows how much a handle was given that sends it on", async () => {
  let sent = 0;
  const cuts: number[] = [];
  const handle = {
    write(bytes: Uint8Array<ArrayBuffer>) {
      sent += bytes.length;
      structuredClone(bytes, { transfer: [bytes.buffer] });
      if (cuts.length === 0 && sent > 1_000) return Promise.reject(broken);
    },
    truncate: (length: number) => void cuts.push(length),
  };
  const log = await begin(createSessionLog({ sink: ndjsonSink(handle) }));
  const before = sent;
  await assertRejects(
    () => log.appendChunks(STEP, Array(20).fill(delta("a"))),
    Error,
    "disk is gone",
  );

  await log.appendChunks(STEP, Array(20).fill(delta("b")));

  assertEquals(cuts, [before]);
  assertEquals(seqsOf(log), counted(21));
});

function counted(to: number): number[] {
  return Array.from({ length: to }, (_, k) => k + 1);
}
