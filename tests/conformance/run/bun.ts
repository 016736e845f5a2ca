/** Bun, which runs the package as npm installs it. @module */

import { bundle } from "./bundle.ts";
import type { Runtime } from "./runtime.ts";
import { startProcess } from "./start_process.ts";

/** The driver of Bun. */
export const BUN: Runtime = {
  name: "Bun",
  needs: ["npm", "package"],
  async start({ url, run, tools, folder, piAi }) {
    const output = `${folder}/package/${run}.mjs`;
    await bundle("bun.ts", { output, external: true });
    const command = `${tools}/node_modules/.bin/bun`;
    return startProcess(command, { args: [output, url, run, piAi] });
  },
};
