/**
 * Checks the models a caller wrote down.
 *
 * @module
 */

import { deepFreeze } from "../../message.ts";
import { filled, must, refuse } from "../../message/find_fault.ts";
import {
  COUNT,
  type Fields,
  readShape,
  refusal,
} from "../../runtime/read_shape.ts";
import type { DeepSeekModel } from "./options.ts";

const WHAT = "configure DeepSeek";

const MODEL: Fields = {
  id: filled,
  "name?": filled,
  "description?": filled,
  "contextWindow?": COUNT,
  "maxTokens?": COUNT,
  // The map of modalities is open: any name may be in it.
  "inputModalities?": [filled],
};

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
  const models = readShape<DeepSeekModel[]>(value, [MODEL], {
    path,
    error: refusal(WHAT),
    exact: true,
  });
  const ids = models.map(({ id }) => id);
  for (const [k, id] of ids.entries()) {
    const alone = ids.indexOf(id) === k;
    refuse(
      must(alone, `${path}[${k}].id`, "an id that no other model has"),
      WHAT,
    );
  }
  return deepFreeze(models);
}
