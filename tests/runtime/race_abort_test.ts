import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { raceAbort } from "../../runtime/race_abort.ts";
import { watchedSignal } from "./_stub_adapter.ts";

const REASON = new Error("reason");

/** What a promise rejects with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(() => "resolved", (error) => error);
}

function never(): Promise<never> {
  return new Promise(() => {});
}

Deno.test("raceAbort() resolves to what the promise does", async () => {
  assertStrictEquals(await raceAbort(() => Promise.resolve(1), []), 1);
});

Deno.test("raceAbort() takes what is no promise as it is", async () => {
  const { signal } = new AbortController();

  assertStrictEquals(await raceAbort(() => 1, [signal]), 1);
});

Deno.test("raceAbort() rejects with what the promise does", async () => {
  const { signal } = new AbortController();

  const error = await rejection(
    raceAbort(() => Promise.reject(REASON), [signal]),
  );

  assertStrictEquals(error, REASON);
});

for (const which of [0, 1]) {
  Deno.test(`raceAbort() rejects with the reason of signal ${which} though the promise never settles`, async () => {
    const signals = [watchedSignal(), watchedSignal()];
    const racing = raceAbort(never, signals.map(({ signal }) => signal));

    signals[which]!.abort(REASON);

    assertStrictEquals(await rejection(racing), REASON);
    assertEquals(signals.map((signal) => signal.listeners()), [0, 0]);
  });
}

Deno.test("raceAbort() tells the promise's maker of an abort, with the reason", async () => {
  const controller = new AbortController();
  let told: AbortSignal | undefined;
  const racing = raceAbort((signal) => {
    told = signal;
    return never();
  }, [undefined, controller.signal]);
  assertStrictEquals(told?.aborted, false);

  controller.abort(REASON);
  await rejection(racing);

  assertStrictEquals(told?.reason, REASON);
});

Deno.test("raceAbort() gives the reason where the promise answers the abort with an error", async () => {
  const controller = new AbortController();
  const racing = raceAbort(
    (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(new Error("other")))
      ),
    [controller.signal],
  );

  controller.abort(REASON);

  assertStrictEquals(await rejection(racing), REASON);
});

Deno.test("raceAbort() starts nothing under an aborted signal", async () => {
  const watched = watchedSignal();
  watched.abort(REASON);
  let starts = 0;

  const error = await rejection(
    raceAbort(() => starts++, [undefined, watched.signal]),
  );

  assertStrictEquals(error, REASON);
  assertStrictEquals(starts, 0);
  assertStrictEquals(watched.added(), 0);
});

for (
  const [name, start] of Object.entries({
    "resolves": () => Promise.resolve(),
    "rejects": () => Promise.reject(REASON),
    "throws": () => {
      throw REASON;
    },
  })
) {
  Deno.test(`raceAbort() lets its signals go when the promise ${name}`, async () => {
    const watched = watchedSignal();

    await rejection(raceAbort<void>(start, [watched.signal]));

    assertStrictEquals(watched.added(), 1);
    assertStrictEquals(watched.listeners(), 0);
  });
}

// An unhandled rejection fails the test, whatever it asserts.
Deno.test("raceAbort() leaves no rejection behind where the start aborts and throws", async () => {
  const controller = new AbortController();

  await assertRejects(
    () =>
      raceAbort(() => {
        controller.abort(REASON);
        throw new TypeError("thrown");
      }, [controller.signal]),
    TypeError,
    "thrown",
  );
});

Deno.test("raceAbort() leaves no rejection behind where the promise rejects after an abort", async () => {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const racing = raceAbort(() => late.promise, [controller.signal]);
  controller.abort(REASON);

  const error = await rejection(racing);
  late.reject(new Error("late"));

  assertStrictEquals(error, REASON);
});
