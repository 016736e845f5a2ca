/**
 * Checks the models a caller wrote down.
 *
 * @module
 */

import { badOption, checkCount, checkObject, checkString } from "./_check.ts";
import type { DeepSeekModel } from "./options.ts";

const MODEL_KEYS = [
  "id",
  "name",
  "description",
  "contextWindow",
  "maxTokens",
  "inputModalities",
];

/**
 * Checks and copies a list of models.
 *
 * @param value The list, as the caller wrote it.
 * @param path Where it is.
 * @returns A frozen copy.
 * @throws {TypeError} If an entry is not what it should be, or an id repeats.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolveModels(
  value: unknown,
  path: string,
): readonly DeepSeekModel[] {
  if (!Array.isArray(value)) throw badOption(path, "an array");
  const ids = new Set<string>();
  // Array.from visits holes, which map() would leave unchecked.
  const models = Array.from(value, (entry: unknown, i) => {
    const model = resolveModel(entry, `${path}[${i}]`);
    if (ids.has(model.id)) {
      throw badOption(`${path}[${i}].id`, "an id that no other model has");
    }
    ids.add(model.id);
    return model;
  });
  return Object.freeze(models);
}

function resolveModel(value: unknown, path: string): DeepSeekModel {
  const {
    id,
    name,
    description,
    contextWindow,
    maxTokens,
    inputModalities,
  } = checkObject(value, path, MODEL_KEYS);

  const model: DeepSeekModel = { id: checkString(id, `${path}.id`) };
  if (name !== undefined) model.name = checkString(name, `${path}.name`);
  if (description !== undefined) {
    model.description = checkString(description, `${path}.description`);
  }
  if (contextWindow !== undefined) {
    model.contextWindow = checkCount(contextWindow, `${path}.contextWindow`);
  }
  if (maxTokens !== undefined) {
    model.maxTokens = checkCount(maxTokens, `${path}.maxTokens`);
  }
  if (inputModalities !== undefined) {
    model.inputModalities = resolveModalities(
      inputModalities,
      `${path}.inputModalities`,
    );
  }
  return Object.freeze(model);
}

// The map of modalities is open: any name may be in it.
function resolveModalities(
  value: unknown,
  path: string,
): NonNullable<DeepSeekModel["inputModalities"]> {
  if (!Array.isArray(value)) throw badOption(path, "an array");
  const names = Array.from(
    value,
    (name: unknown, i) => checkString(name, `${path}[${i}]`),
  );
  return Object.freeze(names) as NonNullable<DeepSeekModel["inputModalities"]>;
}
