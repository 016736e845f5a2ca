/**
 * Distrusts the list of models an adapter offers.
 *
 * @module
 */

import { copyModelInfo } from "./_copy_model_info.ts";
import { distrust } from "./_distrust.ts";
import { INVALID_CATALOG_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { LlmModelInfo } from "./model_info.ts";

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
  models: readonly LlmModelInfo[],
  provider: string,
): LlmModelInfo[] {
  function refuse(what: string, state: string): never {
    throw new LlmError(
      `Cannot use ${what} of provider "${provider}": ${state}`,
      INVALID_CATALOG_CODE,
    );
  }

  if (!Array.isArray(models)) refuse("the models", "they must be an array");
  const seen = new Set<string>();
  return Array.from(models, (model: LlmModelInfo, k) => {
    const copy = copyModelInfo(
      model,
      (state) => refuse(`"models[${k}]"`, state),
    );
    if (copy.provider !== provider) {
      refuse(`"models[${k}]"`, "it must name this provider");
    }
    if (seen.has(copy.id)) {
      refuse(`"models[${k}]"`, "its id must not come twice");
    }
    seen.add(copy.id);
    return copy;
  });
}
