import { assertEquals, assertFalse, assertThrows } from "@std/assert";
import { checkHeaders } from "../../runtime/check_headers.ts";

const options = { path: "headers", what: "configure", taken: ["accept"] };

Deno.test("checkHeaders() copies headers, their names in lower case", () => {
  const given = { "X-Team": "blue", "x-mark": "a\tb\u00e9" };

  const headers = checkHeaders(given, options);
  given["X-Team"] = "red";

  assertEquals(headers, { "x-team": "blue", "x-mark": "a\tb\u00e9" });
  assertEquals(Object.isFrozen(headers), true);
});

const REFUSED: readonly [what: string, given: unknown, message: string][] = [
  ["what is no object", "secret", '"headers" must be an object'],
  ["Headers", new Headers(), '"headers" must be an object'],
  ["a name with a space", { "x a": "secret" }, '"headers["x a"]" must be a'],
  ["no name", { "": "secret" }, '"headers[""]" must be a valid header name'],
  [
    "a header of the adapter",
    { Accept: "secret" },
    '"headers["Accept"]" must be left out: the adapter sets it',
  ],
  [
    "a header twice",
    { a: "1", A: "secret" },
    '"headers["A"]" must be left out: the header is named twice',
  ],
  [
    "a line break",
    { a: "secret\r\nb: c" },
    '"headers["a"]" must be a string that a header can carry',
  ],
  [
    "a letter that no header has",
    { a: "secret\u2192" },
    '"headers["a"]" must be a string that a header can carry',
  ],
  ["a number", { a: 1 }, '"headers["a"]" must be a string that a header'],
];

for (const [what, given, message] of REFUSED) {
  Deno.test(`checkHeaders() refuses ${what}, and repeats no value`, () => {
    const error = assertThrows(
      () => checkHeaders(given, options),
      TypeError,
      message,
    );

    assertFalse(error.message.includes("secret"));
  });
}
