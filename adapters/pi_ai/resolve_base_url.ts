/**
 * Where an API is.
 *
 * @module
 */

import { badOption } from "./_check.ts";

/**
 * Checks the URL of an API.
 *
 * @param value The URL, as the caller wrote it.
 * @param path Where it is.
 * @returns The URL without a slash at its end.
 * @throws {TypeError} If it is not an absolute `http` or `https` URL, or has more
 * than a place in it.
 */
export function resolveBaseURL(value: unknown, path: string): string {
  const url = parse(value);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw badOption(path, "an absolute http or https URL");
  }
  // An empty query or fragment shows in `href` alone.
  if (url.username + url.password !== "" || /[?#]/.test(url.href)) {
    throw badOption(path, "a URL without credentials, query or fragment");
  }
  return url.href.replace(/\/+$/, "");
}

// What the platform says of a URL that is none would quote it.
function parse(value: unknown): URL | undefined {
  try {
    return typeof value === "string" ? new URL(value) : undefined;
  } catch {
    return undefined;
  }
}
