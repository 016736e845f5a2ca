/**
 * Packages that the module works with and does not bring along.
 */

/**
 * Version ranges by name, as the code that imports them has them. No tool can
 * find them there: what names the packages keeps out of every graph.
 */
export const OPTIONAL_PEERS: Readonly<Record<string, string>> = {
  "@earendil-works/pi-ai": "^1.6",
};
