/**
 * A signal that knows who listens to it.
 *
 * @module
 */

/** The signal. */
export interface CountedSignal {
  /** The signal. */
  readonly signal: AbortSignal;
  /** Aborts it. */
  abort(reason?: unknown): void;
  /** Counts those who listen now. */
  listeners(): number;
}

interface Listening {
  readonly type: string;
  readonly listener: unknown;
  readonly once: boolean;
  readonly until: AbortSignal | undefined;
}

/** Makes a signal that knows who listens to it. */
export function countedSignal(): CountedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let all: Listening[] = [];
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);

  signal.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void => {
    const { once = false, signal: until } = typeof options === "object"
      ? options
      : {};
    const known = all.some((other) =>
      other.type === type && other.listener === listener
    );
    if (!known) all.push({ type, listener, once, until });
    add(type, listener as EventListenerOrEventListenerObject, options);
  };
  signal.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void => {
    all = all.filter((other) =>
      other.type !== type || other.listener !== listener
    );
    remove(type, listener as EventListenerOrEventListenerObject, options);
  };

  return {
    signal,
    abort: (reason) => controller.abort(reason),
    listeners: () =>
      all.filter(({ once, until }) =>
        !until?.aborted && !(once && signal.aborted)
      ).length,
  };
}
