import { assertEquals, assertThrows } from "@std/assert";
import type { LlmCallConfig } from "../../../runtime/request.ts";
import {
  type AgentEventMap,
  createAgentEvents,
} from "../../../runtime/session/agent_events.ts";
import { failed } from "./_recovery.ts";

const SEED: LlmCallConfig = { provider: "p", model: "m" };

const NAMES = [
  "agent/request",
  "agent/request-error",
  "agent/diagnostic",
] as const;

/** Tells something to whoever listens to an event. */
async function tell(
  events: ReturnType<typeof createAgentEvents>,
  name: keyof AgentEventMap,
): Promise<void> {
  if (name === "agent/request") await events.settleConfig(SEED);
  else if (name === "agent/request-error") await events.recover(failed());
  else events.report({ code: "ODD", message: "Something was odd" });
}

/** Counts how often a listener is called that passes everything on. */
function counter(): {
  calls: number;
  listen: AgentEventMap[keyof AgentEventMap];
} {
  const counter = {
    calls: 0,
    listen: (_: never, next?: () => never) => {
      counter.calls++;
      return next?.();
    },
  };
  return counter as never;
}

for (const name of NAMES) {
  Deno.test(`on("${name}") listens until its disposer is called`, async () => {
    const events = createAgentEvents();
    const counted = counter();
    const dispose = events.on(name, counted.listen);

    await tell(events, name);
    dispose();
    dispose();
    await tell(events, name);

    assertEquals(counted.calls, 1);
  });

  Deno.test(`on("${name}") listens until its signal aborts`, async () => {
    const events = createAgentEvents();
    const counted = counter();
    const controller = new AbortController();
    events.on(name, counted.listen, { signal: controller.signal });

    await tell(events, name);
    controller.abort();
    await tell(events, name);

    assertEquals(counted.calls, 1);
  });

  Deno.test(`on("${name}") listens never with a signal that is aborted`, async () => {
    const events = createAgentEvents();
    const counted = counter();
    events.on(name, counted.listen, { signal: AbortSignal.abort() });

    await tell(events, name);

    assertEquals(counted.calls, 0);
  });

  Deno.test(`close() ends "${name}"`, async () => {
    const events = createAgentEvents();
    const counted = counter();
    events.on(name, counted.listen);

    events.close();
    await tell(events, name);

    assertEquals(counted.calls, 0);
  });

  Deno.test(`on("${name}") refuses what is no function`, () => {
    assertThrows(
      () => createAgentEvents().on(name, {} as never),
      TypeError,
      `Cannot listen to "${name}": "listener" must be a function`,
    );
  });
}

for (const name of ["agent/other", "toString"]) {
  Deno.test(`on() refuses the event "${name}"`, () => {
    assertThrows(
      () => createAgentEvents().on(name as never, (() => {}) as never),
      TypeError,
      `Cannot listen to "${name}": "name" must be the name of an event`,
    );
  });
}
