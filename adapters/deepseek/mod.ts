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
export {
  deepSeekModelDiscovery,
  type DeepSeekModelDiscoveryOptions,
} from "./model_discovery.ts";
export {
  DEEPSEEK_EFFORTS,
  type DeepSeekApiKey,
  type DeepSeekEffort,
  type DeepSeekModel,
  type DeepSeekOptions,
} from "./options.ts";
