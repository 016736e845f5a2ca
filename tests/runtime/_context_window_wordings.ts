/**
 * Complaints that a request does not fit.
 *
 * @module
 */

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
  [
    "Vertex AI",
    "Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.",
  ],
  [
    "vLLM, newer",
    "You passed 40000 input tokens and requested 100 output tokens. However, the model's context length is only 32768 tokens, resulting in a maximum input length of 32668 tokens.",
  ],
  [
    "vLLM, newer, with advice",
    "Please reduce the length of the input prompt.",
  ],
  [
    "Cohere",
    "too many tokens: size limit exceeded by 400 tokens. Try using shorter or fewer inputs.",
  ],
  [
    "LM Studio",
    "Trying to keep the first 15000 tokens when context the overflows",
  ],
  ["a gateway, with a limit", "The model's context limit has been exceeded"],
  ["a gateway, as a code with dashes", "context-length-exceeded"],
];
