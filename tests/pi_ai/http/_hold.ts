/**
 * A server that takes a request and never answers.
 *
 * @module
 */

/** The server, and what became of the request. */
export interface Holder extends AsyncDisposable {
  /** Where it is. */
  readonly url: string;
  /** Settles when a request has come. */
  readonly asked: Promise<void>;
  /** Settles when the client has hung up. */
  readonly left: Promise<void>;
}

/** Starts it. Not by `Deno.serve`, which does not always see who hangs up so early. */
export function hold(): Holder {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const asked = Promise.withResolvers<void>();
  const left = take(listener, asked.resolve);
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    asked: asked.promise,
    left,
    async [Symbol.asyncDispose]() {
      await left;
      listener.close();
    },
  };
}

async function take(
  listener: Deno.Listener,
  onRequest: () => void,
): Promise<void> {
  using connection = await listener.accept();
  const buffer = new Uint8Array(64 * 1024);
  try {
    while (await connection.read(buffer) !== null) onRequest();
  } catch {
    // A reset: gone too.
  }
}
