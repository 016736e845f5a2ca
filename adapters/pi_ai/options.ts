/**
 * How a pi-ai adapter is configured.
 *
 * @module
 */

/** Options for `PiAiAdapter`: what to reach under which route. */
export interface PiAiOptions {
  /** The routes, by their name. */
  routes: Readonly<Record<string, unknown>>;
}
