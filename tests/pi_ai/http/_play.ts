/**
 * Servers on this machine that play bytes.
 *
 * @module
 */

/** What a server does with one request. */
export interface Play {
  /**
   * Its status.
   *
   * @default {200}
   */
  readonly status?: number;
  /**
   * Its headers.
   *
   * @default {those of a stream of events}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What it sends, a write each.
   *
   * @default {[]}
   */
  readonly pieces?: Iterable<string | Uint8Array>;
  /**
   * What it does then: say that this is all, keep silent, or break the connection.
   *
   * @default {"close"}
   */
  readonly end?: "close" | "silence" | "reset";
}

/** What a server got. */
export interface Got {
  /** Path and query. */
  readonly path: string;
  /** Its headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body, as it came. */
  readonly text: string;
  /** Its body, parsed. */
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** A server, and what became of it. */
export interface Player extends AsyncDisposable {
  /** Where it is. */
  readonly url: string;
  /** The requests so far. */
  readonly got: Got[];
  /** How many pieces were taken. */
  readonly sent: () => number;
  /** Settles when the client has left a request before the end of its answer. */
  readonly left: Promise<void>;
}

const EVENTS = { "content-type": "text/event-stream" };

/** Starts a server. The last answer serves all further requests too. */
export function play(...plays: Play[]): Player {
  const got: Got[] = [];
  const left = Promise.withResolvers<void>();
  let sent = 0;

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    got.push({
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      text,
      body: text === "" ? undefined : JSON.parse(text),
    });
    const play = plays[Math.min(got.length, plays.length) - 1]!;
    const { status = 200, headers = EVENTS, pieces = [], end = "close" } = play;
    const rest = pieces[Symbol.iterator]();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = rest.next();
        if (!done) {
          sent++;
          controller.enqueue(typeof value === "string" ? encode(value) : value);
        } else if (end === "silence") await left.promise;
        else if (end === "reset") controller.error(new Error("reset"));
        else controller.close();
      },
      cancel: () => left.resolve(),
    }, { highWaterMark: 0 });
    return new Response(status === 204 ? null : body, { status, headers });
  }

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, onError: () => gone() },
    answer,
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    got,
    sent: () => sent,
    left: left.promise,
    async [Symbol.asyncDispose]() {
      left.resolve();
      await server.shutdown();
    },
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function gone(): Response {
  return new Response(null, { status: 500 });
}
