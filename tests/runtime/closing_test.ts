import { assertStrictEquals } from "@std/assert";
import { createClosing } from "../../runtime/closing.ts";
import type { LlmError } from "../../runtime/error.ts";

Deno.test("createClosing() aborts what has begun, with an ABORTED error", () => {
  const closing = createClosing();
  const { signal } = closing;
  assertStrictEquals(signal.aborted, false);

  closing.close();

  assertStrictEquals(signal.aborted, true);
  assertStrictEquals((signal.reason as LlmError).code, "ABORTED");
});

Deno.test("createClosing() leaves alone what begins after the close", () => {
  const closing = createClosing();
  closing.close();

  const { signal } = closing;

  assertStrictEquals(signal.aborted, false);
  assertStrictEquals(closing.signal, signal);
});

Deno.test("createClosing() counts what begins while it closes as begun after it", () => {
  const closing = createClosing();
  let during: AbortSignal | undefined;
  closing.signal.addEventListener("abort", () => during = closing.signal);

  closing.close();

  assertStrictEquals(during?.aborted, false);
});
