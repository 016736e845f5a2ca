/**
 * A directory of routes that is watched.
 *
 * @module
 */

import { assertThrows } from "@std/assert";
import type { LlmConfigurableProvider } from "../../runtime/configurable_provider.ts";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";

export function entry(
  provider: string,
  more: Partial<LlmConfigurableProvider> = {},
): LlmConfigurableProvider {
  return {
    provider,
    displayName: provider.toUpperCase(),
    settingsNs: "llm",
    settingsPath: ["providers", provider],
    ...more,
  };
}

/** A runtime, and what its directory held each time it told of a change. */
export function watched(): { runtime: LlmRuntime; events: string[][] } {
  const runtime = new LlmRuntime();
  const events: string[][] = [];
  runtime.on("llm/adapters-updated", () => void events.push(names(runtime)));
  return { runtime, events };
}

export function names(runtime: LlmRuntime): string[] {
  return runtime.listConfigurableProviders().map(({ provider }) => provider);
}

export function refusal(call: () => unknown): LlmError {
  return assertThrows(call, LlmError);
}
