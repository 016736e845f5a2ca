/**
 * Complaints that a quota is used up, and others that sound like it.
 *
 * @module
 */

/** What matches, and who says it. */
export const USED_UP: [provider: string, detail: string][] = [
  [
    "OpenAI",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
  ["OpenAI, as a code", '{"error":{"code":"insufficient_quota"}}'],
  ["OpenAI, with a hard limit", "Billing hard limit has been reached"],
  ["OpenAI, as a code of billing", "billing_hard_limit_reached"],
  ["Codex", "The usage limit has been reached"],
  ["Codex, as a code", "usage_limit_reached"],
  ["ChatGPT", "You've hit your usage limit. Upgrade to Pro to continue."],
  ["DeepSeek", "Insufficient Balance"],
  [
    "OpenRouter",
    "Insufficient credits. Add more using https://openrouter.ai/settings/credits",
  ],
  [
    "OpenRouter, for one request",
    "This request requires more credits, or fewer max_tokens. You requested up to 4096 tokens, but can only afford 1021.",
  ],
  [
    "OpenRouter, for one key",
    "Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys",
  ],
  [
    "Anthropic",
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  ],
  [
    "Anthropic, with a limit of one's own",
    "You have reached your specified API usage limits. You will regain access on 2026-08-01 at 00:00 UTC.",
  ],
  ["Claude", "Claude AI usage limit reached|1749924000"],
  [
    "xAI",
    "Your team has either used all available credits or reached its monthly spending limit.",
  ],
  ["Together", "Credit limit exceeded. Please navigate to your billing page."],
  [
    "Gemini, for a day",
    "Quota exceeded for metric: generate_requests_per_model_per_day, limit: 0",
  ],
  [
    "Moonshot",
    "Your account is suspended due to insufficient balance, please recharge your account",
  ],
  ["Moonshot, as a type", "exceeded_current_quota_error"],
  ["Z.ai", "Insufficient balance or no resource package. Please recharge."],
  [
    "Z.ai, of a coding plan",
    "Usage limit reached for 5 hour. Your limit will reset at 2026-08-01 10:00:00",
  ],
  ["Z.ai, in Chinese", "余额不足或无可用资源包,请充值。"],
  ["MiniMax", "insufficient balance"],
  ["Qwen", "Free allocated quota exceeded."],
  [
    "Qwen, of a free tier",
    "The free tier of the model has been exhausted. If you wish to continue access the model on a paid basis, please disable the free tier only mode.",
  ],
  ["Qwen, as a code", "Arrearage"],
  [
    "LiteLLM",
    "Budget has been exceeded! Current cost: 10.2, Max budget: 10.0",
  ],
  ["LiteLLM, for a user", "ExceededBudget: User=jo over budget. Spend=10.2"],
  [
    "Azure",
    "Out of call volume quota. Quota will be replenished in 01:23:45.",
  ],
  [
    "Vercel",
    "Insufficient funds. Please add credits to your account to continue.",
  ],
  [
    "Fireworks",
    "Account jo is suspended, possibly due to reaching the monthly spending limit",
  ],
  [
    "Hugging Face",
    "You have exceeded your monthly included credits for Inference Providers.",
  ],
  [
    "Hugging Face, newer",
    "You have depleted your monthly included credits. Purchase pre-paid credits to continue.",
  ],
  ["SiliconFlow", "Sorry, your account balance is insufficient"],
  [
    "GitHub Copilot",
    "You have exceeded your premium request allowance.",
  ],
  ["GitHub Copilot, as a code", "quota_exceeded"],
  [
    "Volcengine",
    "The request failed because your account has an overdue balance.",
  ],
  [
    "Volcengine, of a trial",
    "Your account has exhausted its free trial quota for this model.",
  ],
  ["Replicate", "You have insufficient credit to run this model."],
  ["NVIDIA", "Cloud credits expired - Please contact NVIDIA representatives"],
  ["a gateway, with a balance", "account balance depleted"],
  ["a gateway, with a budget", "You have used up your monthly budget"],
  ["a gateway, with a budget of a key", "Monthly budget exceeded for this key"],
  [
    "a gateway, with a key's budget",
    "The budget for this key has been exhausted",
  ],
  ["a gateway, with a spending limit", "Your spending limit is used up"],
  ["a gateway, with credits that ran out", "Your credits have run out"],
  ["a gateway, with a quota that ran out", "Your free quota has run out"],
  ["a gateway, with a quota", "The quota for this key is exhausted"],
  ["a gateway, with credits", "You do not have enough credits"],
  ["a gateway, with none left", "There are no credits left on this account"],
  ["a gateway, with funds", "The account has run out of funds"],
  [
    "an empty account that names its rate too",
    "Insufficient balance: 0 requests per minute are left",
  ],
  ["one-api, as a code", '{"error":{"code":"insufficient_user_quota"}}'],
  [
    "Workers AI",
    "you have used up your daily free allocation of 10,000 neurons, please upgrade",
  ],
];

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
  ["nothing", "made up", ""],
];
