/**
 * A registry that is watched, and adapters for it.
 *
 * @module
 */

import type { LlmAdapter } from "../../runtime/adapter.ts";
import {
  type AdapterRegistry,
  createAdapterRegistry,
} from "../../runtime/adapter_registry.ts";
import { STOP, streamOf, stubAdapter } from "./_stub_adapter.ts";

/** A registry, and what was registered each time it changed. */
export function watched(): { registry: AdapterRegistry; events: string[][] } {
  const events: string[][] = [];
  const registry = createAdapterRegistry(() => events.push(names(registry)));
  return { registry, events };
}

export function names(registry: AdapterRegistry): string[] {
  return registry.list().map(({ provider }) => provider);
}

export function adapter(methods: Partial<LlmAdapter> = {}): LlmAdapter {
  return stubAdapter(() => streamOf([STOP]), methods);
}
