/**
 * Configurations that may change while they are in use.
 *
 * @module
 */

/**
 * Makes what reads the configuration of an adapter. One given as an object is checked
 * now, and stays what it is. One given as a function is asked for and checked at each
 * read, which an operation makes once.
 *
 * @typeParam Options The configuration, as a caller writes it.
 * @typeParam Config The configuration, checked.
 * @param options The configuration, or what returns it.
 * @param resolve Checks and copies it.
 * @returns The reader.
 * @throws What `resolve` throws.
 */
export function configReader<Options extends object, Config>(
  options: Options | (() => Options),
  resolve: (options: unknown) => Config,
): () => Config {
  if (typeof options === "function") return () => resolve(options());
  const config = resolve(options);
  return () => config;
}
