/**
 * What sounds like a complaint that a request does not fit, and is none.
 *
 * @module
 */

/** What must not match, what it is about, and where it was seen. */
export const OTHERS: [trouble: string, seen: string, detail: string][] = [
  ["an output cap", "made up", "max_tokens must be at most 8192"],
  [
    "an output cap, in Anthropic's words",
    "Anthropic",
    "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for this model",
  ],
  [
    "an output cap that is too large",
    "OpenAI",
    "max_tokens is too large: 100000",
  ],
  ["a field of a wrong type", "made up", "context must be an object"],
  [
    "a setting of a wrong type",
    "made up",
    "context_length must be a positive integer",
  ],
  [
    "a setting of a wrong range",
    "made up",
    "context_window: must not be negative",
  ],
  [
    "a name that is too long",
    "OpenAI",
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 102 instead.",
  ],
  [
    "a description that is too long",
    "made up",
    "function description is too long",
  ],
  [
    "a title counted in characters",
    "made up",
    "name exceeds the maximum length of 64",
  ],
  [
    "a persona counted in characters",
    "made up",
    "system prompt is too long: at most 500 characters are allowed",
  ],
  [
    "a field counted in characters",
    "made up",
    "input title exceeds the maximum length of 64 characters",
  ],
  [
    "a file that is too large",
    "made up",
    "image exceeds the maximum size of 5 MB",
  ],
  [
    "a body that is too large",
    "made up",
    "request body exceeds the maximum size",
  ],
  [
    "too many tools",
    "OpenAI",
    "Invalid 'tools': array too long. Expected at most 128",
  ],
  [
    "tokens per minute",
    "Groq",
    "Request too large for model on tokens per minute (TPM): Limit 6000, Requested 8021, please reduce your message size and try again.",
  ],
  [
    "tokens per minute, of an organization",
    "Anthropic",
    "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
  ],
  [
    "tokens of a pricing tier",
    "Azure OpenAI",
    "Requests have exceeded token rate limit of your current pricing tier. Please retry after 24 seconds.",
  ],
  [
    "input tokens at once",
    "Bedrock",
    "Too many input tokens per minute, please wait before trying again.",
  ],
  [
    "too many tokens at once",
    "Bedrock",
    "Too many tokens, please wait before trying.",
  ],
  ["a rate of input", "made up", "Input token rate limit exceeded"],
  ["input a minute", "made up", "Input tokens per min exceed the limit"],
  ["a deadline", "Go's HTTP client", "context deadline exceeded"],
  [
    "a deadline while reading headers",
    "Go's HTTP client",
    'Post "https://api.example/v1": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
  ],
  ["a cancelled call", "Go", "context canceled"],
  [
    "a refusal",
    "OpenAI",
    "Invalid prompt: your prompt was flagged as violating policy",
  ],
  [
    "a cache key that is too long",
    "made up",
    "Prompt cache key exceeds maximum length of 64",
  ],
  [
    "a field named like it",
    "made up",
    "metadata.context exceeds the limit of 512",
  ],
  ["a missing prompt", "made up", "prompt is required"],
  [
    "a quota",
    "OpenAI",
    "You exceeded your current quota, please check your plan",
  ],
  ["an empty account", "DeepSeek", "Insufficient Balance"],
  [
    "a thinking budget",
    "Anthropic",
    "thinking.budget_tokens must be less than max_tokens",
  ],
  ["a stop list", "made up", "stop: at most 4 sequences are allowed"],
  ["a mention", "made up", "See how large the context window is"],
  ["nothing", "made up", ""],
  [
    "an output beyond what a model makes",
    "made up",
    "max output tokens exceed model token limit",
  ],
  [
    "an output beside a context that is fine",
    "made up",
    "max_tokens is too large for this model with its context window",
  ],
  ["a full store", "made up", "tool context storage overflow"],
];
