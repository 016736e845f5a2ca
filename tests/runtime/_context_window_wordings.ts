// Complaints that a request does not fit, and others that sound like it.

/** What matches, and who says it. */
export const OVERFLOWS: [provider: string, detail: string][] = [
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
];
