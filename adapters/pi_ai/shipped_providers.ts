/**
 * The providers that pi-ai ships.
 *
 * @module
 */

/**
 * The name of every provider that pi-ai ships, by its id. Known without pi-ai, so
 * that a route can be refused where it is written.
 */
export const SHIPPED_PROVIDERS: ReadonlyMap<string, string> = new Map([
  ["amazon-bedrock", "Amazon Bedrock"],
  ["ant-ling", "Ant Ling"],
  ["anthropic", "Anthropic"],
  ["azure", "Azure"],
  ["baseten", "Baseten"],
  ["cerebras", "Cerebras"],
  ["cloudflare-ai-gateway", "Cloudflare AI Gateway"],
  ["cloudflare-workers-ai", "Cloudflare Workers AI"],
  ["deepseek", "DeepSeek"],
  ["fireworks", "Fireworks"],
  ["github-copilot", "GitHub Copilot"],
  ["google", "Google"],
  ["google-vertex", "Google Vertex AI"],
  ["groq", "Groq"],
  ["huggingface", "Hugging Face"],
  ["kimi-coding", "Kimi For Coding"],
  ["meta", "Meta"],
  ["minimax", "MiniMax"],
  ["minimax-cn", "MiniMax CN"],
  ["mistral", "Mistral"],
  ["moonshotai", "Moonshot AI"],
  ["moonshotai-cn", "Moonshot AI CN"],
  ["nvidia", "NVIDIA"],
  ["openai", "OpenAI"],
  ["openai-codex", "OpenAI Codex"],
  ["opencode", "OpenCode Zen"],
  ["opencode-go", "OpenCode Go"],
  ["openrouter", "OpenRouter"],
  ["qwen-token-plan", "Qwen Token Plan Team"],
  ["qwen-token-plan-cn", "Qwen Token Plan Team CN"],
  ["qwen-token-plan-individual", "Qwen Token Plan Individual"],
  ["qwen-token-plan-individual-cn", "Qwen Token Plan Individual CN"],
  ["radius", "Radius"],
  ["together", "Together"],
  ["typesafe", "TypeSafe"],
  ["vercel-ai-gateway", "Vercel AI Gateway"],
  ["xai", "xAI"],
  ["xiaomi", "Xiaomi"],
  ["xiaomi-token-plan-ams", "Xiaomi Token Plan AMS"],
  ["xiaomi-token-plan-cn", "Xiaomi Token Plan CN"],
  ["xiaomi-token-plan-sgp", "Xiaomi Token Plan SGP"],
  ["zai", "Z.AI"],
  ["zai-coding-cn", "Z.AI Coding CN"],
]);
