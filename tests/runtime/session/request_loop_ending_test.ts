import { assert, assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { textChunks } from "../../../testing/chunks.ts";
import { watchedSignal } from "../_stub_adapter.ts";
import { said } from "./_events.ts";
import { ask, CONFIG, HANGING, logged, loop, types, until } from "./_loop.ts";

Deno.test("request() is interrupted where the runtime is closed", async () => {
  const { session, runtime } = await loop({ script: [HANGING] });

  const result = ask(session);
  await until(session, "assistant/chunk");
  runtime.close();

  assertEquals((await result).kind, "interrupted");
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "interrupted");
});

Deno.test("request() shows its events as they are logged, and ends with the last one", async () => {
  const { session } = await loop();

  const { events, result } = session.request({ config: CONFIG });
  const shown = await Array.fromAsync(events);
  await result;
  await session.append(said("Again"));

  assertEquals(shown, [...session.eventsFrom(3)].slice(0, -1));
  assertEquals(shown.at(-1)?.type, "turn/end");
});

Deno.test("request() goes on where nobody reads its events, and shows them afterwards", async () => {
  const { session } = await loop();

  const { events, result } = session.request({ config: CONFIG });
  const { kind } = await result;
  await session.append(said("Again"));

  assertEquals(kind, "message");
  assertEquals(
    await Array.fromAsync(events),
    [...session.eventsFrom(3)].slice(0, -1),
  );
});

Deno.test("request() goes on where its events are cancelled", async () => {
  const { session } = await loop();

  const { events, result } = session.request({ config: CONFIG });
  await events.cancel();

  assertEquals((await result).kind, "message");
});

Deno.test("request() may be followed by another as soon as its result is there", async () => {
  const { session } = await loop();

  await ask(session);
  const { result } = session.request();

  assertEquals((await result).kind, "message");
});

Deno.test("Session.close() interrupts the request under way, and waits until that is logged", async () => {
  using time = new FakeTime();
  const { session } = await loop({ script: [HANGING] });

  const result = ask(session);
  await until(session, "assistant/chunk");
  const closed = session.close();
  await time.runAllAsync();
  await closed;

  assertEquals((await result).kind, "interrupted");
  assertEquals(types(session).slice(-2), ["step/end", "turn/end"]);
  assertEquals(logged(session, "turn/end")[0]?.data.outcome, "interrupted");
  assertFalse(time.next());
});

Deno.test("Session.close() lets go of whoever listens", async () => {
  const { session } = await loop();
  const watched = watchedSignal();
  session.on("agent/request", (seed) => seed, { signal: watched.signal });

  await session.close();

  assertEquals(watched.listeners(), 0);
});

Deno.test("request() lets go of the caller's signal at its end", async () => {
  const { session } = await loop({ script: [textChunks("Hello")] });
  const watched = watchedSignal();

  await ask(session, { signal: watched.signal });

  assert(watched.added() > 0);
  assertEquals(watched.listeners(), 0);
});
