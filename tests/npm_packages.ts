/**
 * What tests and benches get from npm, in one version for all of them. Each is here as
 * npm takes it, under a name of its own where there are several of a kind.
 *
 * Imports of pi-ai are put together from these: Deno would download for everyone what
 * it reads in one.
 *
 * @module
 */

const PLATFORM = `${Deno.build.os}-${
  Deno.build.arch === "aarch64" ? "arm64" : "x64"
}`;

/** The oldest Node that the package is for. */
export const NODE_20: string = `node20@npm:node-${PLATFORM}@20.20.0`;

/** The newest one that lasts. */
export const NODE_24: string = `node24@npm:node-${PLATFORM}@24.22.3`;

/** Bun. */
export const BUN: string = "bun@1.4.5";

/** The runtime of Cloudflare's workers. */
export const WORKERD: string = "workerd@1.20261117.1";

/** What drives Chromium and Firefox. */
export const PUPPETEER: string = "puppeteer-core@24.43.1";

/** What makes the bundle of a worker. */
export const ESBUILD: string = "esbuild@0.28";

/** The oldest TypeScript that README.md names, and the newest there is. */
export const TYPESCRIPTS: readonly string[] = [
  "typescript-5.9@npm:typescript@5.9",
  "typescript-latest@npm:typescript@latest",
];

/** The types of the oldest Node. */
export const NODE_TYPES: string = "@types/node@20";

/** Pi-ai. */
export const PI_AI: string = "@earendil-works/pi-ai@1.6.0";
