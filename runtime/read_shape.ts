/**
 * Takes in what comes from outside: checked, and detached from where it was.
 *
 * @module
 */

import { type Fault, must, object, type Rule } from "../message/find_fault.ts";

/** What numbers there may be, by a test that also gets `NaN`, and its words. */
export type Range = readonly [
  fits: (value: number) => boolean,
  wanted: string,
];

/** The shapes of fields. A `?` after the name of one lets it be left out. */
export interface Fields {
  readonly [name: string]: Shape;
}

/**
 * What a value must be: by a rule, an object by its fields, a list by the shape of
 * its items, a number by its range, a word by all there are.
 */
export type Shape =
  | Rule
  | Fields
  | readonly [items: Shape]
  | Range
  | readonly string[];

/** A positive integer. */
export const COUNT: Range = [isCount, "a positive integer"];

/** Options for {@linkcode readShape}. */
export interface ReadOptions {
  /** What to call the value. */
  readonly path: string;
  /** Makes the error that tells of a fault. */
  readonly error: (fault: Fault, outOfRange?: boolean) => Error;
  /**
   * Whether an object may have no fields but those of its shape, nor be of a kind
   * that holds things in other ways, such as a `Map`.
   *
   * @default {false}
   */
  readonly exact?: boolean | undefined;
}

/**
 * Copies what a shape knows of a value, lists and objects included, reading each
 * field once.
 *
 * @throws {Error} What `error` made of the first fault.
 */
export function readShape<T>(
  value: unknown,
  shape: Shape,
  { path, error, exact = false }: ReadOptions,
): T {
  function refuse(fault: Fault | undefined, outOfRange?: boolean): void {
    if (fault) throw error(fault, outOfRange);
  }
  function read(value: unknown, path: string, shape: Shape): unknown {
    if (typeof shape === "function") {
      refuse(shape(value, path));
      return value;
    }
    if (!Array.isArray(shape)) return readFields(value, path, shape as Fields);
    const [first, wanted] = shape;
    if (typeof first === "string") {
      const words = shape.map((word) => `"${word}"`).join(" or ");
      refuse(must(shape.includes(value), path, words));
    } else if (wanted) {
      refuse(must(typeof value === "number", path, "a number"));
      refuse(must(first(value), path, wanted), true);
    } else {
      refuse(must(Array.isArray(value), path, "an array"));
      // Unlike the array's own `map`, sees holes.
      return Array.from(
        value as unknown[],
        (item, k) => read(item, `${path}[${k}]`, first),
      );
    }
    return value;
  }
  function readFields(value: unknown, path: string, fields: Fields): unknown {
    refuse(exact ? plain(value, path) : object(value, path));
    const given = value as Readonly<Record<string, unknown>>;
    const stray = Object.keys(given).find((name) =>
      exact && !Object.hasOwn(fields, name) &&
      !Object.hasOwn(fields, `${name}?`)
    );
    refuse(must(
      stray === undefined,
      `${path}.${stray}`,
      "left out: there is no such field",
    ));
    const copy: Record<string, unknown> = {};
    for (const key in fields) {
      const name = key.replace("?", "");
      const field = given[name];
      if (field === undefined && name !== key) continue;
      copy[name] = read(field, path ? `${path}.${name}` : name, fields[key]!);
    }
    return copy;
  }
  return read(value, path, shape) as T;
}

/**
 * Makes the errors that tell of faults in the arguments of a call.
 *
 * @param what What cannot be done, to follow "Cannot".
 */
export function refusal(what: string): ReadOptions["error"] {
  return (fault, outOfRange) => {
    const message = `Cannot ${what}: ${fault}`;
    return outOfRange ? new RangeError(message) : new TypeError(message);
  };
}

/** Finds what is no function. */
export function callable(value: unknown, path: string): Fault | undefined {
  return must(typeof value === "function", path, "a function");
}

/** Finds what is neither true nor false. */
export function flag(value: unknown, path: string): Fault | undefined {
  return must(typeof value === "boolean", path, "a boolean");
}

/** Finds what is no object, or one that holds things in other ways. */
export function plain(value: unknown, path: string): Fault | undefined {
  const kind = Object.prototype.toString.call(value);
  return must(kind === "[object Object]", path, "an object");
}

/** Takes whatever there is, to be looked at elsewhere. */
export function anything(): undefined {}

/** Tells whether a number counts something there is. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
