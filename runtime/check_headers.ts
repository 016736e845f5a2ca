/**
 * Headers that a caller adds to every request.
 *
 * @module
 */

import { must, refuse } from "../message/find_fault.ts";
import { TOKEN } from "./attribution.ts";
import { plain } from "./read_shape.ts";

/** How {@linkcode checkHeaders} checks. */
export interface CheckHeadersOptions {
  /** Where the headers are. */
  readonly path: string;
  /** What cannot be done, to follow "Cannot". */
  readonly what: string;
  /** Headers that an adapter writes itself, in lower case. */
  readonly taken: readonly string[];
}

// The grammar of RFC 9110: bytes without controls.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks headers. No error quotes a value: it may be a secret.
 *
 * @param given The headers, as the caller wrote them.
 * @param options What must not be among them.
 * @returns A frozen copy, the names in lower case.
 * @throws {TypeError} If they are no plain object, or a header is named twice, is
 * taken, or cannot be sent.
 */
export function checkHeaders(
  given: unknown,
  { path, what, taken }: CheckHeadersOptions,
): Readonly<Record<string, string>> {
  refuse(plain(given, path), what);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(given as object)) {
    const at = `${path}[${JSON.stringify(name)}]`;
    const key = name.toLowerCase();
    refuse(
      must(TOKEN.test(name), at, "a valid header name") ??
        must(!taken.includes(key), at, "left out: the adapter sets it") ??
        must(!headers.has(key), at, "left out: the header is named twice") ??
        must(
          typeof value === "string" && HEADER_VALUE.test(value),
          at,
          "a string that a header can carry",
        ),
      what,
    );
    headers.set(key, value);
  }
  return Object.freeze(Object.fromEntries(headers));
}
