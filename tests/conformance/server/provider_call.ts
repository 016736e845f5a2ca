/**
 * The provider of one case.
 *
 * @module
 */

import { mockDeepSeek } from "@dsh/llm/testing";
import type { Reply, Seen } from "../provider.ts";
import { countBodies } from "./count_bodies.ts";

/** A provider that answers by a script. */
export interface ProviderCall {
  /** Answers a request. */
  handle(request: Request): Promise<Response>;
  /** Notes what a browser asks leave to send. */
  preflight(request: Request): void;
  /** What it has seen. */
  seen(): Seen;
  /** Waits until so many answers were given up. */
  stopped(times: number): Promise<void>;
}

/** Makes a provider of its answers. */
export function createProviderCall(replies: readonly Reply[]): ProviderCall {
  const bodies = countBodies();
  const preflights: string[] = [];
  // What is not for the mock must not be in its script.
  const script = replies.map(({ flood: _, ...reply }) => reply);
  const mock = mockDeepSeek(script.length > 0 ? script : undefined);

  return {
    async handle(request) {
      const response = await mock(request);
      const { flood } = replies[mock.requests.length - 1] ?? {};
      if (flood === undefined) return bodies.count(response);
      await response.body?.cancel();
      return bodies.count(new Response(flooding(flood), response));
    },
    preflight({ headers }) {
      preflights.push(headers.get("access-control-request-headers") ?? "");
    },
    seen: () => ({
      requests: mock.requests.map((request) => ({
        ...request,
        headers: Object.fromEntries(request.headers),
        body: request.body as Record<string, unknown> | undefined,
      })),
      preflights,
      stops: bodies.stops,
      sent: bodies.sent,
    }),
    stopped: bodies.stopped,
  };
}

/** A body that is made while it is read. */
function flooding(
  { text, times }: NonNullable<Reply["flood"]>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const choices = [{ index: 0, delta: { content: text }, finish_reason: null }];
  const event = `data: ${JSON.stringify({ choices })}\n\n`;
  const bytes = new TextEncoder().encode(event);
  let left = times;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(bytes.slice());
      else controller.close();
    },
  }, { highWaterMark: 0 });
}
