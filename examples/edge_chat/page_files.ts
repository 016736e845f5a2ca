/**
 * The page, as the worker wants it.
 *
 * @module
 */

/** The files of the page, by the names that the worker knows them by. */
export interface PageFiles {
  /** The page. */
  readonly PAGE_HTML: string;
  /** Its style. */
  readonly PAGE_CSS: string;
  /** Its program, bundled. */
  readonly PAGE_JS: string;
}

const HERE = new URL("./", import.meta.url);

/** Reads the page, and bundles its program into one file. */
export async function pageFiles(): Promise<PageFiles> {
  const [html, css, js] = await Promise.all([
    Deno.readTextFile(new URL("page/index.html", HERE)),
    Deno.readTextFile(new URL("page/page.css", HERE)),
    bundle("page/page.ts", "browser"),
  ]);
  return { PAGE_HTML: html, PAGE_CSS: css, PAGE_JS: js };
}

/**
 * Makes one module of a program and all that it imports.
 *
 * @param name The program, from this folder.
 * @param platform What it is for: the built-in modules of Node are left alone for
 * any but a browser.
 * @returns The code.
 */
export async function bundle(
  name: string,
  platform: "browser" | "deno",
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("deno", {
    args: ["bundle", "--quiet", "--no-lock", "--minify"]
      .concat(`--platform=${platform}`, name),
    // In a folder above is the file that says what imports stand for.
    cwd: HERE,
  }).output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  throw new Error(`Cannot bundle "${name}": ${decoder.decode(stderr)}`);
}
