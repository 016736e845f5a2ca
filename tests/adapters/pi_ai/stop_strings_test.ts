import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { StopStrings } from "../../../adapters/pi_ai/stop_strings.ts";

/** What is shown of a text that comes in pieces. */
function shown(stops: string[], pieces: string[]): string {
  const strings = new StopStrings(stops);
  let text = "";
  for (const piece of pieces) {
    const pushed = strings.push(piece);
    text += pushed.text;
    if (pushed.cut) return text;
  }
  return text + strings.end();
}

/** What should be shown of it: what precedes the string that is whole first. */
function wanted(stops: string[], text: string): string {
  for (let end = 0; end <= text.length; end++) {
    const seen = text.slice(0, end);
    const sizes = stops.filter((stop) => seen.endsWith(stop)).map((stop) =>
      stop.length
    );
    if (sizes.length > 0) return seen.slice(0, end - Math.max(...sizes));
  }
  return text;
}

Deno.test("StopStrings.push() holds back what may begin a string", () => {
  const strings = new StopStrings(["END"]);

  assertEquals(strings.push("The EN"), { text: "The ", cut: false });
});

Deno.test("StopStrings.push() shows what turned out to be no beginning", () => {
  const strings = new StopStrings(["END"]);
  strings.push("The EN");

  assertEquals(strings.push("TRY"), { text: "ENTRY", cut: false });
});

Deno.test("StopStrings.push() finds a string that is split", () => {
  const strings = new StopStrings(["END"]);
  strings.push("The EN");

  assertEquals(strings.push("D of it"), { text: "", cut: true });
});

Deno.test("StopStrings.push() ends at the string that is whole first", () => {
  const strings = new StopStrings(["abb", "b"]);

  assertEquals(strings.push("xabb"), { text: "xa", cut: true });
});

Deno.test("StopStrings.end() gives back what was held", () => {
  const strings = new StopStrings(["END"]);
  strings.push("The EN");

  assertEquals([strings.end(), strings.end()], ["EN", ""]);
});

Deno.test("StopStrings shows the same however the text is cut", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b"),
    minLength: 1,
    maxLength: 4,
  });
  const pieces = fc.array(
    fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 }),
  );

  fc.assert(fc.property(fc.array(word), pieces, (stops, pieces) => {
    assertEquals(shown(stops, pieces), wanted(stops, pieces.join("")));
  }));
});
