/**
 * Where an API is.
 *
 * @module
 */

import { type Fault, must } from "../message/find_fault.ts";

/** Finds what is no absolute `http` or `https` URL, or has more than a place in it. */
export function baseURL(value: unknown, path: string): Fault | undefined {
  let url: URL | undefined;
  try {
    if (typeof value === "string") url = new URL(value);
  } catch {
    // Told below, in words that quote nothing: a URL may have credentials in it.
  }
  const fits = /^https?:$/.test(url?.protocol ?? "") &&
    url?.username === "" && url.password === "" &&
    // An empty query or fragment shows in `href` alone.
    !/[?#]/.test(url.href);
  return must(
    fits,
    path,
    "an absolute http or https URL without credentials, query or fragment",
  );
}

/** The URL of an API without a slash at its end. */
export function trimBaseURL(url: string): string {
  return new URL(url).href.replace(/\/+$/, "");
}
