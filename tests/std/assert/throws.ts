import { show } from "./_report.ts";
import { type AnyConstructor, AssertionError } from "./assertion_error.ts";
import { assertInstanceOf, assertStringIncludes } from "./mod.ts";

/** Fails unless the function throws, and returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Fails unless the function throws an error of the class, and returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(
  fn: () => unknown,
  errorClassOrMsg?: AnyConstructor | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  try {
    fn();
  } catch (error) {
    return checkError(error, errorClassOrMsg, msgIncludes, msg);
  }
  throw new AssertionError("Expected function to throw");
}

/** Fails unless the promise rejects, and resolves to the reason. */
export function assertRejects(
  fn: () => PromiseLike<unknown>,
  msg?: string,
): Promise<unknown>;
/** Fails unless the promise rejects with an error of the class, and resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  errorClassOrMsg?: AnyConstructor | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch {
    throw new AssertionError("Function throws when expected to reject");
  }
  if (typeof promise?.then !== "function") {
    throw new AssertionError("Expected function to return a promise");
  }

  try {
    await promise;
  } catch (error) {
    return checkError(error, errorClassOrMsg, msgIncludes, msg);
  }
  throw new AssertionError("Expected promise to reject");
}

function checkError(
  error: unknown,
  errorClassOrMsg: AnyConstructor | string | undefined,
  msgIncludes: string | undefined,
  msg: string | undefined,
): unknown {
  if (typeof errorClassOrMsg !== "function") return error;

  if (!(error instanceof Error)) {
    throw new AssertionError(
      `Expected an Error to be thrown: got ${show(error)}`,
    );
  }
  assertInstanceOf(error, errorClassOrMsg, msg);
  if (msgIncludes !== undefined) {
    assertStringIncludes(error.message, msgIncludes, msg);
  }
  return error;
}
