import { assertEquals, assertStrictEquals } from "@std/assert";
import { redactor } from "../../runtime/redactor.ts";

const KEY = "sk-abQ7hT2mZ9xL4vR8c0de";

const CUT: [what: string, text: string, expected: string][] = [
  ["a whole secret", `Wrong key ${KEY}.`, "Wrong key [redacted]."],
  ["a secret that is the whole text", KEY, "[redacted]"],
  ["a secret twice", `${KEY} ${KEY}`, "[redacted] [redacted]"],
  ["secrets that touch at once", KEY + KEY, "[redacted]"],
  ["a secret inside of JSON", `{"key":"${KEY}"}`, '{"key":"[redacted]"}'],
  ["a secret inside of a URL", `/v1?key=${KEY}&a=1`, "/v1?key=[redacted]&a=1"],
  ["the start of a secret", "Wrong key sk-abQ7h", "Wrong key [redacted]"],
  ["the end of a secret", "key ending in R8c0de", "key ending in [redacted]"],
  ["the middle of a secret", "saw <hT2mZ9>", "saw <[redacted]>"],
  [
    "a secret masked by asterisks",
    "Incorrect API key provided: sk-ab**************c0de.",
    "Incorrect API key provided: [redacted].",
  ],
  [
    "a secret whose end alone is shown",
    "Your api key: ****c0de is invalid",
    "Your api key: [redacted] is invalid",
  ],
  [
    "a secret whose start alone is shown",
    "Your api key: sk-ab**** is invalid",
    "Your api key: [redacted] is invalid",
  ],
  ["a secret with one asterisk", "key sk-ab*0de", "key [redacted]"],
  ["a secret with an ellipsis", "key sk-…c0de", "key [redacted]"],
  ["a secret that shows no more than its start", "key sk-…", "key [redacted]"],
  ["a secret with dots", "key sk-abQ...c0de", "key [redacted]"],
  ["a secret cut short by dots", "key (sk-ab...)", "key ([redacted])"],
  ["a secret masked by bullets", "key sk-ab••••de", "key [redacted]"],
  ["a secret masked by the letter x", "key sk-xxxxxxc0de", "key [redacted]"],
  [
    "a long start of a secret before a mask",
    `key ${KEY.slice(0, -3)}...`,
    "key [redacted]",
  ],
  [
    "a masked secret of someone else",
    "key pk-12****34 is not yours",
    "key [redacted] is not yours",
  ],
  [
    "a masked secret after a sign",
    "api_key=sk-ab****c0de",
    "api_key=[redacted]",
  ],
];

for (const [what, text, expected] of CUT) {
  Deno.test(`redactor() cuts ${what}`, () => {
    const redact = redactor([KEY]);

    const result = redact(text);

    assertEquals(result, expected);
  });
}

const KEPT: [what: string, text: string][] = [
  ["an ordinary sentence", "The model does not exist, or you cannot use it."],
  ["five characters of a secret", "It says hT2mZ here"],
  ["an ellipsis after words", "Loading… still loading..."],
  ["a range", "Choose from 0...9"],
  ["two visible characters", "sk…"],
  ["a product of numbers", "2 * 3 * 4"],
  ["one asterisk", "See note*"],
  ["nothing", ""],
];

for (const [what, text] of KEPT) {
  Deno.test(`redactor() keeps ${what}`, () => {
    const redact = redactor([KEY]);

    const result = redact(text);

    assertStrictEquals(result, text);
  });
}

Deno.test("redactor() cuts every one of several secrets", () => {
  const redact = redactor([KEY, "hunter2-hunter2"]);

  const result = redact(`${KEY} and hunter2-hunter2`);

  assertEquals(result, "[redacted] and [redacted]");
});

Deno.test("redactor() takes what follows the scheme of a header as a secret", () => {
  const redact = redactor([`Bearer ${KEY}`]);

  const result = redact(`Bearer token is wrong: ${KEY}, sk-…c0de`);

  assertEquals(
    result,
    "Bearer token is wrong: [redacted], [redacted]",
  );
});

Deno.test("redactor() keeps the scheme of a URL", () => {
  const redact = redactor(["https://acme.example/hook-7Qx"]);

  const result = redact("https://docs.other, https://acme.example/hook-7Qx");

  assertEquals(result, "https://docs.other, https://[redacted]");
});

Deno.test("redactor() cuts a secret of six characters", () => {
  const redact = redactor(["a1b2c3"]);

  assertEquals(redact("Wrong key a1b2c3"), "Wrong key [redacted]");
});

Deno.test("redactor() lets short placeholders pass as words", () => {
  const redact = redactor(["none", "EMPTY", "", "x"]);

  const result = redact("none... of the EMPTY… boxes has an x... in it");

  assertEquals(result, "none... of the EMPTY… boxes has an x... in it");
});

Deno.test("redactor() cuts masked secrets even if it knows none", () => {
  const redact = redactor([]);

  const result = redact("Incorrect API key: sk-ab****yz!");

  assertEquals(result, "Incorrect API key: [redacted]!");
});

Deno.test("redactor() leaves nothing of a secret in a long text", () => {
  const redact = redactor([KEY]);
  const text = `${"word ".repeat(2_000)}${KEY}`.repeat(5);

  const result = redact(text);

  assertEquals(result, `${"word ".repeat(2_000)}[redacted]`.repeat(5));
});
