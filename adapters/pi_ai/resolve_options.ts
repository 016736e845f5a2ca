/**
 * Checks what a caller wrote as options, and fills in what was left out.
 *
 * @module
 */

import type { AttachmentStore } from "../../runtime/attachment_store.ts";
import {
  APP_IDENTITY,
  type AppIdentity,
  userAgent,
} from "../../runtime/attribution.ts";
import {
  badOption,
  checkCount,
  checkFunction,
  checkObject,
  entryPath,
  optional,
} from "./_check.ts";
import type { PiAiLoad } from "./load_pi_ai.ts";
import type { PiAiOptions } from "./options.ts";
import { type ResolvedRoute, resolveRoute } from "./resolve_route.ts";

/** Options after validation, defaults filled in. Detached from the caller's object. */
export interface ResolvedPiAiOptions {
  /** The routes, by their name. */
  readonly routes: ReadonlyMap<string, ResolvedRoute>;
  /** What `user-agent` says. */
  readonly userAgent: string;
  /** Where the bytes of images are. */
  readonly attachments: AttachmentStore | undefined;
  /** Most images of a request. */
  readonly maxImages: number;
  /** Most bytes of them. */
  readonly maxImageBytes: number;
  /** Absent means `import()`. */
  readonly load: PiAiLoad | undefined;
}

const OPTION_KEYS: readonly (keyof PiAiOptions)[] = [
  "routes",
  "identity",
  "attachments",
  "maxImages",
  "maxImageBytes",
  "load",
];

const checked = new WeakSet<object>();

/**
 * Checks options and fills in the defaults. What was checked is not checked again.
 *
 * @param options The options, as the caller wrote them.
 * @returns A frozen copy that later changes of `options` do not reach.
 * @throws {TypeError} If an option is unknown or wrong in kind, or a route could
 * never be served.
 * @throws {RangeError} If a number is out of its range.
 */
export function resolvePiAiOptions(options: unknown): ResolvedPiAiOptions {
  if (checked.has(options as object)) return options as ResolvedPiAiOptions;
  const {
    routes,
    identity = APP_IDENTITY,
    attachments,
    maxImages = 20,
    maxImageBytes = 15_000_000,
    load,
  } = checkObject(options, "options", OPTION_KEYS);

  const resolved: ResolvedPiAiOptions = Object.freeze({
    routes: new Map(
      Object.entries(checkObject(routes, "routes")).map(([route, value]) => {
        if (route === "") throw badOption("routes", "named, each of them");
        return [
          route,
          resolveRoute(route, value, entryPath("routes", route)),
        ];
      }),
    ),
    userAgent: resolveUserAgent(identity, "options.identity"),
    attachments: optional(attachments, "options.attachments", checkStore),
    maxImages: checkCount(maxImages, "options.maxImages"),
    maxImageBytes: checkCount(maxImageBytes, "options.maxImageBytes"),
    load: optional(load, "options.load", checkFunction<PiAiLoad>),
  });
  checked.add(resolved);
  return resolved;
}

function resolveUserAgent(value: unknown, path: string): string {
  try {
    return userAgent(value as AppIdentity);
  } catch (cause) {
    throw badOption(path, "one that a user-agent header can carry", cause);
  }
}

function checkStore(value: unknown, path: string): AttachmentStore {
  const store = value as AttachmentStore | null;
  if (typeof store?.read !== "function") {
    throw badOption(path, "a store: an object with a read() method");
  }
  return store;
}
