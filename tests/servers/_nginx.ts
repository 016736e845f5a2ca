/**
 * A real nginx in front of a server.
 *
 * @module
 */

import { freePort, startServer } from "./_server.ts";

/** Options for {@linkcode startNginx}. */
export interface NginxOptions {
  /** Port of 127.0.0.1 that the server behind it listens on. */
  upstream: number;
  /**
   * Directives that change its defaults.
   *
   * @default {""}
   */
  directives?: string | undefined;
}

/** An nginx. It ends with its scope. */
export interface Nginx extends AsyncDisposable {
  /** Where it answers. */
  readonly url: string;
}

/** Starts an nginx with its defaults, which buffer what servers answer. */
export async function startNginx(options: NginxOptions): Promise<Nginx> {
  await using starting = new AsyncDisposableStack();
  const port = freePort();
  const folder = await Deno.makeTempDir({ dir: "/tmp" });
  starting.defer(() => Deno.remove(folder, { recursive: true }));
  const file = `${folder}/nginx.conf`;
  await Deno.writeTextFile(file, configOf(folder, port, options));
  const server = await startServer("nginx", {
    args: ["-c", file, "-p", folder, "-e", "stderr"],
    log: "stderr",
    ready: "start worker processes",
    apt: "nginx-light",
  });
  starting.use(server);
  const started = starting.move();
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

function configOf(
  folder: string,
  port: number,
  { upstream, directives = "" }: NginxOptions,
): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`);
  // One worker: what reaches it first is dealt with first.
  return `
    daemon off;
    user root;
    worker_processes 1;
    pid ${folder}/pid;
    error_log stderr notice;
    events {}
    http {
      access_log off;
      ${folders.join("\n      ")}
      server {
        listen 127.0.0.1:${port};
        ${directives}
        location / { proxy_pass http://127.0.0.1:${upstream}; }
      }
    }
  `;
}
