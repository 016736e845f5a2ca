/**
 * Servers of the system, for as long as a test needs them.
 *
 * @module
 */

/** Options for {@linkcode startServer}. */
export interface ServerOptions {
  /** What the command is given. It must keep the server in the foreground. */
  args: string[];
  /** Where the server tells what it does. */
  log: "stdout" | "stderr";
  /** What it tells once it listens. */
  ready: string;
  /** The Debian package that brings it. */
  apt: string;
}

/** Finds a port of 127.0.0.1 that nobody listens on, for servers that need one told. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Starts a server, which ends with its scope. Resolves once it listens. */
export async function startServer(
  command: string,
  { args, log, ready, apt }: ServerOptions,
): Promise<AsyncDisposable> {
  const child = spawn(command, apt, {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    [log]: "piped",
  });
  const reader = child[log].pipeThrough(new TextDecoderStream()).getReader();
  let told = "";
  while (!told.includes(ready)) {
    const { done, value } = await reader.read();
    if (done) {
      await child.status;
      throw new Error(`Cannot start ${command}: ${told}`);
    }
    told += value;
  }
  const draining = drain(reader);
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await draining;
    },
  };
}

function spawn(
  command: string,
  apt: string,
  options: Deno.CommandOptions,
): Deno.ChildProcess {
  try {
    return new Deno.Command(command, options).spawn();
  } catch (cause) {
    throw new Error(
      `Cannot run ${command}: "apt-get install ${apt}" brings it`,
      { cause },
    );
  }
}

// A pipe that nobody reads would stop the server once it is full.
async function drain(
  reader: ReadableStreamDefaultReader<string>,
): Promise<void> {
  while (!(await reader.read()).done);
}
