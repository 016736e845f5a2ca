/**
 * What every list and every resolution of models must tell.
 *
 * @module
 */

import { isFilledString } from "./_is_filled_string.ts";
import type { LlmModelInfo } from "./model_info.ts";

/**
 * Checks and copies what is known of a model whatever it was asked for.
 *
 * @param info What the adapter returned.
 * @param refuse Throws the error for what is wrong.
 * @returns A copy that shares nothing with the adapter's object.
 */
export function copyModelInfo(
  info: LlmModelInfo,
  refuse: (state: string) => never,
): LlmModelInfo {
  if (typeof info !== "object" || info === null) refuse("it must be an object");
  const { provider, id, name, description, inputModalities } = info;
  for (const [field, value] of Object.entries({ provider, id, name })) {
    if (!isFilledString(value)) {
      refuse(`"${field}" must be a non-empty string`);
    }
  }
  if (description !== undefined && typeof description !== "string") {
    refuse('"description" must be a string');
  }
  if (inputModalities !== undefined && !isNames(inputModalities)) {
    refuse('"inputModalities" must be an array of names');
  }
  return {
    provider,
    id,
    name,
    ...(description !== undefined && { description }),
    ...(inputModalities && { inputModalities: [...inputModalities] }),
  };
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) &&
    // Unlike the array's own `every`, sees holes.
    Array.from(value).every(isFilledString);
}
