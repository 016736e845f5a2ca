/**
 * Checks what a caller wrote as options, and fills in what was left out.
 *
 * @module
 */

import { findFault, must, refuse } from "../../message/find_fault.ts";
import type { AttachmentStore } from "../../runtime/attachment_store.ts";
import {
  APP_IDENTITY,
  IDENTITY,
  userAgent,
} from "../../runtime/attribution.ts";
import {
  anything,
  callable,
  COUNT,
  type Fields,
  plain,
  readShape,
  refusal,
} from "../../runtime/read_shape.ts";
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

const WHAT = "configure pi-ai";

type Given =
  & Partial<Omit<ResolvedPiAiOptions, "routes" | "userAgent">>
  & Pick<PiAiOptions, "routes" | "identity">;

const OPTIONS: Fields = {
  "routes": anything,
  "identity?": IDENTITY,
  // Not copied: a store is an object with a life of its own.
  "attachments?": (store, path) => findFault(store, path, { read: callable }),
  "maxImages?": COUNT,
  "maxImageBytes?": COUNT,
  "load?": callable,
};

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
  const { routes, identity = APP_IDENTITY, ...given } = readShape<Given>(
    options,
    OPTIONS,
    { path: "options", error: refusal(WHAT), exact: true },
  );
  refuse(plain(routes, "routes"), WHAT);
  const resolved: ResolvedPiAiOptions = Object.freeze({
    attachments: undefined,
    maxImages: 20,
    maxImageBytes: 15_000_000,
    load: undefined,
    ...given,
    routes: new Map(
      Object.entries(routes).map(([route, value]) => {
        refuse(must(route !== "", "routes", "named, each of them"), WHAT);
        const path = `routes[${JSON.stringify(route)}]`;
        return [route, resolveRoute(route, value, path)];
      }),
    ),
    userAgent: userAgent(identity),
  });
  checked.add(resolved);
  return resolved;
}
