// deno-lint-ignore-file no-console
/**
 * The worker of the edge chat, over a provider that paces its events, in a process
 * of its own: its memory is its own too.
 *
 * Started by `bench/edge_load.ts`.
 *
 * @module
 */

import process from "node:process";
import { createEdgeChat } from "../examples/edge_chat/server/edge_chat.ts";
import { EVENTS, PACE_MS, RETAIN_MS, textAt } from "./edge_workload.ts";

const PARTS = [
  ...Array.from({ length: EVENTS }, (_, k) => delta({ content: textAt(k) })),
  event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
  "data: [DONE]\n\n",
].map((text) => new TextEncoder().encode(text));

function delta(delta: object): string {
  return event({ choices: [{ index: 0, delta }] });
}

function event(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

/** Answers like the provider, one event at a time. */
function answer(): Response {
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      const part = PARTS[sent++];
      if (part === undefined) controller.close();
      else controller.enqueue(part.slice());
    },
  }, { highWaterMark: 0 });
  return new Response(body, {
    headers: { "content-type": "text/event-stream" },
  });
}

/** Megabytes that the process takes, and those of them that are in use. */
function memory(): Response {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return Response.json({ rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 });
}

const handle = createEdgeChat({
  PAGE_HTML: "",
  PAGE_CSS: "",
  PAGE_JS: "",
  DEEPSEEK_API_KEY: "sk-bench",
  MAX_CALLS: "2000",
}, {
  retainMs: RETAIN_MS,
  fetch: () => Promise.resolve(answer()),
});

Deno.serve(
  {
    hostname: "127.0.0.1",
    port: 0,
    // On stdout, for whoever has started it.
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`),
  },
  (request) => request.url.endsWith("/memory") ? memory() : handle(request),
);
