import { assertEquals, assertFalse } from "@std/assert";
import { ProviderRequestId } from "../../message.ts";
import type { LlmError } from "../../runtime/error.ts";
import { redactor } from "../../runtime/redactor.ts";
import { refusalFailure } from "../../runtime/refusal_failure.ts";

const KEY = "sk-0123456789";
const redact = redactor([KEY]);

/** The error for an answer without a sentence of the server's own. */
function wordless(body: string): LlmError {
  return refusalFailure({ message: "", kind: "" }, {
    response: new Response(null, { status: 502 }),
    body,
    requestId: ProviderRequestId("r1"),
    redact,
  });
}

const WORDLESS: readonly [what: string, body: string, message: string][] = [
  [
    "a page by its title",
    "<html><title>Bad Gateway</title>1.2.3.4</html>",
    'status 502 and a page titled "Bad Gateway"',
  ],
  ["a page without a title", "<html>No</html>", "status 502 and a page"],
  ["nothing", " \n", "status 502 and no text"],
];

for (const [what, body, message] of WORDLESS) {
  Deno.test(`refusalFailure() tells of ${what}`, () => {
    assertEquals(
      wordless(body).message,
      `Cannot call model: the server answered with ${message}`,
    );
  });
}

Deno.test("refusalFailure() quotes what is neither a sentence nor a page", () => {
  assertEquals(wordless('{"a":1}').message, '{"a":1}');
});

for (const body of [`<title>No ${KEY}</title>`, `{"a":"${KEY}"}`]) {
  Deno.test(`refusalFailure() repeats no secret of ${body}`, () => {
    const error = wordless(body);

    assertFalse(Deno.inspect(error).includes(KEY));
    assertFalse(JSON.stringify(error.failure).includes(KEY));
  });
}

Deno.test("refusalFailure() keeps status, request id, delay and body", () => {
  const response = new Response(null, {
    status: 429,
    headers: { "retry-after": "2" },
  });

  const { failure, cause } = refusalFailure({ message: "Slow", kind: "" }, {
    response,
    body: "{}",
    requestId: ProviderRequestId("r1"),
    redact,
  });

  assertEquals({ ...failure }, {
    message: "Slow",
    code: "RATE_LIMIT",
    status: 429,
    requestId: ProviderRequestId("r1"),
    providerRetryAfterMs: 2_000,
  });
  assertEquals(cause, "{}");
});

Deno.test("refusalFailure() tells a status of none by its words alone", () => {
  const { failure } = refusalFailure({ message: "No", kind: "" }, {
    response: Response.error(),
    body: "No",
    requestId: undefined,
    redact,
  });

  assertEquals([failure.message, failure.status], ["No", undefined]);
});

Deno.test("refusalFailure() takes a code that is told otherwise", () => {
  const { code } = refusalFailure({ message: "No", kind: "" }, {
    response: new Response(null, { status: 400 }),
    body: "No",
    requestId: undefined,
    redact,
    codeOf: (status, { message }) => `${status}_${message}`,
  });

  assertEquals(code, "400_No");
});
