/**
 * Programs of the suite as single files.
 *
 * @module
 */

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

/** Bundles a program. */
export async function bundle(
  program: string,
  { output, external = false }: BundleOptions,
): Promise<void> {
  const entry = new URL(`../programs/${program}`, import.meta.url);
  const args = ["bundle", "--quiet", "--no-lock", `--output=${output}`];
  if (external) args.push("--external=@dsh/llm", "--external=@dsh/llm/*");
  args.push("--external=node:*", "--platform=browser", entry.pathname);
  const { success, stderr } = await new Deno.Command("deno", { args }).output();
  if (success) return;
  throw new Error(
    `Cannot bundle ${program}: ${new TextDecoder().decode(stderr)}`,
  );
}
