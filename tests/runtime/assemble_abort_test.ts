import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { StreamChunk } from "../../message.ts";
import { assemble } from "../../runtime/assemble.ts";
import { finish, openStream, text } from "./_assembler_chunks.ts";

/** A signal that counts its listeners. */
function countedSignal(): {
  controller: AbortController;
  listeners: () => number;
} {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners = Math.max(0, listeners - 1);
    remove(...args);
  };
  return { controller, listeners: () => listeners };
}

Deno.test("assemble() cancels and rejects with the reason on abort", async () => {
  const controller = new AbortController();
  const { stream, cancels } = openStream([text(0, "a")]);
  const response = assemble(stream, { signal: controller.signal });
  const reason = new Error("enough");

  controller.abort(reason);

  assertStrictEquals(await response.catch((error: unknown) => error), reason);
  assertEquals(cancels, [reason]);
});

Deno.test("assemble() rejects on abort though the cancel never ends", async () => {
  const controller = new AbortController();
  const never = new Promise<void>(() => {});
  const { stream } = openStream([text(0, "a")], never);
  const response = assemble(stream, { signal: controller.signal });

  controller.abort();

  await assertRejects(() => response, DOMException);
});

Deno.test("assemble() contains a cancel that rejects", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const failing = Promise.reject(new Error("stuck"));
  failing.catch(() => {});
  const { stream } = openStream([text(0, "a")], failing);
  const response = assemble(stream, { signal: controller.signal });
  const reason = new Error("enough");

  controller.abort(reason);

  // An unhandled rejection would fail the test.
  assertStrictEquals(await response.catch((error: unknown) => error), reason);
  await time.tickAsync(0);
});

Deno.test("assemble() reads nothing if aborted beforehand", async () => {
  const open = openStream([text(0, "a"), finish("stop")]);
  const reason = new Error("never mind");
  const signal = AbortSignal.abort(reason);

  const rejected = await assemble(open.stream, { signal })
    .catch((error: unknown) => error);

  assertStrictEquals(rejected, reason);
  assertStrictEquals(open.pulls, 0);
  assertEquals(open.cancels, [reason]);
});

Deno.test("assemble() resolves if aborted after the finish", async () => {
  using time = new FakeTime();
  const controller = new AbortController();
  let pulls = 0;
  const stream = new ReadableStream<StreamChunk>({
    pull(streamController) {
      if (pulls++ === 0) return streamController.enqueue(finish("stop"));
      controller.abort();
      return new Promise(() => {});
    },
  }, { highWaterMark: 0 });

  const response = assemble(stream, { signal: controller.signal });

  await time.tickAsync(0);

  assertEquals((await response).finish, { kind: "stop" });
  assert(controller.signal.aborted);
});

const endings: [string, StreamChunk[]][] = [
  ["a finish", [finish("stop")]],
  ["an early end", []],
  ["an unknown chunk", [{ type: "unheard-of" } as unknown as StreamChunk]],
];

for (const [name, chunks] of endings) {
  Deno.test(`assemble() leaves no listener on the signal after ${name}`, async () => {
    const { controller, listeners } = countedSignal();
    const { signal } = controller;

    const response = assemble(ReadableStream.from(chunks), { signal });
    const before = listeners();
    await response.catch(() => {});

    assertStrictEquals(before, 1);
    assertStrictEquals(listeners(), 0);
  });
}

Deno.test("assemble() leaves no listener on the signal after an abort", async () => {
  const { controller, listeners } = countedSignal();
  const { stream } = openStream([]);
  const response = assemble(stream, { signal: controller.signal });

  controller.abort();
  await response.catch(() => {});
  await Promise.resolve();

  assertStrictEquals(listeners(), 0);
});

Deno.test("assemble() throws at once for a signal of another type", () => {
  const { stream } = openStream([]);
  const signal = new AbortController() as unknown as AbortSignal;

  assertThrows(
    () => void assemble(stream, { signal }),
    TypeError,
    "options.signal",
  );

  assertFalse(stream.locked);
});
