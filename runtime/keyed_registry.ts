/**
 * Who holds which key, with registrations that come and go whole.
 *
 * @module
 */

import { REGISTRATION_DISPOSED_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { type Disposer, toDisposer } from "./registration.ts";

/** What a {@linkcode KeyedRegistry} is told. */
export interface KeyedRegistryOptions<Item> {
  /** The key of an item. */
  readonly keyOf: (item: Item) => string;
  /** What cannot be done for a key that is taken or named twice. */
  readonly what: string;
  /** The code of the error that tells so. */
  readonly duplicateCode: string;
  /** Called after each change, when it can be read. */
  readonly changed: () => void;
}

/** The items of one kind that are registered right now. */
export interface KeyedRegistry<Item> {
  /**
   * Registers items, all of them or none.
   *
   * @param items The items.
   * @param signal Takes them back when it aborts.
   * @returns Takes them back, or replaces them.
   */
  register(
    items: readonly Item[],
    signal: AbortSignal | undefined,
  ): KeyedRegistration<Item>;
  /** Finds an item. */
  get(key: string): Item | undefined;
  /** Lists the items in the order they were registered. */
  list(): Item[];
  /** Takes every registration back. */
  close(): void;
}

/** One registration. */
export interface KeyedRegistration<Item> {
  /** Takes the items back. */
  readonly dispose: Disposer;
  /**
   * Replaces the items in one step. Nothing changes when it throws.
   *
   * @param items Makes the items that follow. May do anything meanwhile.
   */
  replace(items: () => readonly Item[]): void;
}

/**
 * Makes an empty registry.
 *
 * @param options What it is told.
 * @returns The registry.
 */
export function createKeyedRegistry<Item>(
  { keyOf, what, duplicateCode, changed }: KeyedRegistryOptions<Item>,
): KeyedRegistry<Item> {
  const held = new Map<string, Item>();
  const disposers = new Set<() => void>();

  function duplicate(key: string, state: string): LlmError {
    return new LlmError(
      `Cannot ${what} "${key}": it is ${state}`,
      duplicateCode,
    );
  }

  /** Checks a whole set of items before any of them changes anything. */
  function checkFree(next: readonly Item[], own: readonly Item[]): void {
    const seen = new Set<string>();
    for (const item of next) {
      const key = keyOf(item);
      if (seen.has(key)) throw duplicate(key, "named twice");
      const holder = held.get(key);
      if (holder !== undefined && !own.includes(holder)) {
        throw duplicate(key, "registered already");
      }
      seen.add(key);
    }
  }

  return {
    register(items, signal) {
      if (signal?.aborted) {
        return { dispose: toDisposer(() => {}, undefined), replace: refuse };
      }
      let disposed = false;
      let own: readonly Item[] = [];

      function swap(next: readonly Item[]): void {
        for (const item of own) held.delete(keyOf(item));
        for (const item of next) held.set(keyOf(item), item);
        own = next;
        changed();
      }

      checkFree(items, own);
      const dispose = toDisposer(() => {
        disposed = true;
        disposers.delete(dispose);
        swap([]);
      }, signal);
      disposers.add(dispose);
      // Last: whoever hears of the change may take the registration back at once.
      swap(items);

      return {
        dispose,
        replace(items) {
          if (disposed) refuse();
          const next = items();
          // Making them may have taken the registration back.
          if (disposed) refuse();
          checkFree(next, own);
          swap(next);
        },
      };
    },
    get: (key) => held.get(key),
    list: () => [...held.values()],
    close() {
      for (const dispose of [...disposers]) dispose();
    },
  };
}

function refuse(): never {
  throw new LlmError(
    "Cannot replace registration: it was disposed",
    REGISTRATION_DISPOSED_CODE,
  );
}
