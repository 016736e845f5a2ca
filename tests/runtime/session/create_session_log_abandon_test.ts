import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { ndjsonSink } from "../../../runtime/session/ndjson_sink.ts";
import type { SessionLog } from "../../../runtime/session/session_log.ts";
import type { SessionSink } from "../../../runtime/session/session_sink.ts";
import { begin, delta, START, STEP } from "./_events.ts";

const gone = new Error("sink is gone");

function never(): Promise<void> {
  return new Promise(() => {});
}

/** What a promise rejects with. */
function reason(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => undefined, (error) => error);
}

/** Sinks that may be told to stall, and count what they are asked for. */
const SINKS: Record<string, (ask: () => void | Promise<void>) => SessionSink> =
  {
    "takes event by event": (ask) => ({ write: ask, sync: ask }),
    "takes events at once": (ask) => ({ write: ask, writeAll: ask, sync: ask }),
    "takes lines": (ask) =>
      ndjsonSink({ write: ask, truncate: ask, sync: ask }),
  };

const CALLS: Record<string, (log: SessionLog) => Promise<unknown>> = {
  "append()": (log) => log.append("turn/start", { turn: 1 }),
  "appendChunks()": (log) => log.appendChunks(STEP, [delta("a"), delta("b")]),
  "sync()": (log) => log.sync(),
};

for (const [kind, make] of Object.entries(SINKS)) {
  for (const [name, call] of Object.entries(CALLS)) {
    Deno.test(`abandon() ends ${name} and all behind it where the sink ${kind}`, async () => {
      let asked = 0;
      let stalls = false;
      const log = await begin(createSessionLog({
        sink: make(() => {
          asked++;
          return stalls ? never() : undefined;
        }),
      }));
      const all = Array.fromAsync(log.stream(1));
      asked = 0;
      stalls = true;

      const waiting = [call, ...Object.values(CALLS)].map((call) =>
        reason(call(log))
      );
      await new Promise((resolve) => setTimeout(resolve, 0));
      log.abandon(gone);
      stalls = false;

      assertEquals(await Promise.all(waiting), waiting.map(() => gone));
      assertStrictEquals(
        await reason(log.append("turn/start", { turn: 2 })),
        gone,
      );
      assertEquals((await all).map(({ data }) => data), [START]);
      assertEquals([log.revision, log.closed], [1, true]);
      assertStrictEquals(await reason(log.close()), gone);
      assertEquals(asked, 1);
    });
  }
}

Deno.test("abandon() changes nothing once the log was closed", async () => {
  const log = await begin(createSessionLog());
  await log.close();

  log.abandon(gone);

  await log.close();
  await assertRejects(
    () => log.append("turn/start", { turn: 1 }),
    Error,
    "the session was closed",
  );
  assertEquals(log.revision, 1);
});
