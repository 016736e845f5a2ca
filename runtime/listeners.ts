/**
 * Who listens to events, and how they are told.
 *
 * @module
 */

import { type Fault, must, refuse } from "../message/find_fault.ts";
import { callable } from "./read_shape.ts";
import {
  type Disposer,
  type RegistrationOptions,
  registrationSignal,
  toDisposer,
} from "./registration.ts";

/** One registration of a listener. */
export interface ListenerEntry<Listener> {
  /** The listener. */
  readonly listener: Listener;
}

/** Those who listen, by the name of the event. */
export type ListenerSets<EventMap> = {
  readonly [Name in keyof EventMap]: Set<ListenerEntry<EventMap[Name]>>;
};

/** Adds listeners, and removes them. */
export interface Listeners<EventMap> {
  /**
   * Adds a listener.
   *
   * @throws {TypeError} If the event or the listener is none.
   */
  on<Name extends keyof EventMap & string>(
    name: Name,
    listener: EventMap[Name],
    options?: RegistrationOptions,
  ): Disposer;
  /** Removes every listener. */
  close(): void;
}

/**
 * Makes what adds listeners to events, and removes them.
 *
 * @typeParam EventMap The listeners, by the name of the event.
 * @param sets Who listens.
 * @param findListenerFault Finds what is no listener to an event: unless given, what
 * is no function.
 * @returns Nobody yet.
 */
export function createListeners<EventMap extends object>(
  sets: ListenerSets<EventMap>,
  findListenerFault: (name: string, listener: unknown) => Fault | undefined = (
    _,
    listener,
  ) => callable(listener, "listener"),
): Listeners<EventMap> {
  const disposers = new Set<() => void>();
  return {
    on(name, listener, options = {}) {
      const signal = registrationSignal(options);
      refuse(
        must(Object.hasOwn(sets, name), "name", "the name of an event") ??
          findListenerFault(name, listener),
        `listen to "${name}"`,
      );
      if (signal?.aborted) return toDisposer(() => {}, undefined);
      // An entry of its own, so that one listener may be registered twice.
      const entry = { listener };
      sets[name].add(entry);
      const dispose = toDisposer(() => {
        disposers.delete(dispose);
        sets[name].delete(entry);
      }, signal);
      disposers.add(dispose);
      return dispose;
    },
    close() {
      for (const dispose of [...disposers]) dispose();
    },
  };
}

/**
 * Tells everyone who listens by now, except those who stop while others are
 * told.
 *
 * @typeParam Listener Type of the listeners.
 * @param listeners Who listens.
 * @param tell Tells one of them.
 */
export function tellEach<Listener>(
  listeners: ReadonlySet<ListenerEntry<Listener>>,
  tell: (listener: Listener) => void,
): void {
  for (const entry of [...listeners]) {
    if (listeners.has(entry)) tell(entry.listener);
  }
}

/**
 * Calls a listener whose failure must not reach anyone else.
 *
 * @param call Calls it.
 * @param failed Told what it threw or rejected with.
 */
export function contain(
  call: () => unknown,
  failed: (error: unknown) => void,
): void {
  try {
    // Any promise, of another realm or library too.
    Promise.resolve(call()).catch(failed);
  } catch (error) {
    failed(error);
  }
}
