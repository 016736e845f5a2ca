/**
 * Checks what a caller wrote about models.
 *
 * @module
 */

import {
  badOption,
  checkCount,
  checkObject,
  checkText,
  checkWord,
  entryPath,
  optional,
} from "./_check.ts";
import {
  PI_AI_EFFORTS,
  type PiAiModel,
  type PiAiModelOverride,
} from "./options.ts";
import { type PiAiApi, PROTOCOLS } from "./protocols.ts";

const OVERRIDE_KEYS: readonly (keyof PiAiModelOverride)[] = [
  "name",
  "description",
  "api",
  "reasoning",
  "thinkingLevelMap",
  "input",
  "contextWindow",
  "maxTokens",
  "compat",
];

const MODEL_KEYS: readonly (keyof PiAiModel)[] = ["id", ...OVERRIDE_KEYS];

/** Every protocol, to choose from. */
export const APIS = Object.keys(PROTOCOLS) as PiAiApi[];

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
  if (!Array.isArray(value) || value.length === 0) {
    throw badOption(path, "a non-empty array");
  }
  const ids = new Set<string>();
  return Array.from(value, (entry: unknown, k) => {
    const at = `${path}[${k}]`;
    const fields = checkObject(entry, at, MODEL_KEYS);
    const id = checkText(fields.id, `${at}.id`);
    if (ids.has(id)) throw badOption(`${at}.id`, "one that is not listed yet");
    ids.add(id);
    return { id, ...resolveFields(fields, at) };
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
  return new Map(
    Object.entries(checkObject(value, path)).map(([id, entry]) => {
      const at = entryPath(path, id);
      return [id, resolveFields(checkObject(entry, at, OVERRIDE_KEYS), at)];
    }),
  );
}

/**
 * Checks what models accept.
 *
 * @param value The modalities, as the caller wrote them.
 * @param path Where they are.
 * @returns A copy of them.
 * @throws {TypeError} If they are anything but `"text"` and `"image"`.
 */
export function resolveInput(
  value: unknown,
  path: string,
): ("text" | "image")[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw badOption(path, "a non-empty array");
  }
  return Array.from(
    value,
    (word: unknown, k) => checkWord(word, `${path}[${k}]`, ["text", "image"]),
  );
}

/**
 * Checks how a server differs from its protocol. What the keys mean is pi-ai's.
 *
 * @param value The differences, as the caller wrote them.
 * @param path Where they are.
 * @returns A copy of them.
 * @throws {TypeError} If they are no object.
 */
export function resolveCompat(
  value: unknown,
  path: string,
): Record<string, unknown> {
  return { ...checkObject(value, path) };
}

function resolveFields(
  fields: Record<string, unknown>,
  path: string,
): PiAiModelOverride {
  const checks = {
    name: checkText,
    description: checkText,
    api: (value: unknown, at: string) => checkWord(value, at, APIS),
    reasoning: checkSwitch,
    thinkingLevelMap: resolveLevels,
    input: resolveInput,
    contextWindow: checkCount,
    maxTokens: checkCount,
    compat: resolveCompat,
  };
  const entries = Object.entries(checks).map(([key, check]) => [
    key,
    optional<unknown>(fields[key], `${path}.${key}`, check),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function checkSwitch(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  throw badOption(path, "a boolean");
}

function resolveLevels(
  value: unknown,
  path: string,
): Record<string, string | null> {
  const levels = checkObject(value, path, PI_AI_EFFORTS);
  return Object.fromEntries(
    Object.entries(levels).map(([level, name]) => [
      level,
      name === null ? null : checkText(name, `${path}.${level}`),
    ]),
  );
}
