/** Any class, abstract ones included. */
// deno-lint-ignore no-explicit-any
export type AnyConstructor = abstract new (...args: any[]) => any;

/** Thrown by every assertion that does not hold. */
export class AssertionError extends Error {
  /** Always `"AssertionError"`. */
  override readonly name: string = "AssertionError";
}
