import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import type { AgentRequestError } from "../../../runtime/session/agent_events.ts";
import { policyKey } from "../../../runtime/session/policy_key.ts";
import { createRetryChains } from "../../../runtime/session/retry_chain.ts";
import { ALWAYS, failed, failedAgain, failure, NORMAL } from "./_recovery.ts";

Deno.test("createRetryChains() begins a chain without retries", () => {
  const find = createRetryChains();

  const chain = find(failed(), NORMAL);

  assertEquals(chain.retries, 0);
  assertEquals(chain.policyKey, policyKey(NORMAL));
});

Deno.test("createRetryChains() finds the chain again for every attempt", () => {
  const find = createRetryChains();
  const first = failed({ turn: 3, step: 4 });
  const second = failedAgain(first, { failure: failure("TIMEOUT") });

  const chain = find(first, NORMAL);

  assertStrictEquals(find(second, NORMAL), chain);
  assertStrictEquals(find(failedAgain(second), NORMAL), chain);
});

Deno.test("createRetryChains() finds the chain again under a policy that does the same", () => {
  const find = createRetryChains();
  const one = { ...NORMAL, retryableCodes: ["A", "B"] };
  const same = { ...NORMAL, retryableCodes: ["B", "A"] };

  const chain = find(failed(), one);

  assertStrictEquals(find(failedAgain(failed()), same), chain);
});

Deno.test("createRetryChains() finds the chain again once its route is taken again", () => {
  const find = createRetryChains();
  const first = failed();
  const away = failedAgain(first, { provider: "q" });

  const chain = find(first, NORMAL);
  find(away, NORMAL);

  assertStrictEquals(find(failedAgain(away, { provider: "p" }), NORMAL), chain);
});

const OTHERS: [
  what: string,
  event: AgentRequestError,
  policy: typeof NORMAL | typeof ALWAYS,
][] = [
  ["another route", failedAgain(failed(), { provider: "q" }), NORMAL],
  ["another policy", failedAgain(failed()), { ...NORMAL, maxRetries: 9 }],
  ["another mode", failedAgain(failed()), ALWAYS],
  ["another turn", failed({ turn: 2 }), NORMAL],
  ["the next request of the turn", failed({ step: 2 }), NORMAL],
];

for (const [what, event, policy] of OTHERS) {
  Deno.test(`createRetryChains() begins another chain for ${what}`, () => {
    const find = createRetryChains();

    const chain = find(failed(), NORMAL);
    const other = find(event, policy);

    assertNotStrictEquals(other, chain);
    assertNotStrictEquals(other.retryId, chain.retryId);
  });
}

Deno.test("createRetryChains() keeps sessions apart", () => {
  const one = createRetryChains()(failed(), NORMAL);

  const other = createRetryChains()(failed(), NORMAL);

  assertNotStrictEquals(other.retryId, one.retryId);
});
