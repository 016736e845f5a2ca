import { assertEquals } from "@std/assert";
import { play } from "./_play.ts";
import { reach } from "./_reach.ts";
import { WIRES } from "./_wires.ts";

const ANSWERED = "Cannot call model: the server answered with status 502 and";
const PAGE_WORDS = `${ANSWERED} a page titled "502 Bad Gateway"`;
const NO_WORDS = `${ANSWERED} no text`;
const PAGE =
  "<html><head><title>502 Bad Gateway</title></head><body>1.2.3.4</body></html>";

const JSON_HEADERS = { "content-type": "application/json" };

/** A refusal: its status, and what it says in OpenAI's words and in Anthropic's. */
interface Refusal {
  readonly what: string;
  readonly status: number;
  readonly openai: [type: string, message: string];
  readonly anthropic: [type: string, message: string];
  readonly code: string;
}

const REFUSALS: readonly Refusal[] = [
  {
    what: "a bad request",
    status: 400,
    openai: ["invalid_request_error", "Invalid value: 'x'"],
    anthropic: ["invalid_request_error", "messages: at least one is required"],
    code: "INVALID_REQUEST",
  },
  {
    what: "a request longer than the context window",
    status: 400,
    openai: [
      "context_length_exceeded",
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    ],
    anthropic: [
      "invalid_request_error",
      "prompt is too long: 210000 tokens > 200000 maximum",
    ],
    code: "CONTEXT_WINDOW_EXCEEDED",
  },
  {
    what: "an output cap that is too large",
    status: 400,
    openai: [
      "invalid_request_error",
      "max_tokens of 99999 exceeds the limit of 16384 for this model",
    ],
    anthropic: [
      "invalid_request_error",
      "max_tokens: 99999 exceeds the limit of 64000 output tokens",
    ],
    code: "INVALID_REQUEST",
  },
  {
    what: "a key that is none",
    status: 401,
    openai: ["invalid_api_key", "Incorrect API key provided."],
    anthropic: ["authentication_error", "invalid x-api-key"],
    code: "AUTH",
  },
  {
    what: "an empty account",
    status: 402,
    openai: ["insufficient_balance", "Insufficient Balance"],
    anthropic: ["billing_error", "Your credit balance is too low."],
    code: "QUOTA_EXCEEDED",
  },
  {
    what: "an account that is empty, told as a bad request",
    status: 400,
    openai: ["insufficient_quota", "You exceeded your current quota."],
    anthropic: [
      "invalid_request_error",
      "Your credit balance is too low to access the Anthropic API.",
    ],
    code: "QUOTA_EXCEEDED",
  },
  {
    what: "a region that is not served",
    status: 403,
    openai: ["unsupported_country_region_territory", "Country not supported"],
    anthropic: ["permission_error", "Request not allowed"],
    code: "AUTH",
  },
  {
    what: "a model that is none",
    status: 404,
    openai: ["model_not_found", "The model `m` does not exist"],
    anthropic: ["not_found_error", "model: m"],
    code: "HTTP_404",
  },
  {
    what: "a body that is too large",
    status: 413,
    openai: ["invalid_request_error", "Request too large"],
    anthropic: ["request_too_large", "Request exceeds the maximum size"],
    code: "CONTEXT_WINDOW_EXCEEDED",
  },
  {
    what: "a field that is wrong",
    status: 422,
    openai: ["invalid_request_error", "messages: field required"],
    anthropic: ["invalid_request_error", "messages: field required"],
    code: "INVALID_REQUEST",
  },
  {
    what: "too many requests",
    status: 429,
    openai: ["rate_limit_exceeded", "Rate limit reached for requests"],
    anthropic: [
      "rate_limit_error",
      "This request would exceed your rate limit",
    ],
    code: "RATE_LIMIT",
  },
  {
    what: "an allowance that is used up",
    status: 429,
    openai: ["insufficient_quota", "You exceeded your current quota."],
    anthropic: ["rate_limit_error", "You have reached your usage limit."],
    code: "QUOTA_EXCEEDED",
  },
  {
    what: "a fault of the server",
    status: 500,
    openai: ["server_error", "The server had an error"],
    anthropic: ["api_error", "Internal server error"],
    code: "SERVER",
  },
  {
    what: "a server that is not ready",
    status: 503,
    openai: ["server_error", "The engine is currently overloaded"],
    anthropic: ["api_error", "Service unavailable"],
    code: "SERVER",
  },
  {
    what: "a server with too much to do",
    status: 529,
    openai: ["overloaded", "Overloaded"],
    anthropic: ["overloaded_error", "Overloaded"],
    code: "SERVER",
  },
];

for (const wire of WIRES) {
  const { api } = wire;

  for (const refusal of REFUSALS) {
    const { what, status, code } = refusal;

    Deno.test(`PiAiAdapter knows ${what}, status ${status}, by ${api}`, async () => {
      const words = wire.speaks === "openai" ? "openai" : "anthropic";
      const [type, message] = refusal[words];
      await using server = play({
        status,
        headers: { ...JSON_HEADERS, "request-id": "req_7" },
        pieces: [wire.refusal(message, type)],
      });

      const { failure, chunks } = await reach(api, server.url).ask();

      assertEquals(failure as unknown, {
        message,
        code,
        status,
        requestId: "req_7",
      });
      assertEquals(chunks.length, 1);
      assertEquals(server.got.length, 1);
    });
  }

  const delays: [string, Record<string, string>, number | undefined][] = [
    ["seconds", { "retry-after": "7" }, 7_000],
    ["milliseconds", { "retry-after-ms": "250" }, 250],
    ["nothing that is a time", { "retry-after": "soon" }, undefined],
  ];
  for (const [what, headers, delay] of delays) {
    Deno.test(`PiAiAdapter takes ${what} to wait from a refusal by ${api}`, async () => {
      await using server = play({
        status: 429,
        headers: { ...JSON_HEADERS, ...headers },
        pieces: [wire.refusal("Slow down", "rate_limit_error")],
      });

      const { failure } = await reach(api, server.url).ask();

      assertEquals(failure?.code, "RATE_LIMIT");
      assertEquals(failure?.providerRetryAfterMs, delay);
    });
  }

  Deno.test(`PiAiAdapter reads a date to wait for by ${api}`, async () => {
    const at = new Date(Date.now() + 3_600_000).toUTCString();
    await using server = play({
      status: 503,
      headers: { ...JSON_HEADERS, "retry-after": at },
      pieces: [wire.refusal("Slow down")],
    });

    const { failure } = await reach(api, server.url).ask();

    // An hour, but for what the call took.
    assertEquals(
      Math.round((failure?.providerRetryAfterMs ?? 0) / 600_000),
      6,
    );
  });

  const bodies: [string, string, string, string][] = [
    ["a page", "text/html", PAGE, PAGE_WORDS],
    ["nothing", "text/plain", "", NO_WORDS],
    ["a sentence", "text/plain", "upstream is down", "upstream is down"],
    ["a detail", "application/json", '{"detail":"It is down"}', "It is down"],
    [
      "a list of details",
      "application/json",
      '{"detail":[{"loc":["body"],"msg":"field required"}]}',
      "body: field required",
    ],
    ["an error of one text", "application/json", '{"error":"No"}', "No"],
    ["a message alone", "application/json", '{"message":"No"}', "No"],
  ];
  for (const [what, type, body, message] of bodies) {
    Deno.test(`PiAiAdapter takes ${what} for a refusal's words by ${api}`, async () => {
      const headers = { "content-type": type };
      await using server = play({ status: 502, headers, pieces: [body] });

      const { failure } = await reach(api, server.url).ask();

      assertEquals(failure, { message, code: "SERVER", status: 502 });
    });
  }
}
