import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import type { LlmCallConfig } from "../../../runtime/request.ts";
import { createAgentEvents } from "../../../runtime/session/agent_events.ts";
import { failed, RETRY } from "./_recovery.ts";

const SEED: LlmCallConfig = { provider: "p", model: "m", stop: ["END"] };

const bad = new Error("listener is bad");

Deno.test("settleConfig() resolves to a frozen copy of the seed where nobody listens", async () => {
  const config = await createAgentEvents().settleConfig(SEED);

  assertEquals(config, SEED);
  assertNotStrictEquals(config, SEED);
  assert(Object.isFrozen(config) && Object.isFrozen(config.stop));
});

Deno.test("settleConfig() takes the config a listener returns", async () => {
  const events = createAgentEvents();
  events.on("agent/request", (seed) => ({ ...seed, model: "other" }));

  const config = await events.settleConfig(SEED);

  assertEquals(config, { ...SEED, model: "other" });
});

Deno.test("settleConfig() keeps nothing of the object a listener returns", async () => {
  const events = createAgentEvents();
  const mine = { provider: "p", model: "mine", stop: ["END"] };
  events.on("agent/request", () => mine);

  const config = await events.settleConfig(SEED);
  mine.stop.push("MORE");

  assertEquals(config.stop, ["END"]);
  assert(!Object.isFrozen(mine));
});

Deno.test("settleConfig() asks the listener that was registered first as the outermost", async () => {
  const events = createAgentEvents();
  const order: string[] = [];
  for (const name of ["outer", "inner"]) {
    events.on("agent/request", async (_, next) => {
      order.push(`> ${name}`);
      const config = await next();
      order.push(`< ${name}`);
      return config;
    });
  }

  await events.settleConfig(SEED);

  assertEquals(order, ["> outer", "> inner", "< inner", "< outer"]);
});

Deno.test("settleConfig() shows the listeners behind one the config it hands on", async () => {
  const events = createAgentEvents();
  const seen: string[] = [];
  events.on("agent/request", (seed, next) => next({ ...seed, model: "other" }));
  events.on("agent/request", (seed) => {
    seen.push(seed.model);
    return seed;
  });

  const config = await events.settleConfig(SEED);

  assertEquals(seen, ["other"]);
  assertEquals(config.model, "other");
});

Deno.test("settleConfig() gives listeners a frozen seed, also one that another handed on", async () => {
  const events = createAgentEvents();
  const frozen: boolean[] = [];
  events.on("agent/request", (seed, next) => {
    frozen.push(Object.isFrozen(seed));
    return next({ ...seed });
  });
  events.on("agent/request", (seed) => {
    frozen.push(Object.isFrozen(seed));
    return seed;
  });

  await events.settleConfig(SEED);

  assertEquals(frozen, [true, true]);
});

Deno.test("settleConfig() refuses what a listener returns that is no config, naming the field", async () => {
  const events = createAgentEvents();
  events.on("agent/request", () => ({ provider: "p" }) as never);

  await assertRejects(
    () => events.settleConfig(SEED),
    TypeError,
    '"config.model" must be a string',
  );
});

Deno.test("settleConfig() refuses what a listener hands on that is no config", async () => {
  const events = createAgentEvents();
  events.on(
    "agent/request",
    (seed, next) => next({ ...seed, maxTokens: 0 }),
  );

  await assertRejects(
    () => events.settleConfig(SEED),
    RangeError,
    '"config.maxTokens" must be a positive integer',
  );
});

Deno.test("settleConfig() rejects with what a listener throws", async () => {
  const events = createAgentEvents();
  events.on("agent/request", () => {
    throw bad;
  });

  assertStrictEquals(
    await assertRejects(() => events.settleConfig(SEED)),
    bad,
  );
});

Deno.test("settleConfig() leaves no rejection behind that a listener did not wait for", async () => {
  const events = createAgentEvents();
  events.on("agent/request", (seed, next) => {
    next();
    return seed;
  });
  events.on("agent/request", () => Promise.reject(bad));

  assertEquals(await events.settleConfig(SEED), SEED);
});

Deno.test("recover() resolves to undefined where nobody listens", async () => {
  assertEquals(await createAgentEvents().recover(failed()), undefined);
});

Deno.test("recover() asks the listeners behind one that calls next()", async () => {
  const events = createAgentEvents();
  const seen: unknown[] = [];
  const event = failed();
  events.on("agent/request-error", (event, next) => {
    seen.push(event);
    return next();
  });
  events.on("agent/request-error", (event) => {
    seen.push(event);
    return RETRY;
  });

  assertEquals(await events.recover(event), RETRY);
  assert(seen.length === 2 && seen.every((seen) => seen === event));
});

Deno.test("recover() asks nobody behind a listener that decides", async () => {
  const events = createAgentEvents();
  let asked = 0;
  events.on("agent/request-error", () => undefined);
  events.on("agent/request-error", () => {
    asked++;
    return RETRY;
  });

  assertEquals(await events.recover(failed()), undefined);
  assertEquals(asked, 0);
});

Deno.test("recover() rejects with what a listener throws", async () => {
  const events = createAgentEvents();
  events.on("agent/request-error", () => {
    throw bad;
  });

  assertStrictEquals(await assertRejects(() => events.recover(failed())), bad);
});

Deno.test("recover() leaves no rejection behind that a listener did not wait for", async () => {
  const events = createAgentEvents();
  events.on("agent/request-error", (_, next) => {
    next();
    return RETRY;
  });
  events.on("agent/request-error", () => Promise.reject(bad));

  assertEquals(await events.recover(failed()), RETRY);
});

Deno.test('report() tells each listener to "agent/diagnostic"', () => {
  const events = createAgentEvents();
  const told: LlmDiagnostic[] = [];
  const listener = (diagnostic: LlmDiagnostic) => told.push(diagnostic);
  events.on("agent/diagnostic", listener);
  events.on("agent/diagnostic", listener);
  const diagnostic = { code: "ODD", message: "Something was odd" };

  events.report(diagnostic);

  assertEquals(told, [diagnostic, diagnostic]);
});
