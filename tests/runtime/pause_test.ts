import { assertEquals, assertFalse, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { pause } from "../../runtime/pause.ts";

const TIMES: [ms: number, timerMs: number][] = [[1, 1], [250, 250], [2.5, 3]];

for (const [ms, timerMs] of TIMES) {
  Deno.test(`pause() settles after ${timerMs} ms when asked for ${ms}`, async () => {
    using time = new FakeTime();
    let over = false;

    const paused = pause(ms, []).then(() => over = true);
    await time.tickAsync(timerMs - 1);
    await time.runMicrotasks();
    assertFalse(over);
    await time.tickAsync(1);
    await paused;

    assertFalse(time.next());
  });
}

for (const which of [0, 1]) {
  Deno.test(`pause() rejects with the reason of signal ${which} and leaves no timer`, async () => {
    using time = new FakeTime();
    const controllers = [new AbortController(), new AbortController()];
    const paused = pause(100, controllers.map(({ signal }) => signal));
    const settled = paused.catch((error) => error);

    await time.tickAsync(50);
    controllers[which]!.abort("enough");

    assertFalse(time.next());
    assertEquals(await settled, "enough");
  });
}

Deno.test("pause() rejects at once for a signal that is aborted", async () => {
  using time = new FakeTime();
  const reason = new Error("enough");

  const settled = pause(100, [AbortSignal.abort(reason)]).catch((e) => e);

  assertFalse(time.next());
  assertStrictEquals(await settled, reason);
});
