import { assertEquals } from "@std/assert";
import { readWords } from "../../../adapters/pi_ai/read_words.ts";

const CASES: readonly [string, string, ReturnType<typeof readWords>][] = [
  ["a sentence", "Connection error.", {
    message: "Connection error.",
    kind: "",
    status: undefined,
  }],
  ["an error of OpenAI", '{"error":{"message":"No","type":"Bad","code":"x"}}', {
    message: "No",
    kind: "bad x   ",
    status: undefined,
  }],
  [
    "an error of Anthropic",
    '{"type":"error","error":{"type":"t","message":"No"}}',
    {
      message: "No",
      kind: "t   error ",
      status: undefined,
    },
  ],
  ["an error that names a status", '{"error":{"message":"No","code":503}}', {
    message: "No",
    kind: "    ",
    status: 503,
  }],
  ["an error that is a text", '{"error":"No"}', {
    message: "No",
    kind: "    ",
    status: undefined,
  }],
  ["a message at the top", '{"message":"No","code":"c"}', {
    message: "No",
    kind: "c",
    status: undefined,
  }],
  ["a status in words", '{"message":"No","status":"UNAVAILABLE"}', {
    message: "No",
    kind: "unavailable",
    status: undefined,
  }],
  ["a detail", '{"detail":"No"}', {
    message: "No",
    kind: "    ",
    status: undefined,
  }],
  ["a detail that is a list", '{"detail":[{"loc":["body","n"],"msg":"No"}]}', {
    message: "body.n: No",
    kind: "    ",
    status: undefined,
  }],
  ["a status before the body", '400: {"error":{"message":"No"}}', {
    message: "No",
    kind: "    ",
    status: 400,
  }],
  ["a status after a name", 'OpenAI API error (429): {"message":"No"}', {
    message: "No",
    kind: "    ",
    status: 429,
  }],
  ["a status alone", "502 Bad Gateway", {
    message: "502 Bad Gateway",
    kind: "",
    status: 502,
  }],
  ["no status of success", '{"error":{"message":"No","code":200}}', {
    message: "No",
    kind: "    ",
    status: undefined,
  }],
  ["a page as no sentence", "<html>No</html>", {
    message: "",
    kind: "",
    status: undefined,
  }],
  ["JSON without words as it is", '{"a":1}', {
    message: '{"a":1}',
    kind: "    ",
    status: undefined,
  }],
  ["braces that are no JSON as a sentence", "Cannot read {x", {
    message: "Cannot read {x",
    kind: "",
    status: undefined,
  }],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`readWords() reads ${name}`, () => {
    const { kind, ...rest } = readWords(text);

    assertEquals(rest, { message: expected.message, status: expected.status });
    assertEquals(kind.trim(), expected.kind.trim());
  });
}
