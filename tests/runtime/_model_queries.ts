/**
 * Runtimes whose adapter answers questions about models.
 *
 * @module
 */

import type { LlmAdapter } from "../../runtime/adapter.ts";
import type { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { LlmResolvedModelInfo } from "../../runtime/model_info.ts";
import { runtimeOf, STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

/** A runtime whose route `p` has an adapter with other methods. */
export function withMethods(methods: Partial<LlmAdapter>): LlmRuntime {
  return runtimeOf(stubAdapter(() => streamOf([STOP]), methods));
}

/** A runtime whose models all have the same metadata. */
export function withInfo(more: Partial<LlmResolvedModelInfo>): LlmRuntime {
  return withMethods({
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, ...more }),
  });
}
