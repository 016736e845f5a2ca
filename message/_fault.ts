/**
 * What is wrong with a value, and the simplest ways to find out.
 *
 * @module
 */

/** What is wrong with a value. */
export interface Fault {
  /** Where in the value. */
  readonly path: string;
  /** What has to be there, to follow "must be". */
  readonly wanted: string;
}

/** Finds what is not an object. */
export function objectFault(value: unknown, path: string): Fault | undefined {
  return typeof value === "object" && value !== null
    ? undefined
    : { path, wanted: "an object" };
}

/** Finds what is not a string. */
export function stringFault(value: unknown, path: string): Fault | undefined {
  return typeof value === "string" ? undefined : { path, wanted: "a string" };
}

/** Finds what is not a string, or is empty. */
export function nameFault(value: unknown, path: string): Fault | undefined {
  return typeof value === "string" && value !== ""
    ? undefined
    : { path, wanted: "a non-empty string" };
}

/** Throws a `TypeError` that names the argument at fault, if there is one. */
export function refuse(fault: Fault | undefined): void {
  if (fault === undefined) return;
  const { path, wanted } = fault;
  throw new TypeError(`Cannot create message: "${path}" must be ${wanted}`);
}
