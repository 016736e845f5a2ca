/**
 * Where an API is.
 *
 * @module
 */

import { must, refuse } from "../../message/find_fault.ts";

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
  let url: URL | undefined;
  try {
    if (typeof value === "string") url = new URL(value);
  } catch {
    // Told below, without a cause: it would quote the URL, credentials included.
  }
  const fits = /^https?:$/.test(url?.protocol ?? "") &&
    url?.username === "" && url.password === "" &&
    // An empty query or fragment shows in `href` alone.
    !/[?#]/.test(url.href);
  refuse(
    must(
      fits,
      path,
      "an absolute http or https URL without credentials, query or fragment",
    ),
    "configure DeepSeek",
  );
  return url!.href.replace(/\/+$/, "");
}
