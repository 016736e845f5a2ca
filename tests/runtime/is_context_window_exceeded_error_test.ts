import { assertEquals } from "@std/assert";
import { isContextWindowExceededError } from "../../runtime/is_context_window_exceeded_error.ts";

const OVERFLOWS: [provider: string, detail: string][] = [
  ["Anthropic", "prompt is too long: 208310 tokens > 200000 maximum"],
  [
    "Anthropic, with the output",
    "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again",
  ],
  ["Vertex AI, for Anthropic", "Prompt is too long"],
  ["Anthropic, as a stop reason", "model_context_window_exceeded"],
  [
    "OpenAI",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 10234 tokens. Please reduce the length of the messages.",
  ],
  ["OpenAI, as a code", "context_length_exceeded"],
  [
    "OpenAI, of the newer models",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
  ],
  [
    "OpenAI, with a configured limit",
    "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300123 tokens.",
  ],
  [
    "Codex",
    "Codex ran out of room in the model's context window. Start a new conversation.",
  ],
  [
    "DeepSeek",
    "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (136000 in the messages, 4000 in the completion).",
  ],
  [
    "vLLM",
    "'max_tokens' or 'max_completion_tokens' is too large: 30000. This model's maximum context length is 32768 tokens and your request has 5000 input tokens",
  ],
  [
    "vLLM, offline",
    "The decoder prompt (length 5021) is longer than the maximum model length of 4096.",
  ],
  [
    "SGLang",
    "Requested token count exceeds the model's maximum context length of 131072 tokens.",
  ],
  [
    "xAI",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  ],
  ["Groq", "Please reduce the length of the messages or completion."],
  [
    "Together",
    "The input (5021 tokens) is longer than the model's context length (4096 tokens).",
  ],
  [
    "Text Generation Inference",
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5021 `inputs` tokens and 100 `max_new_tokens`",
  ],
  [
    "Text Generation Inference, input alone",
    "Input validation error: `inputs` must have less than 1024 tokens. Given: 2048",
  ],
  [
    "OpenRouter",
    "This endpoint's maximum context length is 128000 tokens. However, you requested about 150213 tokens.",
  ],
  [
    "Poolside",
    "Input length 150213 exceeds the maximum allowed input length of 131040 tokens",
  ],
  [
    "LiteLLM",
    "litellm.ServiceUnavailableError: litellm.ContextWindowExceededError: the prompt does not fit",
  ],
  [
    "a proxy, with a number in parentheses",
    "The request is above the maximum context length (65536)",
  ],
  [
    "Mistral",
    "Prompt contains 40213 tokens, too large for model with 32768 maximum context length",
  ],
  [
    "Gemini",
    "The input token count (1200213) exceeds the maximum number of tokens allowed (1048576).",
  ],
  ["Ollama", "the input length exceeds the context length"],
  [
    "Ollama Cloud",
    "prompt too long; exceeded max context length by 213 tokens",
  ],
  [
    "llama.cpp",
    "request (5021 tokens) exceeds the available context size (4096 tokens), try increasing it",
  ],
  ["llama.cpp, as a type", '{"type":"exceed_context_size_error"}'],
  [
    "llama.cpp, older",
    "input is larger than the max context size. skipped",
  ],
  [
    "LM Studio",
    "The number of tokens to keep from the initial prompt is greater than the context length",
  ],
  ["LM Studio, while answering", "Context size has been exceeded."],
  [
    "Azure",
    '{"error":{"code":"context_length_exceeded","message":"Too long"}}',
  ],
  ["Bedrock", "Input is too long for requested model."],
  [
    "Bedrock, counted",
    "400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9021",
  ],
  [
    "Qwen",
    "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]",
  ],
  [
    "Moonshot",
    "Invalid request: Your request exceeded model token limit: 131072 (requested: 140213)",
  ],
  ["Z.ai", "Prompt exceeds max length"],
  ["MiniMax", "invalid params, context window exceeds limit"],
  [
    "GitHub Copilot",
    "prompt token count of 135213 exceeds the limit of 128000",
  ],
  ["GitHub Copilot, as a code", "model_max_prompt_tokens_exceeded"],
  [
    "Cerebras",
    "Please reduce the length of the messages or completion. Current length is 10021 while limit is 8192",
  ],
  [
    "Cohere",
    "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5021.",
  ],
  [
    "Fireworks",
    "The prompt is too long: 140213, model maximum context length: 131071",
  ],
  [
    "watsonx",
    "the number of input tokens 5021 cannot exceed the total tokens limit 4096 for this model",
  ],
  [
    "Workers AI",
    "The estimated number of input and maximum output tokens (8021) exceeded this model context window limit (7968).",
  ],
  [
    "TensorRT-LLM",
    "Prompt length (5021) exceeds maximum input length (4096). Set log level to info and check TRTGptModel logs",
  ],
  ["a gateway", "The conversation is too long for the model's context"],
  ["a gateway, about room", "The request does not fit into the context window"],
  ["a gateway, in short", "Error: context window overflow"],
  [
    "a gateway, with a maximum",
    "The request exceeds the model's maximum context",
  ],
  [
    "GitHub Models, as a code",
    "tokens_limit_reached: Request body too large for gpt-4o model. Max size: 8000 tokens.",
  ],
];

const OTHERS: [trouble: string, detail: string][] = [
  ["an output cap", "max_tokens must be at most 8192"],
  [
    "an output cap, in Anthropic's words",
    "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for this model",
  ],
  ["an output cap that is too large", "max_tokens is too large: 100000"],
  ["a field of a wrong type", "context must be an object"],
  ["a setting of a wrong type", "context_length must be a positive integer"],
  ["a setting of a wrong range", "context_window: must not be negative"],
  [
    "a name that is too long",
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 102 instead.",
  ],
  ["a description that is too long", "function description is too long"],
  ["a title counted in characters", "name exceeds the maximum length of 64"],
  [
    "a persona counted in characters",
    "system prompt is too long: at most 500 characters are allowed",
  ],
  [
    "a field counted in characters",
    "input title exceeds the maximum length of 64 characters",
  ],
  ["a file that is too large", "image exceeds the maximum size of 5 MB"],
  ["a body that is too large", "request body exceeds the maximum size"],
  ["too many tools", "Invalid 'tools': array too long. Expected at most 128"],
  [
    "tokens per minute",
    "Request too large for model on tokens per minute (TPM): Limit 6000, Requested 8021, please reduce your message size and try again.",
  ],
  [
    "tokens per minute, of an organization",
    "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
  ],
  [
    "tokens per minute, of OpenAI",
    "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 3021. Please try again in 4s.",
  ],
  [
    "tokens of a pricing tier",
    "Requests have exceeded token rate limit of your current pricing tier. Please retry after 24 seconds.",
  ],
  [
    "input tokens at once",
    "Too many input tokens per minute, please wait before trying again.",
  ],
  ["too many tokens at once", "Too many tokens, please wait before trying."],
  ["a deadline", "context deadline exceeded"],
  [
    "a deadline while reading headers",
    'Post "https://api.example/v1": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
  ],
  ["a cancelled call", "context canceled"],
  ["a refusal", "Invalid prompt: your prompt was flagged as violating policy"],
  [
    "a cache key that is too long",
    "Prompt cache key exceeds maximum length of 64",
  ],
  ["a field named like it", "metadata.context exceeds the limit of 512"],
  ["a missing prompt", "prompt is required"],
  ["a quota", "You exceeded your current quota, please check your plan"],
  ["an empty account", "Insufficient Balance"],
  ["a thinking budget", "thinking.budget_tokens must be less than max_tokens"],
  ["a stop list", "stop: at most 4 sequences are allowed"],
  ["a mention", "See the docs to learn how large the context window is"],
  ["nothing", ""],
];

for (const [provider, detail] of OVERFLOWS) {
  Deno.test(`isContextWindowExceededError() knows the words of ${provider}`, () => {
    const result = isContextWindowExceededError(detail);

    assertEquals(result, true);
  });
}

for (const [trouble, detail] of OTHERS) {
  Deno.test(`isContextWindowExceededError() lets ${trouble} pass`, () => {
    const result = isContextWindowExceededError(detail);

    assertEquals(result, false);
  });
}
