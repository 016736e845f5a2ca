/**
 * Where an API is.
 *
 * @module
 */

import { badOption } from "./_check.ts";

/** Where DeepSeek's own API is. */
export const DEFAULT_BASE_URL = "https://api.deepseek.com";

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
  const expected = "an absolute http or https URL";
  if (typeof value !== "string") throw badOption(path, expected);
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    // No cause: its message would quote the URL, credentials included.
    throw badOption(path, expected);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw badOption(path, expected);
  }
  if (url.username !== "" || url.password !== "") {
    throw badOption(path, "a URL without credentials");
  }
  // An empty query or fragment shows in `href` alone.
  if (/[?#]/.test(url.href)) {
    throw badOption(path, "a URL without query or fragment");
  }
  return url.href.replace(/\/+$/, "");
}
