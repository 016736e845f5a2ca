// Faults in how a request is refused.
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type Fault, meet, testFaults } from "./_fault.ts";

const BUSY = JSON.stringify({ error: { message: "Busy" } });

/** A refusal with JSON for a body. */
function refused(
  status: number,
  body: unknown,
  code: string,
  says: string,
): Fault {
  const written = typeof body === "string" ? body : JSON.stringify(body);
  return {
    fault: `${status} with ${written.slice(0, 90)}`,
    status,
    body: written,
    comes: [`error ${code}`],
    says,
  };
}

function error(message: string, facts: object = {}): object {
  return { error: { message, ...facts } };
}

testFaults([
  // Pages of gateways: their status counts, and their title at most is shown.
  refused(
    502,
    "<html><head><title>502 Bad Gateway</title></head><body>ray 1.2.3.4</body></html>",
    "SERVER",
    'the server answered with status 502 and a page titled "502 Bad Gateway"',
  ),
  refused(520, "<!DOCTYPE html><p>ray</p>", "SERVER", "status 520 and a page"),
  refused(
    429,
    "<html><TITLE\n>Slow\n down</TITLE>",
    "RATE_LIMIT",
    '"Slow down"',
  ),
  refused(403, "\n <html><title>Blocked</title>", "AUTH", '"Blocked"'),

  // What is wrong, by status.
  refused(400, error("Bad"), "INVALID_REQUEST", "Bad"),
  refused(401, error("Bad key"), "AUTH", "Bad key"),
  refused(403, error("Not yours"), "AUTH", "Not yours"),
  refused(404, error("No such model"), "HTTP_404", "No such model"),
  refused(413, error("Too large"), "INVALID_REQUEST", "Too large"),
  refused(422, error("Bad field"), "INVALID_REQUEST", "Bad field"),
  refused(429, error("Slow down"), "RATE_LIMIT", "Slow down"),
  refused(500, error("Oops"), "SERVER", "Oops"),
  refused(503, error("Overloaded"), "SERVER", "Overloaded"),
  refused(529, error("Overloaded"), "SERVER", "Overloaded"),

  // An empty account is told from a rate, whatever the status.
  refused(
    402,
    error("Insufficient Balance", {
      type: "unknown_error",
      param: null,
      code: "invalid_request_error",
    }),
    "QUOTA_EXCEEDED",
    "Insufficient Balance",
  ),
  refused(402, "", "QUOTA_EXCEEDED", "status 402"),
  refused(
    429,
    error(
      "You exceeded your current quota, please check your plan and billing details.",
    ),
    "QUOTA_EXCEEDED",
    "quota",
  ),
  refused(
    429,
    error("No", { code: "insufficient_quota" }),
    "QUOTA_EXCEEDED",
    "No",
  ),
  refused(
    402,
    error(
      "This request requires more credits, or fewer max_tokens. You can only afford 12.",
    ),
    "QUOTA_EXCEEDED",
    "credits",
  ),
  refused(
    400,
    error("Your credit balance is too low to access the API."),
    "QUOTA_EXCEEDED",
    "credit balance",
  ),
  refused(
    429,
    error("The usage limit has been reached"),
    "QUOTA_EXCEEDED",
    "usage",
  ),

  // So is a context that is full.
  ...[
    "prompt is too long: 208310 tokens > 200000 maximum",
    "This model's maximum context length is 131072 tokens.",
    "Your input exceeds the context window of this model.",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "Please reduce the length of the messages or completion.",
    "The input is longer than the model's context length.",
    "Input length 150213 exceeds the maximum allowed input length of 131040 tokens",
    "The request is above the maximum context length (65536)",
  ].flatMap((message) =>
    [400, 413, 503].map((status) =>
      refused(status, error(message), "CONTEXT_WINDOW_EXCEEDED", message)
    )
  ),
  refused(
    503,
    error("litellm.ContextWindowExceededError: the prompt does not fit"),
    "CONTEXT_WINDOW_EXCEEDED",
    "litellm",
  ),

  // Bodies of other shapes.
  refused(
    400,
    { detail: "The model does not exist." },
    "INVALID_REQUEST",
    "not exist",
  ),
  refused(
    422,
    { detail: [{ loc: ["body", "messages"], msg: "field required" }] },
    "INVALID_REQUEST",
    "body.messages: field required",
  ),
  refused(
    422,
    { detail: [{ loc: ["a", 0], msg: "x" }, { msg: "y" }, "z", null] },
    "INVALID_REQUEST",
    "a.0: x; y; z",
  ),
  refused(
    422,
    [{ loc: ["body"], msg: "field required" }],
    "INVALID_REQUEST",
    "body: field required",
  ),
  refused(400, { error: "Bad" }, "INVALID_REQUEST", "Bad"),
  refused(400, { message: "Bad" }, "INVALID_REQUEST", "Bad"),
  refused(400, { error: { detail: "Bad" } }, "INVALID_REQUEST", "Bad"),
  refused(400, [{ error: { message: "Bad" } }], "INVALID_REQUEST", "Bad"),
  refused(400, `data: ${BUSY}\n\n`, "INVALID_REQUEST", "Busy"),
  refused(400, `event: error\ndata: ${BUSY}\n\n`, "INVALID_REQUEST", "Busy"),
  refused(500, "plain words", "SERVER", "plain words"),
  refused(400, "", "INVALID_REQUEST", "status 400 and no text"),
  refused(503, "  \n", "SERVER", "status 503 and no text"),
  refused(500, {}, "SERVER", "{}"),
  refused(500, "null", "SERVER", "null"),
  refused(500, '{"error":{"mess', "SERVER", '{"error":{"mess'),
  refused(500, { error: { message: { a: 1 } } }, "SERVER", '{"a":1}'),
]);

const NOW = "Wed, 01 Jan 2025 00:00:00 GMT";

const DELAYS: [headers: Record<string, string>, ms: number | undefined][] = [
  [{ "retry-after": "3" }, 3_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "Wed, 01 Jan 2025 00:00:30 GMT" }, 30_000],
  [{ "retry-after-ms": "250" }, 250],
  // Never cut: whoever retries decides what is too long.
  [{ "retry-after-ms": "302539000" }, 302_539_000],
  [{ "retry-after-ms": "250", "retry-after": "3" }, 250],
  [{ "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
  [{ "retry-after": "Tue, 31 Dec 2024 23:59:30 GMT" }, undefined],
  [{ "retry-after": "-3" }, undefined],
  [{ "retry-after": "0" }, undefined],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{}, undefined],
];

for (const [headers, ms] of DELAYS) {
  for (const status of [429, 503]) {
    Deno.test(`DeepSeekAdapter waits ${ms} ms after ${status} with ${JSON.stringify(headers)}`, async () => {
      using _time = new FakeTime(NOW);

      const { waits } = await meet({
        fault: "",
        status,
        headers,
        body: BUSY,
        comes: [],
      });

      assertEquals(waits, ms);
    });
  }
}
