/**
 * Routes that could be configured, registered or not.
 *
 * @module
 */

/** A route an adapter could serve if it were configured. */
export interface LlmConfigurableProvider {
  /** The route. */
  provider: string;
  /** What to call it. */
  displayName: string;
  /** Namespace of the settings that configure it. */
  settingsNs: string;
  /** Where in that namespace its settings are. Empty means all of it. */
  settingsPath: readonly string[];
  /**
   * Whether the route exists only because settings declare it, such as a
   * gateway. Absent means the adapter draws no such distinction.
   */
  declared?: boolean | undefined;
}
