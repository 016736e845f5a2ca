import { assertEquals, assertStrictEquals } from "@std/assert";
import { countedSignal } from "../../../testing/adapter_conformance/_counted_signal.ts";

Deno.test("countedSignal() counts those who listen", () => {
  const { signal, listeners } = countedSignal();

  signal.addEventListener("abort", () => {});
  signal.addEventListener("abort", { handleEvent() {} });

  assertEquals(listeners(), 2);
});

Deno.test("countedSignal() counts a listener once that is added twice", () => {
  const { signal, listeners } = countedSignal();
  const listener = () => {};

  signal.addEventListener("abort", listener);
  signal.addEventListener("abort", listener);

  assertEquals(listeners(), 1);
});

Deno.test("countedSignal() counts no listener that was removed", () => {
  const { signal, listeners, abort } = countedSignal();
  let heard = 0;
  const listener = () => heard++;
  const other = () => {};
  signal.addEventListener("abort", listener);
  signal.addEventListener("abort", other);

  signal.removeEventListener("abort", listener);
  abort();

  assertEquals(listeners(), 1);
  assertEquals(heard, 0);
});

Deno.test("countedSignal() counts no listener for another event as removed", () => {
  const { signal, listeners } = countedSignal();
  const listener = () => {};
  signal.addEventListener("abort", listener);

  signal.removeEventListener("other", listener);

  assertEquals(listeners(), 1);
});

Deno.test("countedSignal() counts no listener whose own signal has aborted", () => {
  const { signal, listeners } = countedSignal();
  const own = new AbortController();
  signal.addEventListener("abort", () => {}, { signal: own.signal });

  own.abort();

  assertEquals(listeners(), 0);
});

Deno.test("countedSignal() counts a listener for one event until the event", () => {
  const { signal, listeners, abort } = countedSignal();
  signal.addEventListener("abort", () => {}, { once: true });
  const before = listeners();

  abort();

  assertEquals([before, listeners()], [1, 0]);
});

Deno.test("countedSignal() goes on counting a listener that heard of an abort", () => {
  const { signal, listeners, abort } = countedSignal();
  signal.addEventListener("abort", () => {});

  abort();

  assertEquals(listeners(), 1);
});

Deno.test("countedSignal() aborts with the reason, and tells whoever listens", () => {
  const { signal, abort } = countedSignal();
  const reason = new Error("left");
  const heard: unknown[] = [];
  signal.addEventListener("abort", () => heard.push(signal.reason));

  abort(reason);

  assertEquals(heard.length, 1);
  assertStrictEquals(heard[0], reason);
});
