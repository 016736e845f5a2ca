import { assertEquals } from "@std/assert";
import { failed } from "./_call_failure.ts";

const BROKE_OFF = "Cannot complete response: it broke off before its end";
const NO_STREAM = "Cannot read response: it is no stream of events, but";
const ENDED = { errorMessage: "Stream ended without finish_reason" };

const NO_JSON = [
  "Could not parse Anthropic SSE event x: it is none; data={",
  "Error reading response: malformed server-sent event JSON.",
  "Expected ',' or '}' after property value in JSON at position 7",
  "Unexpected end of JSON input",
  "Unexpected token 'o', \"oops\" is not valid JSON",
  "JSON.parse: unexpected character at line 1 column 2 of the JSON data",
  "JSON Parse error: Unexpected identifier",
];

for (const errorMessage of NO_JSON) {
  Deno.test(`callFailure() knows JSON that is none by: ${errorMessage}`, () => {
    assertEquals(failed({ errorMessage }).code, "MALFORMED_RESPONSE");
  });

  Deno.test(`callFailure() takes what is no JSON at the end for cut by: ${errorMessage}`, () => {
    const { code, message } = failed({ errorMessage }, { ended: true });

    assertEquals([code, message], ["STREAM_CLOSED", BROKE_OFF]);
  });
}

for (
  const errorMessage of [
    "Invalid JSON schema for a tool",
    'The field "JSON" is null',
  ]
) {
  Deno.test(`callFailure() takes for a provider's words: ${errorMessage}`, () => {
    assertEquals(failed({ errorMessage }).message, errorMessage);
    assertEquals(failed({ errorMessage }).code, "SERVER");
  });
}

const NO_SHAPE = [
  "Cannot read properties of null (reading 'input_tokens')",
  "Cannot destructure property 'type' of 'event' as it is null.",
  'can\'t access property "type", event is null',
  "undefined is not an object (evaluating 'event.type')",
  "chunk.choices is not iterable",
  "Invalid Mistral streaming event",
];

for (const errorMessage of NO_SHAPE) {
  Deno.test(`callFailure() knows JSON of a wrong shape by: ${errorMessage}`, () => {
    const { code, message } = failed({ errorMessage });

    assertEquals(code, "MALFORMED_RESPONSE");
    assertEquals(
      message,
      "Cannot read response: it is JSON of a shape that cannot be read",
    );
  });
}

const NO_BODY = [
  "Attempted to iterate over response with no body",
  "Attempted to iterate over an Anthropic response with no body",
  "Mistral response has no body",
  "No response body",
];

for (const errorMessage of NO_BODY) {
  Deno.test(`callFailure() takes for a cut body: ${errorMessage}`, () => {
    assertEquals(failed({ errorMessage }).code, "STREAM_CLOSED");
  });
}

Deno.test("callFailure() takes the beginning of an event for a cut stream", () => {
  const errorMessage = "Incomplete JSON segment at the end";

  assertEquals(failed({ errorMessage }).code, "STREAM_CLOSED");
});

const STRAYS: [string, string, string, string][] = [
  [
    "a page",
    "<html><head><title>Log in</title></head></html>",
    "MALFORMED_RESPONSE",
    `${NO_STREAM} a page titled "Log in"`,
  ],
  [
    "a page without a title",
    "\n<p>sk-0123456789</p>",
    "MALFORMED_RESPONSE",
    `${NO_STREAM} "<p>[redacted]</p>"`,
  ],
  [
    "an answer that is whole",
    '{"id":1}',
    "MALFORMED_RESPONSE",
    `${NO_STREAM} "{\\"id\\":1}"`,
  ],
  [
    "an error",
    '{"error":{"message":"No: sk-0123456789","type":"authentication_error"}}',
    "AUTH",
    "No: [redacted]",
  ],
  ["an error of one text", '{"error":"Overloaded"}', "SERVER", "Overloaded"],
  ["a stream that is cut", "data: {}", "STREAM_CLOSED", BROKE_OFF],
  ["nothing", "", "STREAM_CLOSED", BROKE_OFF],
];

for (const [what, words, code, message] of STRAYS) {
  Deno.test(`callFailure() takes ${what} in place of a stream for ${code}`, () => {
    assertEquals(failed(ENDED, { words }) as unknown, {
      message,
      code,
      requestId: "r1",
    });
  });
}

Deno.test("callFailure() reads the status that an error in place of a stream names", () => {
  const words = '{"error":{"message":"Slow down","code":429}}';

  const { code, status } = failed(ENDED, { words });

  assertEquals([code, status], ["RATE_LIMIT", 429]);
});
