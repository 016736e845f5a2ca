import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { AgentRequestError } from "../../../runtime/session/agent_events.ts";
import { installRetry } from "../../../runtime/session/install_retry.ts";
import { ALWAYS, failed, NORMAL, stubTarget, typesOf } from "./_recovery.ts";

Deno.test("installRetry() ends the wait at once for an abort, without a retry or a timer", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const asked: AgentRequestError[] = [];
  target.on("agent/request-error", (event) => void asked.push(event));
  const controller = new AbortController();

  const recovery = target.ask(failed({ signal: controller.signal }));
  await time.tickAsync(50);
  controller.abort();

  assertFalse(time.next());
  assertEquals(await recovery, undefined);
  assertEquals(typesOf(target.recorded), ["llm/retry"]);
  assertEquals(asked, []);
});

Deno.test("installRetry() starts no wait once the request is aborted meanwhile", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const target = stubTarget(() => controller.abort());
  installRetry(target);

  const recovery = target.ask(failed({ signal: controller.signal }));
  await time.runMicrotasks();

  assertFalse(time.next());
  assertEquals(await recovery, undefined);
  assertEquals(typesOf(target.recorded), ["llm/retry"]);
});

Deno.test("installRetry() does not retry what is aborted while the start is logged", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const target = stubTarget((type) => {
    if (type === "llm/retry-started") controller.abort();
  });
  installRetry(target);

  const recovery = target.ask(failed({ signal: controller.signal }));
  await time.nextAsync();

  assertEquals(await recovery, undefined);
  assertFalse(time.next());
});

for (const retryPolicy of [NORMAL, ALWAYS]) {
  Deno.test(`installRetry() does nothing about a request that is aborted, in the ${retryPolicy.mode} mode`, async () => {
    using time = new FakeTime();
    const target = stubTarget();
    installRetry(target);

    const signal = AbortSignal.abort();
    const recovery = await target.ask(failed({ retryPolicy, signal }));

    assertEquals(recovery, undefined);
    assertEquals(target.recorded, []);
    assertFalse(time.next());
  });
}

Deno.test("installRetry() leaves nothing on the signal of a request", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: unknown[]) => {
    listeners++;
    Reflect.apply(addEventListener, signal, args);
  };
  signal.removeEventListener = (...args: unknown[]) => {
    listeners--;
    Reflect.apply(removeEventListener, signal, args);
  };

  const recovery = target.ask(failed({ signal }));
  await time.runMicrotasks();
  assertEquals(listeners, 1);
  await time.nextAsync();
  await recovery;

  assertEquals(listeners, 0);
  assertFalse(time.next());
});
