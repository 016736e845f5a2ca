import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type {
  AgentRequestErrorListener,
} from "../../../runtime/session/agent_events.ts";
import {
  installRetry,
  type RetryDisposer,
} from "../../../runtime/session/install_retry.ts";
import {
  ALWAYS,
  failed,
  NORMAL,
  RETRY,
  type StubTarget,
  stubTarget,
  typesOf,
} from "./_recovery.ts";

/** A target that hands out the very listener. */
function capturing(): StubTarget & {
  readonly listeners: AgentRequestErrorListener[];
} {
  const listeners: AgentRequestErrorListener[] = [];
  const target = stubTarget();
  return {
    ...target,
    listeners,
    on(name, listener, options) {
      listeners.push(listener);
      return target.on(name, listener, options);
    },
  };
}

const WAYS: [string, (retry: RetryDisposer, abort: () => void) => unknown][] = [
  ["a call of the disposer", (retry) => retry()],
  ["the symbol of it", (retry) => retry[Symbol.dispose]()],
  ["dispose()", (retry) => retry.dispose()],
  ["its signal", (_, abort) => abort()],
];

for (const [what, dispose] of WAYS) {
  Deno.test(`installRetry() ends the wait for ${what} and leaves the failure to those behind`, async () => {
    using time = new FakeTime();
    const target = stubTarget();
    const controller = new AbortController();
    const retry = installRetry(target, { signal: controller.signal });
    target.on("agent/request-error", () => ({ kind: "retry" }));

    const recovery = target.ask(failed());
    await time.runMicrotasks();
    await dispose(retry, () => controller.abort());

    assertFalse(time.next());
    assertEquals(await recovery, RETRY);
    assertEquals(typesOf(target.recorded), ["llm/retry"]);
  });

  Deno.test(`installRetry() retries nothing more after ${what}`, async () => {
    using time = new FakeTime();
    const target = stubTarget();
    const controller = new AbortController();
    const retry = installRetry(target, { signal: controller.signal });

    await dispose(retry, () => controller.abort());

    assertEquals(await target.ask(failed()), undefined);
    assertEquals(target.recorded, []);
    assertFalse(time.next());
  });
}

Deno.test("installRetry() leaves nothing on its own signal", () => {
  const { signal } = new AbortController();
  let listeners = 0;
  signal.addEventListener = () => listeners++;
  signal.removeEventListener = () => listeners--;

  const retry = installRetry(stubTarget(), { signal });
  assert(listeners > 0);
  retry();

  assertEquals(listeners, 0);
});

Deno.test("installRetry() installs nothing for a signal that is aborted", async () => {
  using time = new FakeTime();
  const target = stubTarget();

  const retry = installRetry(target, { signal: AbortSignal.abort() });

  assertEquals(await target.ask(failed()), undefined);
  assertEquals(target.recorded, []);
  await retry.dispose();
  assertFalse(time.next());
});

for (const retryPolicy of [NORMAL, ALWAYS]) {
  Deno.test(`installRetry() does nothing through a listener captured before its disposal, in the ${retryPolicy.mode} mode`, async () => {
    using time = new FakeTime();
    const target = capturing();
    const retry = installRetry(target);
    const error = new Error("no");

    retry();
    const [listener] = target.listeners;
    const thrown = await assertRejects(async () =>
      await listener!(failed({ retryPolicy }), () => Promise.reject(error))
    );

    assertStrictEquals(thrown, error);
    assertEquals(target.recorded, []);
    assertEquals(target.diagnostics, []);
    assertFalse(time.next());
  });
}

Deno.test("installRetry() does nothing in the always mode where it is disposed of meanwhile", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  const retry = installRetry(target);
  const error = new Error("no");
  target.on("agent/request-error", async () => {
    await retry.dispose();
    throw error;
  });

  const thrown = await assertRejects(() =>
    target.ask(failed({ retryPolicy: ALWAYS }))
  );

  assertStrictEquals(thrown, error);
  assertEquals(target.recorded, []);
  assertEquals(target.diagnostics, []);
  assertFalse(time.next());
});

for (const type of ["llm/retry", "llm/retry-started"]) {
  Deno.test(`dispose() waits for ${type} to be logged, and nothing is after it`, async () => {
    using time = new FakeTime();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const target = stubTarget((what) => what === type ? taken : undefined);
    const retry = installRetry(target);
    let drained = false;

    const recovery = target.ask(failed());
    await time.nextAsync();
    await time.runMicrotasks();
    const disposed = retry.dispose().then(() => drained = true);
    await time.runMicrotasks();
    assertFalse(drained);
    take();
    await disposed;
    const { length } = target.recorded;
    await recovery;

    assertEquals(target.recorded.at(-1)?.type, type);
    assertEquals(target.recorded.length, length);
    assertFalse(time.next());
  });
}

Deno.test("dispose() does not wait for those behind it", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  const retry = installRetry(target);
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<
    undefined
  >();
  target.on("agent/request-error", () => gaveUp);

  const recovery = target.ask(failed());
  await time.runMicrotasks();
  await retry.dispose();
  giveUp(undefined);

  assertEquals(await recovery, undefined);
  assertFalse(time.next());
});

Deno.test("dispose() resolves where a retry cannot be logged, and as often as it is called", async () => {
  using time = new FakeTime();
  const target = stubTarget(() => Promise.reject(new Error("no space left")));
  const retry = installRetry(target);

  const recovery = assertRejects(() => target.ask(failed()));
  const first = retry.dispose();
  const second = retry.dispose();

  assertEquals(await Promise.all([first, second]), [undefined, undefined]);
  await recovery;
  assertFalse(time.next());
});

Deno.test("dispose() leaves other retries of the same target alone", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  const retry = installRetry(target);
  installRetry(target);

  await retry.dispose();
  const recovery = target.ask(failed());
  await time.nextAsync();

  assertEquals(await recovery, RETRY);
  assertFalse(time.next());
});
