import { assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { interruptHandler } from "../../../examples/demo/interrupt_handler.ts";

Deno.test("interruptHandler() stops at the first signal", () => {
  const { done, interrupt } = recorded();

  interrupt();

  assertEquals(done, ["stop"]);
});

Deno.test("interruptHandler() takes a signal that comes twice at once for one", () => {
  using time = new FakeTime();
  const { done, interrupt } = recorded();

  interrupt();
  time.tick(499);
  interrupt();

  assertEquals(done, ["stop"]);
  assertFalse(time.next());
});

Deno.test("interruptHandler() exits at a later signal", () => {
  using time = new FakeTime();
  const { done, interrupt } = recorded();

  interrupt();
  time.tick(500);
  interrupt();

  assertEquals(done, ["stop", "exit"]);
  assertFalse(time.next());
});

function recorded(): { done: string[]; interrupt: () => void } {
  const done: string[] = [];
  const interrupt = interruptHandler({
    stop: () => void done.push("stop"),
    exit: () => void done.push("exit"),
  });
  return { done, interrupt };
}
