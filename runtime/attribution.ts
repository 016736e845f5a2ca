/**
 * How requests tell providers which application sends them.
 *
 * @module
 */

import { type Fault, must } from "../message/find_fault.ts";
import { readShape, refusal, type Shape } from "./read_shape.ts";
import { VERSION } from "./version.ts";

/** A public, static description of an application. Holds nothing about its user. */
export interface AppIdentity {
  /** Name of the product: one word, as an HTTP token. */
  readonly product: string;
  /** Version of the product, as an HTTP token. */
  readonly version: string;
  /** Where to learn about it: visible ASCII with no parentheses or backslashes. */
  readonly url: string;
}

/** The identity of this module: what requests carry unless told otherwise. */
export const APP_IDENTITY: AppIdentity = /* @__PURE__ */ Object.freeze({
  product: "dsh-llm",
  version: VERSION,
  url: "https://jsr.io/@dsh/llm",
});

/** A token of RFC 9110, such as the name of a header. */
export const TOKEN: RegExp = /^[\w!#$%&'*+.^`|~-]+$/;
// A `user-agent` is a token, a slash, a token, and here a comment in parentheses.
const COMMENT_TEXT = /^[!-'*-[\]-~]+$/;

/** The shape of an {@linkcode AppIdentity}. */
export const IDENTITY: Shape = {
  product: token,
  version: token,
  url: commentText,
};

/**
 * Builds the `user-agent` of an application.
 *
 * @example Name an application
 * ```ts
 * import { userAgent } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const identity = {
 *   product: "acme-chat",
 *   version: "2.1.0",
 *   url: "https://acme.example",
 * };
 *
 * equal(userAgent(identity), "acme-chat/2.1.0 (+https://acme.example)");
 * ```
 *
 * @param identity The application: this module, unless given.
 * @returns The value of the header.
 * @throws {TypeError} If `identity` is not an object, or a field is empty or holds
 * what the header cannot carry.
 */
export function userAgent(identity: AppIdentity = APP_IDENTITY): string {
  const { product, version, url } = readShape<AppIdentity>(identity, IDENTITY, {
    path: "identity",
    error: refusal("build user agent"),
  });
  return `${product}/${version} (+${url})`;
}

/**
 * Builds the headers that name an application to a provider: `user-agent` alone.
 *
 * The same identity always makes the same headers. Adapters leave them out in
 * web pages: browsers send a `user-agent` of their own, and one set by a script
 * makes them ask the provider for leave first, which providers refuse.
 *
 * @example Send a request by hand
 * ```ts
 * import { APP_IDENTITY, attributionHeaders } from "@dsh/llm";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(attributionHeaders(), {
 *   "user-agent": `dsh-llm/${APP_IDENTITY.version} (+https://jsr.io/@dsh/llm)`,
 * });
 * ```
 *
 * @param identity The application: this module, unless given.
 * @returns The headers, as a new object.
 * @throws {TypeError} As {@linkcode userAgent}.
 */
export function attributionHeaders(
  identity: AppIdentity = APP_IDENTITY,
): Record<string, string> {
  return { "user-agent": userAgent(identity) };
}

/**
 * Tells whether requests from here may carry a `user-agent` of ours.
 *
 * @returns Whether this is anything but a web page.
 */
export function sendsUserAgent(): boolean {
  return !globalThis.navigator?.userAgent?.startsWith("Mozilla/");
}

function token(value: unknown, path: string): Fault | undefined {
  return must(
    typeof value === "string" && TOKEN.test(value),
    path,
    "one word, as an HTTP token",
  );
}

function commentText(value: unknown, path: string): Fault | undefined {
  return must(
    typeof value === "string" && COMMENT_TEXT.test(value),
    path,
    "visible ASCII without parentheses and backslashes",
  );
}
