import {
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { installRetry } from "../../../runtime/session/install_retry.ts";
import { policyKey } from "../../../runtime/session/policy_key.ts";
import {
  ALWAYS,
  failed,
  failedAgain,
  failure,
  RETRY,
  stubTarget,
  typesOf,
} from "./_recovery.ts";

const EVENT = failed({ retryPolicy: ALWAYS });

Deno.test("installRetry() retries any failure in the always mode, without an end", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  let event = failed({ retryPolicy: ALWAYS, failure: failure("AUTH") });

  for (let k = 0; k < 7; k++) {
    const recovery = target.ask(event);
    await time.nextAsync();
    assertEquals(await recovery, RETRY);
    event = failedAgain(event);
  }

  const retries = target.recorded.filter(({ type }) => type === "llm/retry");
  assertEquals(retries.map(({ data }) => data.delayMs), [
    100,
    200,
    400,
    800,
    1_000,
    1_000,
    1_000,
  ]);
  assertEquals(retries.map(({ data }) => data.retry), [1, 2, 3, 4, 5, 6, 7]);
  assertFalse(time.next());
});

Deno.test("installRetry() logs no greatest number of retries in the always mode", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);

  const recovery = target.ask(EVENT);
  await time.nextAsync();
  await recovery;

  const { data } = target.recorded[0]!;
  assertEquals([data.mode, data.policyKey], ["always", policyKey(ALWAYS)]);
  assertFalse("maxRetries" in data);
  assertFalse(time.next());
});

Deno.test("installRetry() waits its own delay in the always mode where the provider asks for too much", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const busy = failure("SERVER", { providerRetryAfterMs: 1_001 });

  const recovery = target.ask({ ...EVENT, failure: busy });
  await time.tickAsync(100);

  assertEquals(await recovery, RETRY);
  assertFalse(time.next());
});

Deno.test("installRetry() lets those behind it retry first in the always mode", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  target.on("agent/request-error", () => ({ kind: "retry" }));

  const recovery = await target.ask(EVENT);

  assertEquals(recovery, RETRY);
  assertEquals(target.recorded, []);
  assertFalse(time.next());
});

Deno.test("installRetry() logs nothing in the always mode before those behind it gave up", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<
    undefined
  >();
  target.on("agent/request-error", () => gaveUp);

  const recovery = target.ask(EVENT);
  await time.runMicrotasks();
  assertEquals(target.recorded, []);
  giveUp(undefined);
  await time.nextAsync();

  assertEquals(await recovery, RETRY);
  assertFalse(time.next());
});

Deno.test("installRetry() tells of what those behind it fail with in the always mode, and retries", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const error = new Error("no");
  target.on("agent/request-error", () => Promise.reject(error));

  const recovery = target.ask(EVENT);
  await time.nextAsync();

  assertEquals(await recovery, RETRY);
  assertEquals(target.diagnostics, [{
    code: "LISTENER_FAILED",
    message: 'A listener of "agent/request-error" failed',
    provider: "p",
    error,
  }]);
  assertStrictEquals(target.diagnostics[0]!.error, error);
  assertFalse(time.next());
});

Deno.test("installRetry() does not retry in the always mode once the request is aborted meanwhile", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const controller = new AbortController();
  target.on("agent/request-error", () => {
    controller.abort();
    return undefined;
  });

  const recovery = await target.ask({ ...EVENT, signal: controller.signal });

  assertEquals(recovery, undefined);
  assertEquals(target.recorded, []);
  assertFalse(time.next());
});

Deno.test("installRetry() tells of no failure behind it that an abort brought", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const controller = new AbortController();
  target.on("agent/request-error", ({ signal }) => {
    controller.abort(new Error("enough"));
    return Promise.reject(signal.reason);
  });

  await assertRejects(
    () => target.ask({ ...EVENT, signal: controller.signal }),
    Error,
    "enough",
  );

  assertEquals(target.diagnostics, []);
  assertEquals(target.recorded, []);
  assertFalse(time.next());
});

Deno.test("installRetry() goes by the policy of each failure", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const other = failure("AUTH");

  const first = target.ask({ ...EVENT, failure: other });
  await time.nextAsync();
  await first;
  const second = await target.ask(failedAgain(failed(), { failure: other }));

  assertEquals(second, undefined);
  assertEquals(typesOf(target.recorded), ["llm/retry", "llm/retry-started"]);
  assertFalse(time.next());
});
