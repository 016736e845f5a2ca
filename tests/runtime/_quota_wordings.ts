/**
 * Complaints that a quota is used up.
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
  ["Azure, as a code", "QuotaExceeded"],
  ["Google, as a reason", '{"reason":"quotaExceeded"}'],
  ["one-api", "user quota is not enough"],
  [
    "one-api, for one request",
    "pre_consume_token_quota_failed: token remain quota not enough",
  ],
  ["a gateway, with a contraction", "You don't have enough credits"],
  ["a gateway, with another apostrophe", "You don’t have sufficient balance"],
  [
    "a gateway, with credits that are consumed",
    "You have consumed all credits",
  ],
  [
    "LiteLLM, for a key",
    "ExceededTokenBudget: Current spend for token: 7.2; Max Budget for Token: 5",
  ],
  ["LiteLLM, as a code", '{"type":"budget_exceeded"}'],
  ["Volcengine, as a code", "AccountOverdueError"],
  ["a gateway, of a key", "The usage limit of this key was reached"],
];
