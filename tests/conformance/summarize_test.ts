import { assertEquals, assertStringIncludes } from "@std/assert";
import { summarize } from "./summarize.ts";

const FINE = {
  tallies: { x: { passed: 2, lacking: 1, failed: 0 } },
  complaints: [],
  lacking: [{ group: "x", name: "b", message: "nobody has it" }],
};
const POOR = {
  tallies: { x: { passed: 2, lacking: 0, failed: 1 } },
  complaints: [{ group: "x", name: "a", message: "failed: No" }],
  lacking: [],
};

function lastLine(text: string): string | undefined {
  return text.split("\n").at(-1);
}

Deno.test("summarize() counts what all runtimes came to", () => {
  const { ok, text } = summarize({ Deno: FINE, Bun: FINE });

  assertEquals(ok, true);
  assertEquals(lastLine(text), "ok | 4 passed | 0 failed | 2 lacking");
});

Deno.test("summarize() fails for one complaint, and names it", () => {
  const { ok, text } = summarize({ Deno: FINE, Bun: POOR });

  assertEquals(ok, false);
  assertStringIncludes(text, "Bun, x: a\n    failed: No");
  assertEquals(lastLine(text), "FAILED | 4 passed | 1 failed | 1 lacking");
});

Deno.test("summarize() tells why something is lacking", () => {
  const { text } = summarize({ Bun: FINE });

  assertStringIncludes(text, "Bun lacks, x: b\n    nobody has it");
});

Deno.test("summarize() says once what is wrong with several cases", () => {
  const complaints = ["a", "b"].map((name) => (
    { group: "x", name, message: "did not run" }
  ));

  const { text } = summarize({ Bun: { ...POOR, complaints } });

  assertStringIncludes(text, "Bun, x: a\nBun, x: b\n    did not run");
});

Deno.test("summarize() fails where nothing ran", () => {
  const { ok, text } = summarize({});

  assertEquals(ok, false);
  assertEquals(lastLine(text), "FAILED | 0 passed | 1 failed | 0 lacking");
});
