/**
 * Checks what a caller wrote about models.
 *
 * @module
 */

import { type Fault, filled, must, refuse } from "../../message/find_fault.ts";
import {
  COUNT,
  type Fields,
  flag,
  plain,
  readShape,
  refusal,
  type Shape,
} from "../../runtime/read_shape.ts";
import type { PiAiModel, PiAiModelOverride } from "./options.ts";
import { PROTOCOLS } from "./protocols.ts";

const WHAT = "configure pi-ai";

/** What a model accepts: something, see {@linkcode checkInput}. */
export const INPUT: Shape = [["text", "image"]];

const OVERRIDE: Fields = {
  "name?": filled,
  "description?": filled,
  "api?": protocol,
  "reasoning?": flag,
  "thinkingLevelMap?": {
    "off?": levelName,
    "minimal?": levelName,
    "low?": levelName,
    "medium?": levelName,
    "high?": levelName,
    "xhigh?": levelName,
    "max?": levelName,
  },
  "input?": INPUT,
  "contextWindow?": COUNT,
  "maxTokens?": COUNT,
  "compat?": plain,
};

/**
 * Checks a list of models.
 *
 * @param value The list, as the caller wrote it.
 * @param path Where it is.
 * @returns A copy of it.
 * @throws {TypeError} If something in it is unknown, wrong in kind or said twice.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolveModels(value: unknown, path: string): PiAiModel[] {
  refuse(notEmpty(value, path), WHAT);
  const ids = new Set<string>();
  return Array.from(value as unknown[], (entry, k) => {
    const at = `${path}[${k}]`;
    const model = readModel<PiAiModel>(entry, at, { id: filled, ...OVERRIDE });
    const { id } = model;
    refuse(must(!ids.has(id), `${at}.id`, "one that is not listed yet"), WHAT);
    ids.add(id);
    return model;
  });
}

/**
 * Checks what is to be known better than the catalogue.
 *
 * @param value The overrides, as the caller wrote them.
 * @param path Where they are.
 * @returns A copy of them, by model id.
 * @throws {TypeError} If something in them is unknown or wrong in kind.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolveModelOverrides(
  value: unknown,
  path: string,
): ReadonlyMap<string, PiAiModelOverride> {
  refuse(plain(value, path), WHAT);
  return new Map(
    Object.entries(value as object).map(([id, entry]) => {
      const at = `${path}[${JSON.stringify(id)}]`;
      return [id, readModel<PiAiModelOverride>(entry, at, OVERRIDE)];
    }),
  );
}

/** Refuses what accepts nothing. */
export function checkInput(input: unknown, path: string): void {
  refuse(notEmpty(input, path), WHAT);
}

/** Finds what is no protocol. */
export function protocol(value: unknown, path: string): Fault | undefined {
  const known = Object.keys(PROTOCOLS);
  const words = known.map((word) => JSON.stringify(word)).join(" or ");
  return must(known.includes(value as string), path, words);
}

function readModel<T extends PiAiModelOverride>(
  value: unknown,
  path: string,
  shape: Fields,
): T {
  const model = readShape<T>(value, shape, {
    path,
    error: refusal(WHAT),
    exact: true,
  });
  const { input, compat } = model;
  if (input !== undefined) checkInput(input, `${path}.input`);
  return compat === undefined ? model : { ...model, compat: { ...compat } };
}

function notEmpty(value: unknown, path: string): Fault | undefined {
  const fits = Array.isArray(value) && value.length > 0;
  return must(fits, path, "a non-empty array");
}

function levelName(value: unknown, path: string): Fault | undefined {
  return value === null ? undefined : filled(value, path);
}
