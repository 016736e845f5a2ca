/**
 * Servers that write bytes, not responses: for answers no HTTP library would send.
 *
 * @module
 */

/** One connection, after its request was read. */
export interface RawExchange {
  /** What came: head and body. */
  readonly request: string;
  /** Sends text or bytes. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Settles when the client has closed its side, or the connection is gone. */
  gone(): Promise<void>;
}

/** Serves one connection on a free port for as long as `use` takes. */
export async function serveRaw(
  handler: (exchange: RawExchange) => Promise<void>,
  use: (baseURL: string) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served = serveOne(listener, handler);
  try {
    await use(`http://127.0.0.1:${listener.addr.port}`);
    await served;
  } finally {
    listener.close();
  }
}

async function serveOne(
  listener: Deno.Listener,
  handler: (exchange: RawExchange) => Promise<void>,
): Promise<void> {
  const connection = await listener.accept();
  try {
    const request = await readRequest(connection);
    await handler({
      request,
      async write(piece) {
        const bytes = typeof piece === "string"
          ? new TextEncoder().encode(piece)
          : piece;
        try {
          for (let sent = 0; sent < bytes.length;) {
            sent += await connection.write(bytes.subarray(sent));
          }
        } catch {
          // A client may leave in the middle of what it has no use for.
        }
      },
      async gone() {
        const rest = new Uint8Array(1024);
        try {
          while (await connection.read(rest) !== null);
        } catch {
          // A reset: gone too.
        }
      },
    });
  } finally {
    connection.close();
  }
}

async function readRequest(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(64 * 1024);
  let text = "";
  while (!isWhole(text)) {
    const size = await connection.read(buffer);
    if (size === null) break;
    text += new TextDecoder().decode(buffer.subarray(0, size));
  }
  return text;
}

function isWhole(request: string): boolean {
  const head = request.indexOf("\r\n\r\n");
  if (head === -1) return false;
  const length = /content-length: (\d+)/i.exec(request)?.[1] ?? "0";
  return request.length >= head + 4 + Number(length);
}
