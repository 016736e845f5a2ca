import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { toDisposer } from "../../../runtime/registration.ts";
import type { AgentRequestErrorListener } from "../../../runtime/session/agent_events.ts";
import { recoverContextOverflow } from "../../../runtime/session/recover_context_overflow.ts";
import { APPEND, said } from "./_events.ts";
import { compact, OVERFLOW, talked } from "./_overflow.ts";
import { failed, failedAgain, RETRY } from "./_recovery.ts";

Deno.test("recoverContextOverflow() compacts what does not fit, then retries", async () => {
  const target = await talked();
  const compacted: unknown[] = [];
  recoverContextOverflow(target, (event) => {
    compacted.push(event);
    return compact(target.log);
  });

  const recovery = await target.ask(OVERFLOW);

  assertEquals(recovery, RETRY);
  assertEquals(compacted, [OVERFLOW]);
  assertEquals(target.diagnostics, []);
});

Deno.test("recoverContextOverflow() waits for the compaction", async () => {
  const target = await talked();
  const { promise: summary, resolve } = Promise.withResolvers<void>();
  recoverContextOverflow(target, async () => {
    await summary;
    await compact(target.log);
  });

  const recovery = target.ask(OVERFLOW);
  const first = await Promise.race([recovery, Promise.resolve("waits")]);
  resolve();

  assertEquals(first as unknown, "waits");
  assertEquals(await recovery, RETRY);
});

Deno.test("recoverContextOverflow() leaves other failures to those behind", async () => {
  const target = await talked();
  let compactions = 0;
  recoverContextOverflow(target, () => compactions++);
  target.on("agent/request-error", () => ({ kind: "retry" }));

  const recovery = await target.ask(failed());

  assertEquals(recovery, RETRY);
  assertEquals(compactions, 0);
});

Deno.test("recoverContextOverflow() compacts once for a request, however often that is tried", async () => {
  const target = await talked();
  let compactions = 0;
  recoverContextOverflow(target, () => {
    compactions++;
    return compact(target.log);
  });

  const first = await target.ask(OVERFLOW);
  const second = await target.ask(failedAgain(OVERFLOW));
  const third = await target.ask(failedAgain(failedAgain(OVERFLOW)));

  assertEquals([first, second, third], [RETRY, undefined, undefined]);
  assertEquals(compactions, 1);
});

Deno.test("recoverContextOverflow() compacts again for the next request", async () => {
  const target = await talked();
  let compactions = 0;
  recoverContextOverflow(target, () => {
    compactions++;
    return compact(target.log);
  });

  await target.ask(OVERFLOW);
  const sameTurn = await target.ask({ ...OVERFLOW, step: 3 });
  const nextTurn = await target.ask({ ...OVERFLOW, turn: 2 });

  assertEquals([sameTurn, nextTurn], [RETRY, RETRY]);
  assertEquals(compactions, 3);
});

Deno.test("recoverContextOverflow() compacts for a request that failed otherwise before", async () => {
  const target = await talked();
  recoverContextOverflow(target, () => compact(target.log));
  const { failure } = OVERFLOW;

  const first = await target.ask(failed());
  const second = await target.ask(failedAgain(failed(), { failure }));

  assertEquals([first, second], [undefined, RETRY]);
});

for (const kind of ["throws", "rejects"]) {
  Deno.test(`recoverContextOverflow() tells of a compaction that ${kind}, and gives up`, async () => {
    const target = await talked();
    const error = new Error("no summary");
    let compactions = 0;
    recoverContextOverflow(target, () => {
      compactions++;
      if (kind === "throws") throw error;
      return Promise.reject(error);
    });

    const first = await target.ask(OVERFLOW);
    const second = await target.ask(failedAgain(OVERFLOW));

    assertEquals([first, second], [undefined, undefined]);
    assertEquals(compactions, 1);
    assertEquals(target.diagnostics, [{
      code: "COMPACTION_FAILED",
      message: "Cannot compact session: the request fails as it did before",
      provider: "p",
      error,
    }]);
    assertStrictEquals(target.diagnostics[0]!.error, error);
  });
}

Deno.test("recoverContextOverflow() gives up where the compaction fails half-way", async () => {
  const target = await talked();
  recoverContextOverflow(target, async () => {
    await compact(target.log);
    throw new Error("no second summary");
  });

  assertEquals(await target.ask(OVERFLOW), undefined);
  assertEquals(target.diagnostics.length, 1);
});

Deno.test("recoverContextOverflow() gives up where nothing was replaced", async () => {
  const target = await talked();
  recoverContextOverflow(target, async () => {
    await target.log.append("user/message", { message: said("more") }, APPEND);
  });

  assertEquals(await target.ask(OVERFLOW), undefined);
  assertEquals(target.diagnostics, []);
});

Deno.test("recoverContextOverflow() takes no earlier replacement for one of its own", async () => {
  const target = await talked();
  await compact(target.log);
  recoverContextOverflow(target, () => {});

  assertEquals(await target.ask(OVERFLOW), undefined);
});

Deno.test("recoverContextOverflow() lets those behind it have what it gave up", async () => {
  const target = await talked();
  recoverContextOverflow(target, () => {});
  target.on("agent/request-error", () => ({ kind: "retry" }));

  assertEquals(await target.ask(OVERFLOW), RETRY);
});

Deno.test("recoverContextOverflow() does not compact for a request that is aborted", async () => {
  const target = await talked();
  let compactions = 0;
  recoverContextOverflow(target, () => compactions++);

  const signal = AbortSignal.abort();
  const recovery = await target.ask({ ...OVERFLOW, signal });

  assertEquals(recovery, undefined);
  assertEquals(compactions, 0);
});

for (const fails of [false, true]) {
  Deno.test(`recoverContextOverflow() does not retry what is aborted while it compacts${fails ? ", nor tell of it" : ""}`, async () => {
    const target = await talked();
    const controller = new AbortController();
    const { signal } = controller;
    let asked = 0;
    recoverContextOverflow(target, async (event) => {
      await compact(target.log);
      controller.abort();
      assert(event.signal.aborted);
      if (fails) throw event.signal.reason;
    });
    target.on("agent/request-error", () => void asked++);

    const recovery = await target.ask({ ...OVERFLOW, signal });

    assertEquals(recovery, undefined);
    assertEquals(target.diagnostics, []);
    assertEquals(asked, 0);
  });
}

for (const what of ["disposer", "signal"]) {
  Deno.test(`recoverContextOverflow() does nothing after its ${what} is used, captured before or not`, async () => {
    const target = await talked();
    const listeners: AgentRequestErrorListener[] = [];
    const controller = new AbortController();
    let compactions = 0;
    const dispose = recoverContextOverflow(
      {
        ...target,
        revision: 0,
        on(name, listener, options) {
          listeners.push(listener);
          return target.on(name, listener, options);
        },
      },
      () => compactions++,
      { signal: controller.signal },
    );

    if (what === "signal") controller.abort();
    else dispose();
    const recovery = await target.ask(OVERFLOW);
    const captured = await listeners[0]!(
      OVERFLOW,
      () => Promise.resolve(RETRY),
    );

    assertEquals([recovery, captured], [undefined, RETRY]);
    assertEquals(compactions, 0);
  });
}

Deno.test("recoverContextOverflow() takes its listener back, once", async () => {
  const target = await talked();
  let removals = 0;
  const dispose = recoverContextOverflow({
    ...target,
    revision: 0,
    on: () => toDisposer(() => removals++, undefined),
  }, () => {});

  dispose();
  dispose();

  assertEquals(removals, 1);
});

for (const target of [undefined, {}]) {
  Deno.test(`recoverContextOverflow() refuses ${JSON.stringify(target)} for a session`, () => {
    assertThrows(
      () => recoverContextOverflow(target as never, () => {}),
      TypeError,
      'Cannot recover context overflow: "target" must be a session',
    );
  });
}

Deno.test("recoverContextOverflow() refuses a compaction that is no function", async () => {
  const target = await talked();

  assertThrows(
    () => recoverContextOverflow(target, "summary" as never),
    TypeError,
    'Cannot recover context overflow: "compact" must be a function',
  );
});

Deno.test("recoverContextOverflow() refuses a signal that is none", async () => {
  const target = await talked();

  assertThrows(
    () => recoverContextOverflow(target, () => {}, { signal: {} as never }),
    TypeError,
    '"options.signal"',
  );
});
