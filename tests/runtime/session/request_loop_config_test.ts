import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { LlmCallConfig } from "../../../runtime/request.ts";
import { said } from "./_events.ts";
import { ask, CONFIG, logged, loop, types } from "./_loop.ts";

Deno.test("request() refuses a second one while one is under way, and goes on with the first", async () => {
  const { session } = await loop();

  const first = session.request({ config: CONFIG });

  assertThrows(
    () => session.request({ config: CONFIG }),
    Error,
    "Cannot request answer: a request is under way",
  );
  assertEquals((await first.result).kind, "message");
  assertEquals((await ask(session)).kind, "message");
});

Deno.test("request() names the code of a session that is busy", async () => {
  const { session } = await loop();
  const { result } = session.request({ config: CONFIG });

  let code: unknown;
  try {
    session.request();
  } catch (error) {
    ({ code } = error as { code: unknown });
  }
  await result;

  assertEquals(code, "SESSION_BUSY");
});

Deno.test("request() is refused by a session that was closed", async () => {
  const { session } = await loop();
  await session.close();

  assertThrows(
    () => session.request({ config: CONFIG }),
    Error,
    "Cannot request answer: the session was closed",
  );
  await assertRejects(
    () => session.settle(),
    Error,
    "Cannot settle turn: the session was closed",
  );
});

Deno.test("request() is refused by a session that is being closed", async () => {
  const { session } = await loop();
  const closed = session.close();

  assertThrows(
    () => session.request({ config: CONFIG }),
    Error,
    "the session was closed",
  );
  await closed;
});

Deno.test("request() that is refused logs nothing", async () => {
  const { session } = await loop();
  const { revision } = session;

  assertThrows(() => session.request(), TypeError);

  assertEquals(session.revision, revision);
});

Deno.test("agent/request settles the config that is logged and sent", async () => {
  const { session, adapter } = await loop();
  session.on("agent/request", (seed) => ({ ...seed, temperature: 0 }));

  await ask(session);

  assertEquals(adapter.requests[0]!.temperature, 0);
  assertEquals(
    logged(session, "request/header")[0]?.data.header.config,
    { ...CONFIG, temperature: 0 },
  );
});

Deno.test("agent/request sees the config of the request before, without what an adapter filled in", async () => {
  const { session } = await loop({
    models: [{ id: "m", name: "M", defaultMaxTokens: 10 }],
  });
  const seeds: LlmCallConfig[] = [];
  session.on("agent/request", (seed) => {
    seeds.push(seed);
    return seed;
  });

  await ask(session, { config: { ...CONFIG, temperature: 1 } });
  await session.append(said("Again"));
  await session.request().result;

  assertEquals(seeds, [
    { ...CONFIG, temperature: 1 },
    { ...CONFIG, temperature: 1 },
  ]);
});

Deno.test("agent/request that throws ends the turn, and nobody is asked to recover it", async () => {
  const { session, adapter } = await loop();
  const bad = new Error("listener is bad");
  let asked = 0;
  session.on("agent/request", () => Promise.reject(bad));
  session.on("agent/request-error", () => {
    asked++;
    return { kind: "retry" };
  });

  const result = await ask(session);

  assert(result.kind === "error");
  assertStrictEquals(result.error, bad);
  assertEquals(result.failure, { code: "UNKNOWN", message: bad.message });
  assertEquals([asked, adapter.requests.length], [0, 0]);
  assertEquals(types(session).slice(2), [
    "turn/start",
    "step/start",
    "step/end",
    "turn/end",
  ]);
});
