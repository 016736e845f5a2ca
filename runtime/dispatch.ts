/**
 * From a request to an adapter's chunks.
 *
 * @module
 */

import type { LlmAdapterContext, LlmDiagnostic } from "./adapter.ts";
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
  /** Whether the call still wants its adapter. */
  readonly live: () => boolean;
}

/**
 * Selects the route, resolves the model, fills defaults in and starts the
 * adapter. The route is looked up once, before anything is awaited: a call never
 * mixes two registrations.
 *
 * @param request The request.
 * @param options What else is needed.
 * @returns The adapter's chunks.
 * @throws {LlmError} If there is no such route, or the adapter is not up to it.
 * @throws What the adapter throws.
 */
export async function dispatch(
  request: GenerateOptions,
  { registry, record, report, live }: DispatchOptions,
): Promise<ChunkSource> {
  const { provider, model, signal } = request;
  const route = registry.get(provider);
  if (route === undefined) {
    throw new LlmError(
      `Cannot call model: no adapter is registered for provider "${provider}"`,
      NO_ADAPTER_CODE,
    );
  }
  const { adapter, retryPolicy } = route;
  record.retryPolicy = retryPolicy;
  record.response = undefined;

  const prepared = await adapter.prepareCall(provider, model, signal);
  const info = checkResolvedModel(prepared?.model, provider, model);
  const { fields } = callDefaults(request, info);
  if (!live()) {
    throw new LlmError("Cannot start call: it has ended", INVALID_ADAPTER_CODE);
  }
  const projected = projectRequest(
    request,
    fields,
    adapter,
    (other) => registry.get(other)?.adapter,
  );
  const context: LlmAdapterContext = {
    diagnostic: (diagnostic) => report({ provider, model, ...diagnostic }),
    response: (facts) => record.response = { ...record.response, ...facts },
  };
  const stream = prepared.stream(projected, context);
  if (!(stream instanceof ReadableStream)) {
    throw new LlmError(
      `Cannot call model: the adapter of provider "${provider}" returned no stream`,
      INVALID_ADAPTER_CODE,
    );
  }
  return takeChunkSource(stream);
}
