/**
 * Whose name a request uses for the worker.
 *
 * @module
 */

/**
 * Tells whether a request calls the worker by the name of somebody else.
 *
 * Whoever owns a name can point it at any address, this machine included. To a
 * browser his pages are then of the same origin as the worker. Addresses cannot be
 * pointed elsewhere, and over TLS a certificate vouches for the name.
 *
 * @param request The request.
 * @param hosts Names of the worker, beside `localhost`.
 * @returns Whether to refuse it.
 */
export function isForeignHost(
  { url }: Request,
  hosts: readonly string[],
): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol !== "https:" && !/^\[|^[\d.]+$/.test(hostname) &&
    !/^(.+\.)?localhost$/.test(hostname) && !hosts.includes(hostname);
}
