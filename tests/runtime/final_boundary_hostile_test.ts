import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChunkStream } from "../../message.ts";
import { call, endOf, STOP, text, watchedSignal } from "./_stub_adapter.ts";

/** A stream whose reader does as it likes. */
function strange(methods: Record<string, unknown>): ChunkStream {
  const stream: ChunkStream = new ReadableStream();
  const getReader = () => ({ cancel: () => Promise.resolve(), ...methods });
  return Object.assign(stream, { getReader });
}

for (
  const [name, make] of Object.entries({
    "getReader throws": () =>
      Object.assign(new ReadableStream(), {
        getReader() {
          throw new Error("getReader");
        },
      }),
    "has no read": () => strange({}),
    "read throws": () =>
      strange({
        read() {
          throw new Error("read");
        },
      }),
    "read returns nothing": () => strange({ read: () => undefined }),
    "read brings no chunk": () =>
      strange({ read: () => Promise.resolve({ done: false }) }),
    "read rejects with nothing": () =>
      strange({ read: () => Promise.reject(undefined) }),
  })
) {
  Deno.test(`FinalBoundary ends with one finish where ${name}`, async () => {
    const watched = watchedSignal();
    const stream = call(make as () => ChunkStream, { signal: watched.signal });

    const chunks = await Array.fromAsync(stream);

    assertEquals(chunks.length, 1);
    assertEquals(endOf(chunks), "error UNKNOWN");
    assertStrictEquals(watched.listeners(), 0);
  });
}

for (
  const [name, cancel] of Object.entries({
    "throws at once": () => {
      throw new Error("cancel");
    },
    "returns nothing": () => {},
    "is missing": undefined,
  })
) {
  Deno.test(`FinalBoundary stops at the finish where cancel ${name}`, async () => {
    const results = [text("a"), STOP].map((value) => ({ done: false, value }));
    const stream = call(() =>
      strange({ read: () => Promise.resolve(results.shift()), cancel })
    );

    const chunks = await Array.fromAsync(stream);

    assertEquals(chunks, [text("a"), STOP]);
  });

  Deno.test(`FinalBoundary stops at an abort where cancel ${name}`, async () => {
    using time = new FakeTime();
    const watched = watchedSignal();
    const stream = call(
      () => strange({ read: () => new Promise(() => {}), cancel }),
      { signal: watched.signal },
    );
    const reading = Array.fromAsync(stream);
    await time.runMicrotasks();

    watched.abort();
    await time.tickAsync();

    assertEquals(endOf(await reading), "aborted ABORTED");
    assertStrictEquals(watched.listeners(), 0);
    assertStrictEquals(time.next(), false);
  });
}
