/**
 * The real pi-ai as one file, for runtimes that cannot install it.
 *
 * @module
 */

import { PI_AI } from "../../npm_packages.ts";
import { bundleFile } from "./bundle.ts";

// No tool that reads imports may find them: each would download 120 MB.
const NAME = "@earendil-works/pi-ai";
const PACKAGE = `npm:${PI_AI}`;
const PATHS = ["", "/api/openai-completions"];

/** Bundles the modules that cases need, by their specifiers. */
export async function bundlePiAi(output: string): Promise<void> {
  const entry = `${output}.entry.mjs`;
  const imports = PATHS.map((path, index) =>
    `import * as m${index} from "${PACKAGE}${path}";`
  );
  const modules = PATHS.map((path, index) => `"${NAME}${path}": m${index}`);
  await Deno.writeTextFile(
    entry,
    [...imports, `export const MODULES = { ${modules.join(", ")} };`]
      .join("\n"),
  );
  await bundleFile(entry, { output });
}
