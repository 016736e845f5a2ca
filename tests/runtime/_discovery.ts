/**
 * A discovery that answers as told.
 *
 * @module
 */

import { assertRejects } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type {
  LlmDiscoveredModel,
  LlmModelDiscoveryRequest,
} from "../../runtime/model_discovery.ts";

export const REQUEST: LlmModelDiscoveryRequest = {
  baseURL: "http://127.0.0.1",
};

/** A runtime with a discovery for `ns` that answers as told. */
export function answering(models: unknown): LlmRuntime {
  const runtime = new LlmRuntime();
  runtime.registerModelDiscovery(
    "ns",
    () => Promise.resolve(models as LlmDiscoveredModel[]),
  );
  return runtime;
}

export async function refusal(promise: Promise<unknown>): Promise<string> {
  return (await assertRejects(() => promise, LlmError)).code;
}

export function never(): Promise<never> {
  return new Promise(() => {});
}
