/**
 * Distrusts the list of models an adapter offers.
 *
 * @module
 */

import { must } from "../message/find_fault.ts";
import { distrust } from "./_distrust.ts";
import { MODEL } from "./_model_shape.ts";
import { codedRefusal } from "./coded_refusal.ts";
import { INVALID_CATALOG_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmModelInfo } from "./model_info.ts";
import { readShape } from "./read_shape.ts";

/**
 * Checks and copies a list of models.
 *
 * @param models What the adapter returned.
 * @param provider The route that was asked about.
 * @returns A copy that shares nothing with the adapter's list.
 * @throws {LlmError} `INVALID_CATALOG`.
 */
export function checkCatalog(
  models: readonly LlmModelInfo[],
  provider: string,
): LlmModelInfo[] {
  return distrust(
    () => copyCatalog(models, provider),
    (cause) =>
      new LlmError(
        `Cannot use the models of provider "${provider}": they cannot be read`,
        INVALID_CATALOG_CODE,
        { cause },
      ),
  );
}

function copyCatalog(
  given: readonly LlmModelInfo[],
  provider: string,
): LlmModelInfo[] {
  const error = codedRefusal(
    `use the models of provider "${provider}"`,
    INVALID_CATALOG_CODE,
  );
  const models = readShape<LlmModelInfo[]>(given, [MODEL], {
    path: "models",
    error,
  });
  const ids = models.map(({ id }) => id);
  for (const [k, model] of models.entries()) {
    const fault = must(
      model.provider === provider && ids.indexOf(model.id) === k,
      `models[${k}]`,
      "of this provider, and come once",
    );
    if (fault) throw error(fault);
  }
  return models;
}
