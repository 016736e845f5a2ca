/**
 * DeepSeek, and every server that speaks the same chat format.
 *
 * ```ts
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { equal } from "node:assert/strict";
 *
 * const adapter = new DeepSeekAdapter({
 *   apiKey: () => "sk-read-at-each-call",
 *   reasoningEffort: "low",
 * });
 *
 * equal(adapter.providerInfo("deepseek-official").name, "DeepSeek");
 * ```
 *
 * @module
 */

export { DeepSeekAdapter } from "./adapter.ts";
export type {
  DeepSeekApiKey,
  DeepSeekModel,
  DeepSeekOptions,
} from "./options.ts";
