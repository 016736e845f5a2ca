import { assertEquals } from "@std/assert";
import { drawTable, sum } from "./table.ts";

const FINE = {
  tallies: { x: { passed: 12, lacking: 0, failed: 0 } },
  complaints: [],
  lacking: [],
};
const POOR = {
  tallies: { x: { passed: 9, lacking: 1, failed: 2 } },
  complaints: [],
  lacking: [],
};

Deno.test("drawTable() sets groups against runtimes", () => {
  assertEquals(
    drawTable({ Deno: FINE, Bun: POOR }).split("\n"),
    [
      "     Deno      Bun",
      "x      12  9 -1 !2",
      "all    12  9 -1 !2",
    ],
  );
});

Deno.test("drawTable() marks a group that a runtime does not have", () => {
  const other = { tallies: {}, complaints: [], lacking: [] };

  assertEquals(
    drawTable({ Deno: FINE, Bun: other }).split("\n")[1],
    "x      12    -",
  );
});

Deno.test("sum() adds up all groups", () => {
  const { x } = POOR.tallies;

  assertEquals(sum({ tallies: { x, y: x }, complaints: [], lacking: [] }), {
    passed: 18,
    lacking: 2,
    failed: 4,
  });
});
