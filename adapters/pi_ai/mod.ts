/**
 * Every provider that pi-ai reaches.
 *
 * Importing this entry neither downloads nor loads pi-ai: that happens at the first
 * call, or when somebody asks about models. Under Deno nothing has to be installed, but
 * pi-ai and the SDKs under it read the environment: `--allow-env`. Elsewhere,
 * `npm install @earendil-works/pi-ai@^1.6`.
 *
 * @example Switch the provider in the middle of a conversation
 * ```ts ignore
 * import {
 *   assemble,
 *   createAssistantMessage,
 *   createUserMessage,
 *   LlmRuntime,
 *   type Message,
 * } from "@dsh/llm";
 * import { registerPiAi } from "@dsh/llm/pi-ai";
 *
 * const runtime = new LlmRuntime();
 * await registerPiAi(runtime, {
 *   routes: {
 *     anthropic: { apiKey: () => loadKey("anthropic") },
 *     openai: { apiKey: () => loadKey("openai") },
 *   },
 * });
 * const messages: Message[] = [createUserMessage({ content: "Say hello" })];
 * const calls = [
 *   { provider: "anthropic", model: "claude-opus-4-7" },
 *   { provider: "openai", model: "gpt-5.2" },
 * ];
 * for (const call of calls) {
 *   const answer = await assemble(runtime.stream({ ...call, messages }));
 *   // What its provider wants back with the answer goes with it.
 *   const source = { ...call, replayState: answer.replayState };
 *   const content = answer.blocks();
 *   messages.push(createAssistantMessage({ content, source }));
 *   messages.push(createUserMessage({ content: "Once more" }));
 * }
 * ```
 *
 * @module
 */

export { PiAiAdapter } from "./adapter.ts";
export { MISSING_PACKAGE_CODE, type PiAiLoad } from "./load_pi_ai.ts";
export type {
  PiAiApiKey,
  PiAiEffort,
  PiAiModel,
  PiAiModelOverride,
  PiAiOptions,
  PiAiRoute,
} from "./options.ts";
export type { PiAiApi } from "./protocols.ts";
export {
  PI_AI_SETTINGS_NS,
  type PiAiRegistration,
  registerPiAi,
} from "./register_pi_ai.ts";
