/**
 * Programs of the suite as single files.
 *
 * @module
 */

import { runCommand } from "./run_command.ts";

/** Options for {@linkcode bundle}. */
export interface BundleOptions {
  /** Where to put it. */
  readonly output: string;
  /**
   * Whether the package is left out, for a runtime that finds it installed.
   *
   * @default {false}
   */
  readonly external?: boolean;
}

/** Bundles a program of the suite. */
export async function bundle(
  program: string,
  options: BundleOptions,
): Promise<void> {
  const entry = new URL(`../programs/${program}`, import.meta.url);
  await bundleFile(entry.pathname, options);
}

/** Bundles any file. */
export async function bundleFile(
  entry: string,
  { output, external = false }: BundleOptions,
): Promise<void> {
  const args = ["bundle", "--quiet", "--no-lock", `--output=${output}`];
  if (external) args.push("--external=@dsh/llm", "--external=@dsh/llm/*");
  args.push("--external=node:*", "--platform=browser", entry);
  await runCommand("deno", args);
}
