/**
 * Whose page makes a request.
 *
 * @module
 */

/**
 * Tells whether a page of another origin makes a request.
 *
 * Pages cannot forge these headers. Who sends neither is no browser, and would
 * gain nothing by the cookies and the address of somebody else's.
 *
 * @param request The request.
 * @returns Whether to refuse it.
 */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  if (origin === null) return false;
  // The host alone: a proxy in front may be the one that speaks TLS.
  return !URL.canParse(origin) || new URL(origin).host !== new URL(url).host;
}
