import { assertEquals, assertRejects } from "@std/assert";
import type { SessionEvent } from "../../../runtime/session/mod.ts";
import { kvSession } from "../../../examples/session/kv_session.ts";

const KEY = ["sessions", "s"];

function event(seq: number, text = ""): SessionEvent {
  return {
    seq,
    time: 0,
    type: "user/text",
    data: { text },
  } as unknown as SessionEvent;
}

async function withKv(test: (kv: Deno.Kv) => Promise<void>): Promise<void> {
  const kv = await Deno.openKv(":memory:");
  try {
    await test(kv);
  } finally {
    kv.close();
  }
}

Deno.test("kvSession() reads back what was written", () =>
  withKv(async (kv) => {
    const { sink, events } = kvSession(kv, KEY);

    await sink.write(event(1));
    await sink.writeAll?.([event(2), event(3)]);

    assertEquals(
      await Array.fromAsync(events()),
      [1, 2, 3].map((k) => event(k)),
    );
  }));

Deno.test("kvSession() keeps events that no value and no commit would hold", () =>
  withKv(async (kv) => {
    const { sink, events } = kvSession(kv, KEY);
    const written = [event(1, "ü".repeat(1_000_000)), event(2)];

    for (const event of written) await sink.write(event);

    assertEquals(await Array.fromAsync(events()), written);
  }));

Deno.test("kvSession() holds nothing at first", () =>
  withKv(async (kv) => {
    assertEquals(await Array.fromAsync(kvSession(kv, KEY).events()), []);
  }));

Deno.test("kvSession() drops what a session does not go on with", () =>
  withKv(async (kv) => {
    const first = kvSession(kv, KEY);
    await first.sink.writeAll?.([event(1), event(2, "ü".repeat(40_000))]);

    const second = kvSession(kv, KEY);
    await second.sink.resume?.({ revision: 1 });
    const between = await Array.fromAsync(second.events());
    await second.sink.write(event(2, "other"));

    assertEquals(between, [event(1)]);
    assertEquals(await Array.fromAsync(second.events()), [
      event(1),
      event(2, "other"),
    ]);
  }));

Deno.test("kvSession() fails for the slower of two processes that write one session", () =>
  withKv(async (kv) => {
    const [one, two] = [kvSession(kv, KEY), kvSession(kv, KEY)];
    await one.sink.write(event(1));
    await two.sink.resume?.({ revision: 1 });
    await two.sink.write(event(2, "two"));

    await assertRejects(
      async () => await one.sink.write(event(2, "one")),
      Error,
      "Cannot keep event: another process writes the session",
    );
    assertEquals((await Array.fromAsync(one.events())).length, 2);
  }));
