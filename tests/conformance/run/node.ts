/** Node, which runs the package as npm installs it. @module */

import { bundle } from "./bundle.ts";
import type { Runtime } from "./runtime.ts";
import { startProcess } from "./start_process.ts";

/** The driver of Node 20. */
export const NODE_20: Runtime = node(20);

/** The driver of Node 24. */
export const NODE_24: Runtime = node(24);

function node(major: number): Runtime {
  return {
    name: `Node ${major}`,
    needs: ["npm", "package"],
    async start({ url, run, tools, folder, piAi }) {
      const output = `${folder}/package/${run}.mjs`;
      await bundle("node.ts", { output, external: true });
      const command = `${tools}/node_modules/node${major}/bin/node`;
      return startProcess(command, { args: [output, url, run, piAi] });
    },
  };
}
