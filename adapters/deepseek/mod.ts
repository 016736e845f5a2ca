/**
 * DeepSeek, and every server that speaks the same chat format.
 *
 * @example Call a model
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const adapter = new DeepSeekAdapter({
 *   apiKey: () => "sk-read-at-each-call",
 *   reasoningEffort: "low",
 *   // Left out, the network it is. `baseURL` names any other server.
 *   fetch: mockDeepSeek([{ text: "Hello" }]).fetch,
 * });
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["deepseek-official"], adapter);
 *
 * const answer = await assemble(runtime.stream({
 *   provider: "deepseek-official",
 *   model: "deepseek-v4-flash",
 *   messages: [createUserMessage({ content: "Say hello" })],
 * }));
 *
 * equal(textOf(answer.message()), "Hello");
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
