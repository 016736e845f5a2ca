/**
 * From a prepared call to an adapter's chunks.
 *
 * @module
 */

import type {
  LlmAdapterContext,
  LlmDiagnostic,
  LlmResponseFacts,
} from "./adapter.ts";
import type { AdapterRegistry } from "./adapter_registry.ts";
import type { CallAttempt } from "./call_record.ts";
import { type ChunkSource, takeChunkSource } from "./chunk_source.ts";
import { INVALID_ADAPTER_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { freeStream } from "./is_readable_stream.ts";
import type { Preparation } from "./preparation.ts";
import { projectRequest } from "./project_request.ts";
import type { GenerateOptions } from "./request.ts";

/** What starting a call needs beside the request. */
export interface StartOptions {
  /** Tells who serves a route now. */
  readonly registry: AdapterRegistry;
  /** What is to be remembered of it. */
  readonly attempt: CallAttempt;
  /** Where diagnostics go. */
  readonly report: (diagnostic: LlmDiagnostic) => void;
}

/**
 * Starts the adapter.
 *
 * @param request The request.
 * @param preparation What was settled for it.
 * @param options What else is needed.
 * @returns The adapter's chunks.
 * @throws {LlmError} `INVALID_ADAPTER` if it does not return a stream to read.
 * @throws What the adapter throws.
 */
export function startAdapterCall(
  request: GenerateOptions,
  { route, call, model: info, defaults }: Preparation,
  { registry, attempt, report }: StartOptions,
): ChunkSource {
  const { provider, model } = request;
  const projected = projectRequest(request, {
    fields: defaults.fields,
    adapter: route.adapter,
    inputModalities: info.inputModalities,
    ownerOf: (other) => registry.get(other)?.adapter,
  });
  const facts = attempt.response = {};
  const context = contextOf(facts, report, { provider, model });
  const stream = call.stream(projected, context);
  const fault = freeStream(stream, "stream()");
  if (fault) {
    // An async method may reject as well, and nobody else would handle that.
    Promise.resolve(stream).catch(() => {});
    throw new LlmError(
      `Cannot call adapter of provider "${provider}": ${fault}`,
      INVALID_ADAPTER_CODE,
    );
  }
  return takeChunkSource(stream);
}

// Apart from the closures above: it lives as long as the response, and would keep
// all they see.
function contextOf(
  facts: LlmResponseFacts,
  report: StartOptions["report"],
  route: Pick<LlmDiagnostic, "provider" | "model">,
): LlmAdapterContext {
  return {
    diagnostic: (diagnostic) => report({ ...route, ...diagnostic }),
    // Annotations are whole trees, which the adapter may go on with.
    response: (more) => void Object.assign(facts, structuredClone(more)),
  };
}
