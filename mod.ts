/**
 * LLM streaming on web standard streams.
 *
 * An adapter turns a request into a `ReadableStream` of chunks, listeners shape
 * it, and any sink drains it: {@linkcode assemble}, a `WritableStream`, a `for
 * await` loop.
 *
 * @example One call, assembled
 * ```ts
 * import { assemble, createUserMessage, LlmRuntime, textOf } from "@dsh/llm";
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const provider = mockDeepSeek([{ text: "Hello" }]);
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(
 *   ["deepseek-official"],
 *   new DeepSeekAdapter({ apiKey: "sk-example", fetch: provider.fetch }),
 * );
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

export * from "./message.ts";
export * from "./runtime/adapter.ts";
export {
  isAgentLoopRequest,
  markAgentLoopRequest,
} from "./runtime/agent_loop.ts";
export { assemble, type AssembleOptions } from "./runtime/assemble.ts";
export type {
  AttachmentReadOptions,
  AttachmentStore,
} from "./runtime/attachment_store.ts";
export {
  APP_IDENTITY,
  type AppIdentity,
  attributionHeaders,
  userAgent,
} from "./runtime/attribution.ts";
export { BlockAssembler } from "./runtime/block_assembler.ts";
export { callConfigEquals } from "./runtime/call_config.ts";
export {
  isLlmAdapterFailure,
  llmErrorOf,
  llmFailureOf,
  llmResponseOf,
  llmRetryPolicyOf,
} from "./runtime/call_record.ts";
export type { ChunkTransformer } from "./runtime/chunk_transformer.ts";
export * from "./runtime/codes.ts";
export * from "./runtime/configurable_provider.ts";
export { isContextWindowExceededError } from "./runtime/is_context_window_exceeded_error.ts";
export type { LlmDiagnosticListener } from "./runtime/diagnostics.ts";
export * from "./runtime/error.ts";
export { errorChain } from "./runtime/error_chain.ts";
export * from "./runtime/llm_runtime.ts";
export type {
  LlmDiscoveredModel,
  LlmModelDiscovery,
  LlmModelDiscoveryRequest,
} from "./runtime/model_discovery.ts";
export {
  type MemoryAttachmentStore,
  memoryAttachmentStore,
  type MemoryAttachmentStoreOptions,
} from "./runtime/memory_attachment_store.ts";
export * from "./runtime/model_info.ts";
export type { PreparedLlmCall } from "./runtime/prepared_call.ts";
export { isQuotaExceededError } from "./runtime/is_quota_exceeded_error.ts";
export type {
  AdapterRegistrationHandle,
  DirectoryRegistrationHandle,
  Disposer,
  RegistrationOptions,
} from "./runtime/registration.ts";
export * from "./runtime/request.ts";
export * from "./runtime/retry_delay_ms.ts";
export * from "./runtime/retry_policy.ts";
export type {
  LlmAdaptersUpdatedListener,
  LlmRuntimeEventMap,
} from "./runtime/runtime_events.ts";
export * from "./runtime/stream_listener.ts";
export { toTransformStream } from "./runtime/to_transform_stream.ts";
