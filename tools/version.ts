/**
 * Writes `runtime/version.ts` from the version in `deno.json`.
 *
 * Published code may not read `deno.json`: an import of JSON does not survive
 * every bundler.
 */

const ROOT = new URL("../", import.meta.url);

const { version } = JSON.parse(
  await Deno.readTextFile(new URL("deno.json", ROOT)),
);

await Deno.writeTextFile(
  new URL("runtime/version.ts", ROOT),
  `/**
 * The version of this module. Written by \`deno task version\`.
 *
 * @module
 */

/** The version of this module, as its \`deno.json\` says. */
export const VERSION: string = ${JSON.stringify(version)};
`,
);
