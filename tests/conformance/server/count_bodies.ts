/**
 * Watches bodies leave a server.
 *
 * @module
 */

/** What has left, and how. */
export interface BodyCounter {
  /** How many bodies the network has given up before their end. */
  readonly stops: number;
  /** How many bytes the network has taken. */
  readonly sent: number;
  /** Puts a counter around the body of a response. */
  count(response: Response): Response;
  /** Waits until so many bodies were given up, for a few seconds at most. */
  stopped(times: number): Promise<void>;
}

const PATIENCE_MS = 5_000;

/** Makes a counter, for any number of responses. */
export function countBodies(): BodyCounter {
  let stops = 0;
  let sent = 0;
  let waiting: (() => void)[] = [];

  function stop(): void {
    stops++;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  async function change(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  function counted(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = body.getReader();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        sent += value.length;
        controller.enqueue(value);
      },
      cancel(reason) {
        stop();
        return reader.cancel(reason);
      },
    }, { highWaterMark: 0 });
  }

  return {
    get stops() {
      return stops;
    },
    get sent() {
      return sent;
    },
    count(response) {
      const { body } = response;
      return body === null ? response : new Response(counted(body), response);
    },
    async stopped(times) {
      const deadline = Date.now() + PATIENCE_MS;
      while (stops < times && Date.now() < deadline) {
        await change(deadline - Date.now());
      }
    },
  };
}
