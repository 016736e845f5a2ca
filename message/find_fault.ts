/**
 * What values must be, written as data.
 *
 * @module
 */

/** What is wrong with a value, to follow a colon: the place and what is wanted. */
export type Fault = string;

/** Finds what is wrong with the value at a path. */
export type Rule = (value: unknown, path: string) => Fault | undefined;

/** What a value must be: by a rule, or an object by the shapes of its fields. */
export type Shape = Rule | Fields;

/** The shapes of an object's fields. */
export interface Fields {
  readonly [name: string]: Shape;
}

/** Fields by the tag of the objects that have them. No other tag asks for any. */
export type FieldsByTag = ReadonlyMap<unknown, Fields>;

/** A fault, unless the value fits. */
export function must(
  fits: boolean,
  path: string,
  wanted: string,
): Fault | undefined {
  return fits ? undefined : `"${path}" must be ${wanted}`;
}

/** Finds what is no string. */
export function text(value: unknown, path: string): Fault | undefined {
  return must(typeof value === "string", path, "a string");
}

/** Finds what is no string, or an empty one. */
export function filled(value: unknown, path: string): Fault | undefined {
  return must(
    typeof value === "string" && value !== "",
    path,
    "a non-empty string",
  );
}

/** Finds what is no object, or a list. */
export function object(value: unknown, path: string): Fault | undefined {
  return must(isRecord(value), path, "an object");
}

/** Finds what is no list of blocks. */
export function blockList(value: unknown, path: string): Fault | undefined {
  return must(Array.isArray(value), path, "an array of blocks");
}

/** Finds the first thing that keeps the value at a path from having a shape. */
export function findFault(
  value: unknown,
  path: string,
  shape: Shape,
): Fault | undefined {
  if (typeof shape === "function") return shape(value, path);
  let fault = object(value, path);
  for (const name in shape) {
    fault ??= findFault(
      (value as Readonly<Record<string, unknown>>)[name],
      path ? `${path}.${name}` : name,
      shape[name]!,
    );
  }
  return fault;
}

/** Throws a `TypeError` that names the place of a fault, if there is one. */
export function refuse(
  fault: Fault | undefined,
  what: string = "create message",
): void {
  if (fault) throw new TypeError(`Cannot ${what}: ${fault}`);
}

/** Tells whether a value is an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
