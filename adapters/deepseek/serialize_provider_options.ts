/**
 * Body fields that only the caller and the server know about.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { UNSUPPORTED_OPTION_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { copyJson } from "./_copy_json.ts";

// Ours in every request, those that a request leaves out included: a field must
// not change its owner with the request.
const OWN_KEYS = [
  "model",
  "messages",
  "stream",
  "stream_options",
  "thinking",
  "reasoning_effort",
  "tools",
  "temperature",
  "max_tokens",
  "stop",
  "top_p",
  "seed",
  "tool_choice",
  "response_format",
];

/**
 * Copies a request's provider options, without the fields the adapter sets.
 *
 * @param options The request.
 * @param context Where to report what was left out.
 * @returns The fields to add to the body.
 * @throws {LlmError} `UNSUPPORTED_OPTION` if a value cannot be written as JSON.
 */
export function serializeProviderOptions(
  { provider, model, providerOptions = {} }: GenerateOptions,
  context: LlmAdapterContext | undefined,
): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const [key, value] of Object.entries(providerOptions)) {
    if (OWN_KEYS.includes(key)) {
      context?.diagnostic({
        code: "PROVIDER_OPTION_IGNORED",
        message: `Ignored providerOptions.${key}: the adapter sets this field`,
        provider,
        model,
        detail: { key },
      });
    } else if (value !== undefined) {
      fields.push([key, copyOption(key, value)]);
    }
  }
  return Object.fromEntries(fields);
}

function copyOption(key: string, value: unknown): unknown {
  try {
    return copyJson(value);
  } catch (cause) {
    throw new LlmError(
      `Cannot send providerOptions.${key}: JSON cannot hold its value`,
      UNSUPPORTED_OPTION_CODE,
      { cause },
    );
  }
}
