/**
 * Runtimes whose adapter prepares calls, and what it saw.
 *
 * @module
 */

import type { LlmAdapter } from "../../runtime/adapter.ts";
import type { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { LlmResolvedModelInfo } from "../../runtime/model_info.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { FULL, type Metadata } from "./_model_metadata.ts";
import { runtimeOf, STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

/** Everything a model may tell, of one that sees images. */
export const SEEING: Metadata = {
  ...FULL,
  inputModalities: ["text", "image"],
};

/** A runtime whose models have the same metadata, and the requests it saw. */
export function recording(
  info: Partial<LlmResolvedModelInfo> = {},
  methods: Partial<LlmAdapter> = {},
): { runtime: LlmRuntime; requests: GenerateOptions[] } {
  const requests: GenerateOptions[] = [];
  const adapter = stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  }, {
    resolveModel: (provider, id) =>
      Promise.resolve({ provider, id, name: id, ...info }),
    ...methods,
  });
  return { runtime: runtimeOf(adapter), requests };
}
