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
   * gateway. Left out where an adapter does not tell the two apart.
   */
  declared?: boolean | undefined;
}
