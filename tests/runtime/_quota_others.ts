/**
 * What sounds like a complaint that a quota is used up, and is none.
 *
 * @module
 */

/** What must not match, what it is about, and where it was seen. */
export const OTHERS: [trouble: string, seen: string, detail: string][] = [
  ["a quota that is back soon", "made up", "quota resets in one minute"],
  [
    "a used quota that is back soon",
    "made up",
    "Quota exceeded, resets in one minute",
  ],
  [
    "a quota of the current minute",
    "Gemini",
    "Quota exceeded for quota metric 'Generate Content API requests per minute'",
  ],
  [
    "a quota of the current minute, as an identifier",
    "Vertex AI",
    "Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute_per_project",
  ],
  [
    "a quota that seconds restore",
    "Gemini",
    "You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.",
  ],
  [
    "requests per minute",
    "made up",
    "Rate limit reached for requests per minute. Visit https://platform.example/account/billing to add a payment method.",
  ],
  [
    "tokens per minute",
    "OpenAI",
    "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000. Please try again in 4s.",
  ],
  [
    "tokens of a pricing tier",
    "Azure OpenAI",
    "Requests have exceeded token rate limit of your current pricing tier. Please retry after 24 seconds.",
  ],
  ["a busy server", "made up", "Too many requests, please slow down"],
  [
    "an overloaded server",
    "DeepSeek",
    "Overloaded: insufficient system resources",
  ],
  [
    "free models at once",
    "OpenRouter",
    "Rate limit exceeded: free-models-per-min. Add 10 credits to unlock more requests.",
  ],
  [
    "too many calls at once",
    "made up",
    "Concurrency limit reached: 5 requests",
  ],
  ["an output cap", "made up", "max_tokens exceeds the limit of 8192"],
  [
    "a thinking budget",
    "Anthropic",
    "thinking.budget_tokens must be at least 1024",
  ],
  [
    "a thinking budget that is too large",
    "made up",
    "The thinking budget exceeds the maximum of 32768 tokens",
  ],
  [
    "a thinking budget that is passed",
    "made up",
    "thinking budget exceeded: 40000",
  ],
  [
    "a thinking budget of one request",
    "made up",
    "The thinking budget for this request is exceeded",
  ],
  [
    "a quota that ran out for now",
    "made up",
    "Your quota ran out, retry in 20 seconds",
  ],
  [
    "calls at once, called a quota",
    "made up",
    "Concurrent request quota exceeded, try later",
  ],
  ["a rate called a quota", "made up", "Rate limit quota exceeded"],
  [
    "a rate that is said to be a quota",
    "made up",
    "Rate limit has been exceeded: you have reached your quota",
  ],
  [
    "limits and credits in one list",
    "made up",
    "Rate limit exceeded, add credits to your balance for more",
  ],
  ["a full disk", "an operating system", "write failed: Disk quota exceeded"],
  [
    "a full context",
    "Anthropic",
    "prompt is too long: 208310 tokens > 200000 maximum",
  ],
  ["a missing field", "made up", "The 'credits' field is required"],
  ["a field of a wrong type", "made up", "balance must be a number"],
  [
    "a limit of a wrong range",
    "made up",
    "usage limit must be a positive integer",
  ],
  ["a wrong mode", "made up", "Invalid value for balance_mode: 'low'"],
  ["a load balancer", "made up", "load balancer error: no healthy upstream"],
  ["missing rights", "made up", "insufficient permissions for this model"],
  ["a missing scope", "OAuth", '{"error":"insufficient_scope"}'],
  [
    "a quota that cannot be read",
    "made up",
    "could not check quota: try again",
  ],
  ["an unknown project", "made up", "quota project not found"],
  [
    "a hint at the limits",
    "made up",
    "Our usage limits are described in the docs",
  ],
  ["a hint at credits", "made up", "You can buy credits in the console"],
  ["a wrong key", "OpenAI", "Incorrect API key provided"],
  ["unbalanced JSON", "made up", "Unbalanced braces: JSON could not be parsed"],
  ["a quota that is left", "made up", "The quota has not been exceeded"],
  [
    "a quota nobody could check",
    "made up",
    "quota check failed: deadline exceeded",
  ],
  [
    "limits nobody could read",
    "made up",
    "Could not load usage limits: deadline exceeded",
  ],
  [
    "a service nobody could reach",
    "made up",
    "Unable to reach quota service: retries exhausted",
  ],
  [
    "a full context of who pays nothing",
    "made up",
    "Free tier users: context length exceeded",
  ],
  [
    "a prompt for the free tier",
    "made up",
    "request too large for the free tier: tokens exceeded",
  ],
  [
    "a field of that name",
    "made up",
    "'quota' exceeded the maximum length of 64 characters",
  ],
  [
    "a quota of the current minute, as a name",
    "Gemini",
    "Quota exceeded for quota GenerateRequestsPerMinutePerProjectPerModel",
  ],
  ["a quota of the current minute, in short", "made up", "TPM quota exceeded"],
  [
    "a quota that a few seconds restore",
    "made up",
    "Quota exceeded, try again in a few seconds",
  ],
  ["a budget of retries", "made up", "Retry budget exhausted"],
  ["a budget of time", "made up", "The time budget has been exceeded"],
  ["a budget of context", "made up", "Context budget exceeded: 130000 tokens"],
  ["a budget of steps", "made up", "step_budget_exceeded"],
  ["nothing", "made up", ""],
];
