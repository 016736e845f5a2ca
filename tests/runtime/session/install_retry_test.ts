import {
  assert,
  assertEquals,
  assertFalse,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { AgentRequestError } from "../../../runtime/session/agent_events.ts";
import { installRetry } from "../../../runtime/session/install_retry.ts";
import { policyKey } from "../../../runtime/session/policy_key.ts";
import {
  failed,
  failedAgain,
  failure,
  NORMAL,
  RETRY,
  stubTarget,
  typesOf,
} from "./_recovery.ts";

Deno.test("installRetry() logs a retry before its wait and the start of it after", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);

  const recovery = target.ask(failed());
  await time.tickAsync(99);
  await time.runMicrotasks();
  assertEquals(typesOf(target.recorded), ["llm/retry"]);
  await time.tickAsync(1);

  assertEquals(await recovery, RETRY);
  assertEquals(typesOf(target.recorded), ["llm/retry", "llm/retry-started"]);
  assertFalse(time.next());
});

Deno.test("installRetry() logs all there is to know of a retry", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  const event = failed({ turn: 2, step: 3 });

  const recovery = target.ask(event);
  await time.tickAsync(100);
  await recovery;

  const [retry, started] = target.recorded;
  const { retryId } = retry!.data;
  assert(retryId !== "");
  assertEquals<unknown>(retry!.data, {
    retryId,
    turn: 2,
    step: 3,
    provider: "p",
    mode: "normal",
    policyKey: policyKey(NORMAL),
    retry: 1,
    maxRetries: 2,
    delayMs: 100,
    failure: event.failure,
  });
  assertEquals<unknown>(started!.data, { retryId, turn: 2, step: 3, retry: 1 });
  assertFalse(time.next());
});

Deno.test("installRetry() starts no wait before the retry is logged", async () => {
  using time = new FakeTime();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const target = stubTarget(() => taken);
  installRetry(target);

  const recovery = target.ask(failed());
  await time.runMicrotasks();
  assertFalse(time.next());
  take();
  await time.tickAsync(100);

  assertEquals(await recovery, RETRY);
  assertFalse(time.next());
});

Deno.test("installRetry() keeps one id, counts retries and doubles waits in a chain", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);

  const first = target.ask(failed());
  await time.tickAsync(100);
  await first;
  const second = target.ask(failedAgain(failed()));
  await time.tickAsync(200);
  await second;

  const data = target.recorded.map(({ data }) => data);
  assertEquals(new Set(data.map(({ retryId }) => retryId)).size, 1);
  assertEquals(data.map(({ retry }) => retry), [1, 1, 2, 2]);
  assertEquals(data.map(({ delayMs }) => delayMs), [
    100,
    undefined,
    200,
    undefined,
  ]);
  assertFalse(time.next());
});

Deno.test("installRetry() begins anew, with another id, for the request after a success", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);

  for (const event of [failed(), failed({ step: 3 })]) {
    const recovery = target.ask(event);
    await time.tickAsync(100);
    await recovery;
  }

  const [before, , after] = target.recorded;
  assertEquals([before!.data.retry, after!.data.retry], [1, 1]);
  assertNotEquals(after!.data.retryId, before!.data.retryId);
  assertFalse(time.next());
});

Deno.test("installRetry() has a budget for each route of a request", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target);
  let event = failed();
  const retries: unknown[] = [];

  for (const provider of ["p", "p", "q", "p", "q"]) {
    event = failedAgain(event, { provider });
    const recovery = target.ask(event);
    await time.runMicrotasks();
    await time.nextAsync();
    retries.push([provider, (await recovery)?.kind]);
  }

  assertEquals(retries, [
    ["p", "retry"],
    ["p", "retry"],
    ["q", "retry"],
    ["p", undefined],
    ["q", "retry"],
  ]);
  assertFalse(time.next());
});

Deno.test("installRetry() strays by the randomness it is given", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target, { random: () => 0 });
  const retryPolicy = { ...NORMAL, jitterRatio: 0.5 };

  const recovery = target.ask(failed({ retryPolicy }));
  await time.tickAsync(50);

  assertEquals(await recovery, RETRY);
  assertEquals(target.recorded[0]!.data.delayMs, 50);
  assertFalse(time.next());
});

Deno.test("installRetry() waits as long as the provider asks, without jitter", async () => {
  using time = new FakeTime();
  const target = stubTarget();
  installRetry(target, { random: () => 0 });

  const recovery = target.ask(failed({
    failure: failure("SERVER", { providerRetryAfterMs: 1_000 }),
    retryPolicy: { ...NORMAL, jitterRatio: 0.5 },
  }));
  await time.tickAsync(1_000);

  assertEquals(await recovery, RETRY);
  assertEquals(target.recorded[0]!.data.delayMs, 1_000);
  assertFalse(time.next());
});

const SPENT = failedAgain(failedAgain(failed()));

const LEFT: [what: string, before: AgentRequestError[], AgentRequestError][] = [
  ["another code", [], failed({ failure: failure("AUTH") })],
  ["no budget", [], failed({ retryPolicy: { ...NORMAL, maxRetries: 0 } })],
  ["a spent budget", [failed(), failedAgain(failed())], SPENT],
  [
    "a wait above the greatest",
    [],
    failed({ failure: failure("SERVER", { providerRetryAfterMs: 1_001 }) }),
  ],
  ["no policy", [], failed({ retryPolicy: undefined })],
];

for (const [what, before, event] of LEFT) {
  Deno.test(`installRetry() leaves a failure with ${what} to those behind`, async () => {
    using time = new FakeTime();
    const target = stubTarget();
    installRetry(target);
    const asked: AgentRequestError[] = [];
    target.on("agent/request-error", (event) => {
      asked.push(event);
      return { kind: "retry" };
    });
    for (const event of before) {
      const recovery = target.ask(event);
      await time.nextAsync();
      await recovery;
    }
    const recorded = target.recorded.length;

    const recovery = await target.ask(event);

    assertEquals(recovery, RETRY);
    assertEquals(asked, [event]);
    assertEquals(target.recorded.length, recorded);
    assertFalse(time.next());
  });
}

Deno.test("installRetry() does not recover what nobody behind it does", async () => {
  const target = stubTarget();
  installRetry(target);

  const recovery = await target.ask(failed({ failure: failure("AUTH") }));

  assertEquals(recovery, undefined);
});

Deno.test("installRetry() passes on what those behind it fail with", async () => {
  const target = stubTarget();
  installRetry(target);
  const error = new Error("no");
  target.on("agent/request-error", () => Promise.reject(error));

  const thrown = await assertRejects(() =>
    target.ask(failed({ failure: failure("AUTH") }))
  );

  assertStrictEquals(thrown, error);
  assertEquals(target.diagnostics, []);
});

for (const type of ["llm/retry", "llm/retry-started"]) {
  Deno.test(`installRetry() does not retry where ${type} cannot be logged`, async () => {
    using time = new FakeTime();
    const full = new Error("no space left");
    const target = stubTarget((what) => {
      if (what === type) throw full;
    });
    installRetry(target);
    const asked: AgentRequestError[] = [];
    target.on("agent/request-error", (event) => void asked.push(event));

    const recovery = assertRejects(() => target.ask(failed()));
    await time.nextAsync();

    assertStrictEquals(await recovery, full);
    assertEquals(asked, []);
    assertFalse(time.next());
  });
}

Deno.test("installRetry() does not count a retry that could not be logged", async () => {
  using time = new FakeTime();
  let full = true;
  const target = stubTarget(() => {
    if (full) throw new Error("no space left");
  });
  installRetry(target);

  await assertRejects(() => target.ask(failed()));
  full = false;
  const recovery = target.ask(failedAgain(failed()));
  await time.nextAsync();
  await recovery;

  assertEquals(target.recorded[0]!.data.retry, 1);
  assertFalse(time.next());
});

const REFUSED: [what: string, args: unknown[], message: string][] = [
  ["nothing for a session", [], '"target" must be a session'],
  ["a promise", [Promise.resolve(stubTarget())], '"target" must be a session'],
  [
    "randomness that is no function",
    [stubTarget(), { random: 0.5 }],
    'Cannot install retry: "options.random" must be a function',
  ],
  ["a signal that is none", [stubTarget(), { signal: {} }], '"options.signal"'],
];

for (const [what, args, message] of REFUSED) {
  Deno.test(`installRetry() refuses ${what}`, () => {
    const call = () => installRetry(...args as Parameters<typeof installRetry>);

    assertThrows(call, TypeError, message);
  });
}
