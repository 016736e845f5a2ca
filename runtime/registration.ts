/**
 * What every registration hands back.
 *
 * @module
 */

import { object, refuse } from "../message/find_fault.ts";
import { checkSignal } from "./check_signal.ts";
import type { LlmConfigurableProvider } from "./configurable_provider.ts";

/** Takes a registration back. Call it as often as you like. */
export interface Disposer {
  /** Takes the registration back. */
  (): void;
  /** The same, for `using`. Absent where the platform has no such symbol. */
  [Symbol.dispose](): void;
}

/** Options every registration takes. */
export interface RegistrationOptions {
  /**
   * Takes the registration back when it aborts. One that is aborted already
   * makes for a registration that never was.
   */
  signal?: AbortSignal | undefined;
}

/** Takes an adapter's routes back, or replaces them. */
export interface AdapterRegistrationHandle extends Disposer {
  /**
   * Replaces the routes in one step that no request can see half of. Nothing
   * changes when it throws.
   *
   * @param providers The routes from here on. None at all is legal.
   * @throws {LlmError} `INVALID_ADAPTER` for an empty name or bad provider
   * info, `DUPLICATE_ADAPTER` for a route that is taken or named twice,
   * `REGISTRATION_DISPOSED` once the registration was taken back.
   */
  replace(providers: readonly string[]): void;
}

/** Takes directory entries back, or replaces them. */
export interface DirectoryRegistrationHandle extends Disposer {
  /**
   * Replaces the entries in one step. Nothing changes when it throws.
   *
   * @param entries The entries from here on. None at all is legal.
   * @throws {LlmError} `INVALID_DIRECTORY` for a malformed entry,
   * `DUPLICATE_DIRECTORY` for a route that is taken or named twice,
   * `REGISTRATION_DISPOSED` once the registration was taken back.
   */
  replace(entries: readonly LlmConfigurableProvider[]): void;
}

/**
 * Makes a disposer of a function.
 *
 * @param dispose What to do, once.
 * @param signal Does it too when it aborts.
 * @returns The disposer.
 */
export function toDisposer(
  dispose: () => void,
  signal: AbortSignal | undefined,
): Disposer {
  let disposed = false;
  function disposer(): void {
    if (disposed) return;
    disposed = true;
    signal?.removeEventListener("abort", disposer);
    dispose();
  }
  signal?.addEventListener("abort", disposer);
  if (Symbol.dispose !== undefined) {
    Object.defineProperty(disposer, Symbol.dispose, { value: disposer });
  }
  return disposer as Disposer;
}

/**
 * Checks what every registration takes.
 *
 * @param options The caller's options.
 * @returns The signal.
 * @throws {TypeError} If the options are not an object, or the signal is not a
 * signal.
 */
export function registrationSignal(
  options: RegistrationOptions,
): AbortSignal | undefined {
  refuse(object(options, "options"), "use options");
  checkSignal(options.signal, "options.signal");
  return options.signal;
}
