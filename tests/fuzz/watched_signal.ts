/**
 * A signal that knows who listens.
 *
 * @module
 */

/** A controller, and how many listen to its signal. */
export interface WatchedSignal {
  /** Aborts the signal. */
  readonly controller: AbortController;
  /** The signal. */
  readonly signal: AbortSignal;
  /** How many listeners there are. */
  listeners(): number;
}

/** Makes one. */
export function watchedSignal(): WatchedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  Object.assign(signal, {
    addEventListener(...args: Parameters<typeof add>) {
      const [type, listener, options] = args;
      listeners.add(listener);
      const once = typeof options === "object" && options.once;
      if (once) add(type, () => listeners.delete(listener), { once });
      add(...args);
    },
    removeEventListener(...args: Parameters<typeof remove>) {
      listeners.delete(args[1]);
      remove(...args);
    },
  });
  return { controller, signal, listeners: () => listeners.size };
}
