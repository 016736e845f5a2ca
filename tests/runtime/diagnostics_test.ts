// deno-lint-ignore-file no-console
import { assertEquals } from "@std/assert";
import type { LlmDiagnostic } from "../../runtime/adapter.ts";
import { createDiagnostics } from "../../runtime/diagnostics.ts";

/** Runs something and collects what it writes to `console.error`. */
function written(run: () => void): unknown[][] {
  const original = console.error;
  const lines: unknown[][] = [];
  console.error = (...args: unknown[]) => lines.push(args);
  try {
    run();
  } finally {
    console.error = original;
  }
  return lines;
}

const ERROR = new Error("contained");
const CONTAINED: LlmDiagnostic = {
  code: "LISTENER_FAILED",
  message: "A listener failed",
  error: ERROR,
};
const NOTICED: LlmDiagnostic = { code: "ODD", message: "Something was odd" };

Deno.test("report() tells every listener and writes nothing", () => {
  const { listeners, report } = createDiagnostics();
  const heard: unknown[] = [];
  listeners.add({ listener: (diagnostic) => heard.push(diagnostic) });
  listeners.add({ listener: (diagnostic) => heard.push(diagnostic) });

  const lines = written(() => report(CONTAINED));

  assertEquals(heard, [CONTAINED, CONTAINED]);
  assertEquals(lines, []);
});

Deno.test("report() writes a contained error where nobody listens", () => {
  const { report } = createDiagnostics();

  const lines = written(() => report(CONTAINED));

  assertEquals(lines, [["A listener failed", ERROR]]);
});

Deno.test("report() writes nothing but contained errors", () => {
  const { report } = createDiagnostics();

  const lines = written(() => report(NOTICED));

  assertEquals(lines, []);
});

Deno.test("report() goes on after a listener that throws or rejects", async () => {
  const { listeners, report } = createDiagnostics();
  const heard: unknown[] = [];
  listeners.add({
    listener() {
      throw new Error("listener");
    },
  });
  listeners.add({ listener: () => Promise.reject(new Error("listener")) });
  listeners.add({ listener: (diagnostic) => heard.push(diagnostic) });

  const lines = written(() => report(NOTICED));
  await Promise.resolve();

  assertEquals(heard, [NOTICED]);
  assertEquals(lines, []);
});
