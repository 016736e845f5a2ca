import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { deferred } from "../../../runtime/deferred.ts";
import { HarnessError } from "../../../runtime/error.ts";
import {
  SINK_STALLED_CODE,
  unlessStalled,
} from "../../../runtime/session/unless_stalled.ts";
import { watchedSignal } from "../_stub_adapter.ts";

const what = "end request";

Deno.test("unlessStalled() waits for as long as it takes where nobody gives up", async () => {
  using time = new FakeTime();
  const work = deferred<string>();
  const { signal, listeners } = watchedSignal();
  const log = { revision: 1 };

  const result = unlessStalled(work.promise, { log, signal, what });
  await time.tickAsync(3_600_000);
  work.resolve("done");

  assertEquals(await result, "done");
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

Deno.test("unlessStalled() rejects with SINK_STALLED where the log has not grown for 5 seconds", async () => {
  using time = new FakeTime();
  const { signal, abort } = watchedSignal();
  const log = { revision: 1 };
  let over = false;

  const result = unlessStalled(new Promise(() => {}), { log, signal, what });
  result.catch(() => over = true);
  abort();
  await time.tickAsync(4_999);
  const before = over;
  await time.tickAsync(1);

  assertFalse(before);
  const error = await assertRejects(
    () => result,
    HarnessError,
    "Cannot end request: the sink has not settled for 5000 ms",
  );
  assertEquals(error.code, SINK_STALLED_CODE);
  assertFalse(time.next());
});

Deno.test("unlessStalled() goes on waiting for a sink that is slow", async () => {
  using time = new FakeTime();
  const work = deferred<string>();
  const log = { revision: 1 };

  const result = unlessStalled(work.promise, {
    log,
    signal: AbortSignal.abort(),
    what,
  });
  for (let k = 0; k < 10; k++) {
    log.revision++;
    await time.tickAsync(4_999);
  }
  work.resolve("done");

  assertEquals(await result, "done");
  assertFalse(time.next());
});

Deno.test("unlessStalled() rejects with what the work rejects with, and keeps no timer", async () => {
  using time = new FakeTime();
  const full = new Error("disk is full");
  const { signal, abort, listeners } = watchedSignal();

  const result = unlessStalled(Promise.reject(full), {
    log: { revision: 1 },
    signal,
    what,
  });
  abort();

  assertStrictEquals(await result.catch((error) => error), full);
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});
