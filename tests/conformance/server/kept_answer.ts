/**
 * A response of the package's own server side, for clients in other runtimes.
 *
 * @module
 */

import { LlmRuntime } from "@dsh/llm";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import {
  memoryResumeStore,
  type Resumable,
  resumable,
  toResponse,
} from "@dsh/llm/wire";
import type { AnswerScript, SeenAnswer } from "../answer.ts";
import { countBodies } from "./count_bodies.ts";

/** A response, and those who came for it. */
export interface KeptAnswer {
  /** Answers a request. */
  handle(request: Request): Promise<Response>;
  /** What it has seen. */
  seen(): SeenAnswer;
  /** Waits until so many answers were given up. */
  stopped(times: number): Promise<void>;
  /** Ends what nobody reads. */
  close(): void;
}

/** Makes a response by a script. */
export async function createKeptAnswer(
  script: AnswerScript,
): Promise<KeptAnswer> {
  const { text, delayMs, hang, resume = false, format } = script;
  const bodies = countBodies();
  const requests: SeenAnswer["requests"][number][] = [];
  const chunks = textChunks(text);
  const adapter = scriptedAdapter([{
    chunks: hang ? chunks.slice(0, -2) : chunks,
    delayMs,
    hang,
  }]);
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["p"], adapter);
  const call = { provider: "p", model: "any", messages: [] };
  let kept: Resumable | undefined;
  if (resume) {
    const store = memoryResumeStore();
    kept = await resumable(runtime.stream(call), { store, id: "1" });
    // Whoever reads it hears of that.
    kept.done.catch(() => {});
  }

  return {
    async handle(request) {
      const { method, headers } = request;
      const lastEventId = headers.get("last-event-id") ?? undefined;
      const { length } = requests;
      requests.push({
        method,
        ...lastEventId !== undefined && { lastEventId },
      });
      const refused = script.refusals?.[length];
      if (typeof refused === "number") return refusal(refused);
      const response = kept === undefined
        ? toResponse(runtime.stream(call), { format, keepAliveMs: 20 })
        : await kept.respond(request, { keepAliveMs: 20 });
      return bodies.count(broken(response, script, length));
    },
    seen: () => ({
      requests,
      stops: bodies.stops,
      calls: adapter.requests.length,
      cancels: adapter.cancels.length,
    }),
    stopped: bodies.stopped,
    close: () => kept?.stop(),
  };
}

function refusal(status: number): Response {
  return new Response("<title>Out of order</title>", {
    status,
    headers: { "content-type": "text/html", "retry-after": "0" },
  });
}

/** Breaks the connections that are to break. */
function broken(
  response: Response,
  { breaks = [], breakBy = "close" }: AnswerScript,
  position: number,
): Response {
  const limit = breaks[position];
  const { body } = response;
  if (limit === undefined || body === null) return response;
  const reader = body.getReader();
  let left = limit;
  const cut = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value.subarray(0, left));
      left -= value.length;
      if (left > 0) return;
      await reader.cancel();
      if (breakBy === "close") controller.close();
      else {
        // What is in the queue would be lost with it.
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.error(new Error("Connection is to break"));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return new Response(cut, response);
}
