import { assertEquals } from "@std/assert";
import { createReportOdd } from "../../../adapters/deepseek/report_odd.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";

function setUp() {
  const diagnostics: LlmDiagnostic[] = [];
  const context = {
    diagnostic: (diagnostic: LlmDiagnostic) =>
      void diagnostics.push(diagnostic),
    response: () => {},
  };
  return { report: createReportOdd(context), diagnostics };
}

Deno.test("createReportOdd() leaves the route to the runtime", () => {
  const { report, diagnostics } = setUp();

  report("STRAY_LINE", { line: "a" });

  assertEquals(diagnostics, [{
    code: "STRAY_LINE",
    message: "Noticed in response: stray line",
    detail: { line: "a" },
  }]);
});

Deno.test("createReportOdd() reports what recurs once", () => {
  const { report, diagnostics } = setUp();

  report("STRAY_LINE");
  report("SEVERAL_CHOICES");
  report("STRAY_LINE");

  assertEquals(diagnostics.map(({ code }) => code), [
    "STRAY_LINE",
    "SEVERAL_CHOICES",
  ]);
});

Deno.test("createReportOdd() reports all transport activity", () => {
  const { report, diagnostics } = setUp();

  report("TRANSPORT_ACTIVITY");
  report("TRANSPORT_ACTIVITY");

  assertEquals(diagnostics.length, 2);
});

Deno.test("createReportOdd() tells details without secrets, and structures by their kind", () => {
  const diagnostics: LlmDiagnostic[] = [];
  const context = {
    diagnostic: (diagnostic: LlmDiagnostic) =>
      void diagnostics.push(diagnostic),
    response: () => {},
  };
  const redact = (text: string) => text.replace("secret", "***");
  const report = createReportOdd(context, { redact });

  report("STRAY_LINE", {
    line: `secret ${"x".repeat(1_000)}`,
    index: 2,
    type: ["secret"],
  });

  const detail = diagnostics[0]?.detail as Record<string, unknown>;
  assertEquals(detail, {
    line: `*** ${"x".repeat(495)}…`,
    index: 2,
    type: "object",
  });
});

Deno.test("createReportOdd() needs nobody to listen", () => {
  const report = createReportOdd(undefined);

  assertEquals(report("STRAY_LINE"), undefined);
});
