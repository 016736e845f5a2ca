/** workerd, which runs one bundle, as Workers are deployed. @module */

import { bundle } from "./bundle.ts";
import type { Runtime } from "./runtime.ts";
import { startProcess } from "./start_process.ts";

// A client who leaves aborts the signal of a request only if the flag says so.
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
  ],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "main", esModule = embed "worker.mjs"),
    (name = "pi_ai.mjs", esModule = embed "pi_ai.mjs"),
  ],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["enable_request_signal"],
);
`;

/** The driver of workerd. */
export const WORKERD: Runtime = {
  name: "workerd",
  needs: ["npm"],
  async start({ url, run, tools, folder, piAi }) {
    const home = `${folder}/${run}`;
    await Deno.mkdir(home);
    await bundle("worker.ts", { output: `${home}/worker.mjs` });
    await Deno.copyFile(piAi, `${home}/pi_ai.mjs`);
    await Deno.writeTextFile(`${home}/config.capnp`, CONFIG);

    const workerd = startProcess(`${tools}/node_modules/.bin/workerd`, {
      args: ["serve", "config.capnp", "--control-fd=1"],
      cwd: home,
    });
    const [, port] = await workerd.printed(/"port":\s*(\d+)\D/);
    const query = new URLSearchParams({ url, run });
    const asking = fetch(`http://127.0.0.1:${port}/?${query}`)
      .then((response) => response.text())
      .then((text) => `it answers "${text}"`, String);
    return {
      ended: Promise.race([workerd.ended, asking]),
      [Symbol.asyncDispose]: () => workerd[Symbol.asyncDispose](),
    };
  },
};
