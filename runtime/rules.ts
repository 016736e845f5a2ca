/**
 * Rules made of other rules.
 *
 * @module
 */

import {
  type Fault,
  type Fields,
  filled,
  findFault,
  must,
  type Rule,
  type Shape,
} from "../message/find_fault.ts";

/** A rule for what may be left out. */
export function optional(shape: Shape): Rule {
  return (value, path) =>
    value === undefined ? undefined : findFault(value, path, shape);
}

/** A rule for lists. */
export function each(shape: Shape): Rule {
  return (list, path) => {
    let fault = array(list, path);
    if (fault) return fault;
    // By index, since a list may have holes.
    for (let k = 0; k < (list as unknown[]).length && !fault; k++) {
      fault = findFault((list as unknown[])[k], `${path}[${k}]`, shape);
    }
    return fault;
  };
}

/** A rule for objects of these fields alone. */
export function only(fields: Fields): Rule {
  return (value, path) => {
    const fault = findFault(value, path, fields);
    if (fault) return fault;
    const stray = Object.keys(value as object).find((name) =>
      !Object.hasOwn(fields, name)
    );
    return must(
      stray === undefined,
      `${path}.${stray}`,
      "left out: there is no such field",
    );
  };
}

/** A rule for what is one of some words. */
export function oneOf(words: readonly unknown[], wanted: string): Rule {
  return (value, path) => must(words.includes(value), path, wanted);
}

/** What numbers there may be, and who asks. */
export interface NumberRule {
  /** Which ones, to follow "must be". */
  readonly wanted: string;
  /** Tells whether it is one of them. Gets `NaN` and infinities too. */
  readonly fits: (value: number) => boolean;
  /** What cannot be done with another one, to follow "Cannot". */
  readonly what: string;
}

/** A rule for numbers. Throws a `RangeError` for those that do not fit. */
export function number({ wanted, fits, what }: NumberRule): Rule {
  return (value, path) => {
    if (typeof value !== "number") return must(false, path, "a number");
    refuseRange(must(fits(value), path, wanted), what);
  };
}

/** Throws a `RangeError` that names the place of a fault, if there is one. */
export function refuseRange(fault: Fault | undefined, what: string): void {
  if (fault) throw new RangeError(`Cannot ${what}: ${fault}`);
}

/** Finds what is no list. */
export function array(value: unknown, path: string): Fault | undefined {
  return must(Array.isArray(value), path, "an array");
}

/** Tells whether a value is a list of strings, none of them empty. */
export function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && !each(filled)(value, "");
}

/** Tells whether a number counts something there is. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
