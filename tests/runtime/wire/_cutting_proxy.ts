/**
 * A network that breaks after so many bytes.
 *
 * @module
 */

/** A proxy, which ends with its scope. */
export interface CuttingProxy extends AsyncDisposable {
  /** Where it listens. */
  readonly url: string;
  /** What it passed back on each connection. */
  readonly answers: Uint8Array[];
}

/**
 * Passes connections on to a port of 127.0.0.1. The first is broken after so many
 * bytes of the answer as the first cut says, the second after the second, and so
 * on; further ones are left alone.
 */
export function cuttingProxy(
  port: number,
  cuts: readonly number[] = [],
): CuttingProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const answers: Uint8Array[] = [];
  const passing: Promise<void>[] = [];

  async function accept(): Promise<void> {
    for await (const client of listener) {
      const at = passing.length;
      passing.push(
        pass(client, port, {
          cut: cuts[at] ?? Infinity,
          answered: (bytes) => answers[at] = bytes,
        }),
      );
    }
  }

  const accepting = accept();
  return {
    url: `http://127.0.0.1:${listener.addr.port}/`,
    answers,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      await Promise.all(passing);
    },
  };
}

async function pass(
  client: Deno.Conn,
  port: number,
  { cut, answered }: {
    cut: number;
    answered: (bytes: Uint8Array) => void;
  },
): Promise<void> {
  const server = await Deno.connect({ hostname: "127.0.0.1", port });
  // It ends when either side closes.
  const asking = client.readable.pipeTo(server.writable).catch(() => {});
  let answer = new Uint8Array();
  try {
    for (
      let left = cut;
      left > 0;
      left -= await forward(server, client, left, (bytes) => {
        answer = new Uint8Array([...answer, ...bytes]);
      })
    );
  } catch {
    // One of them has gone.
  }
  answered(answer);
  close(client);
  close(server);
  await asking;
}

/** Forwards one read, at most so many bytes of it, and tells how many. */
async function forward(
  from: Deno.Conn,
  to: Deno.Conn,
  most: number,
  seen: (bytes: Uint8Array) => void,
): Promise<number> {
  const buffer = new Uint8Array(Math.min(most, 16_384));
  const count = await from.read(buffer);
  if (count === null) throw new Error("Server has closed");
  const bytes = buffer.subarray(0, count);
  for (let at = 0; at < count;) at += await to.write(bytes.subarray(at));
  seen(bytes);
  return count;
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // The pipe has closed it.
  }
}
