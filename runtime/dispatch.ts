/**
 * From a request to an adapter's chunks.
 *
 * @module
 */

import type {
  LlmAdapterContext,
  LlmDiagnostic,
  LlmResponseFacts,
} from "./adapter.ts";
import type { AdapterRegistry } from "./adapter_registry.ts";
import { callDefaults } from "./call_config.ts";
import type { CallRecord } from "./call_record.ts";
import { type ChunkSource, takeChunkSource } from "./chunk_source.ts";
import { INVALID_ADAPTER_CODE, NO_ADAPTER_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { GenerateOptions } from "./request.ts";
import { projectRequest } from "./request_projection.ts";
import { checkResolvedModel } from "./resolved_model.ts";

/** What a dispatch needs beside the request. */
export interface DispatchOptions {
  /** Where routes are looked up. */
  readonly registry: AdapterRegistry;
  /** What is to be remembered of the call. */
  readonly record: CallRecord;
  /** Where diagnostics go. */
  readonly report: (diagnostic: LlmDiagnostic) => void;
  /** Stops the preparation. */
  readonly signal: AbortSignal;
}

/**
 * Selects the route, resolves the model and fills defaults in. The route is
 * looked up once, before anything is awaited: a call never mixes two
 * registrations.
 *
 * Starting the adapter is left to the caller: only in the same step can it know
 * that the call still wants its adapter, and take over what the adapter started.
 *
 * @param request The request.
 * @param options What else is needed.
 * @returns Starts the adapter, and throws what the adapter throws.
 * @throws {LlmError} If there is no such route, or the adapter is not up to it.
 * @throws What the adapter throws.
 */
export async function dispatch(
  request: GenerateOptions,
  { registry, record, report, signal }: DispatchOptions,
): Promise<() => ChunkSource> {
  const { provider, model } = request;
  const route = registry.get(provider);
  record.retryPolicy = route?.retryPolicy;
  record.response = undefined;
  record.error = undefined;
  if (route === undefined) {
    throw new LlmError(
      `Cannot call model: no adapter is registered for provider "${provider}"`,
      NO_ADAPTER_CODE,
    );
  }
  const { adapter } = route;

  const prepared = await adapter.prepareCall(provider, model, signal);
  const info = checkResolvedModel(prepared?.model, provider, model);
  const { fields } = callDefaults(request, info);

  return () => {
    const projected = projectRequest(
      request,
      fields,
      adapter,
      (other) => registry.get(other)?.adapter,
    );
    // An object of its own: what an earlier attempt still reports stays there.
    const facts = record.response = {};
    const context = contextOf(facts, report, { provider, model });
    const stream = prepared.stream(projected, context);
    if (!(stream instanceof ReadableStream) || stream.locked) {
      // An async method may reject as well, and nobody else would handle that.
      Promise.resolve(stream).catch(() => {});
      throw new LlmError(
        `Cannot call model: the adapter of provider "${provider}" returned no stream that can be read`,
        INVALID_ADAPTER_CODE,
      );
    }
    return takeChunkSource(stream);
  };
}

// Apart from the closures above: it lives as long as the response, and would keep
// all they see.
function contextOf(
  facts: LlmResponseFacts,
  report: DispatchOptions["report"],
  route: Pick<LlmDiagnostic, "provider" | "model">,
): LlmAdapterContext {
  return {
    diagnostic: (diagnostic) => report({ ...route, ...diagnostic }),
    response: (more) => void Object.assign(facts, more),
  };
}
