/**
 * Body fields that only the caller and the server know about.
 *
 * @module
 */

import type { LlmAdapterContext } from "./adapter.ts";
import { UNSUPPORTED_OPTION_CODE } from "./codes.ts";
import { copyJson } from "./copy_json.ts";
import { LlmError } from "./error.ts";
import type { GenerateOptions } from "./request.ts";

/** How {@linkcode serializeProviderOptions} tells whose a field is. */
export interface SerializeProviderOptionsOptions {
  /**
   * Fields the adapter sets, those that a request leaves out included: a field
   * must not change its owner with the request.
   */
  ownKeys: readonly string[];
  /** Where to report what was left out. */
  context?: LlmAdapterContext | undefined;
}

/**
 * Copies a request's provider options, without the fields the adapter sets.
 *
 * @param request The request.
 * @param options Whose fields are whose.
 * @returns The fields to add to the body.
 * @throws {LlmError} `UNSUPPORTED_OPTION` if a value cannot be written as JSON.
 */
export function serializeProviderOptions(
  request: GenerateOptions,
  options: SerializeProviderOptionsOptions,
): Record<string, unknown> {
  const { providerOptions = {} } = request;
  const { ownKeys, context } = options;
  const fields: [string, unknown][] = [];
  for (const [key, value] of Object.entries(providerOptions)) {
    if (ownKeys.includes(key)) {
      context?.diagnostic({
        code: "PROVIDER_OPTION_IGNORED",
        message:
          `Ignored "providerOptions.${key}": the adapter sets this field`,
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
      `Cannot send request: "providerOptions.${key}" must be a value that JSON can hold`,
      UNSUPPORTED_OPTION_CODE,
      { cause },
    );
  }
}
