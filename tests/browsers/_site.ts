/**
 * The worker and its page, on a server that connections can be lost to.
 *
 * @module
 */

import { pageFiles } from "../../examples/edge_chat/page_files.ts";
import { createEdgeChat } from "../../examples/edge_chat/server/edge_chat.ts";
import type { GatedProvider } from "./_gated_provider.ts";

/** A server, which ends with its scope. */
export interface Site extends AsyncDisposable {
  /** Where the page is. */
  readonly url: string;
  /** Every request but those for the page: `"POST"`, `"GET 3"`, the event it goes on after. */
  readonly requests: readonly string[];
  /** Cuts every answer under way, and lets none through until {@linkcode Site.restore}. */
  lose(): void;
  /** Lets answers through again. */
  restore(): void;
}

// Bundled once: that takes longer than most tests.
let files: ReturnType<typeof pageFiles> | undefined;

/** Starts a server. */
export async function startSite(provider: GatedProvider): Promise<Site> {
  const { fetch, hangUp } = provider;
  const env = { ...await (files ??= pageFiles()), DEEPSEEK_API_KEY: "test" };
  const handle = createEdgeChat(env, { fetch });
  const requests: string[] = [];
  const calls: Promise<unknown>[] = [];
  const cuts = new Set<() => void>();
  let gate = Promise.withResolvers<void>();
  gate.resolve();

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { method, headers, url } = request;
      const answer = new URL(url).pathname.startsWith("/chat");
      if (answer) {
        const after = headers.get("last-event-id");
        requests.push(after === null ? method : `${method} ${after}`);
      }
      if (!answer || method !== "GET") {
        return await handle(request, { waitUntil: (call) => calls.push(call) });
      }
      await gate.promise;
      return cuttable(await handle(request), cuts);
    },
  );

  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    requests,
    lose() {
      gate = Promise.withResolvers();
      for (const cut of cuts) cut();
    },
    restore: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      hangUp();
      await Promise.all(calls);
      for (const cut of cuts) cut();
      await server.shutdown();
    },
  };
}

/** Makes a response that ends in the middle when it is cut. */
function cuttable(response: Response, cuts: Set<() => void>): Response {
  const reader = response.body!.getReader();
  let cut: () => void;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      cut = () => {
        cuts.delete(cut);
        controller.close();
        reader.cancel();
      };
      cuts.add(cut);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      // It may have been cut meanwhile.
      if (!cuts.has(cut)) return;
      if (!done) return controller.enqueue(value);
      cuts.delete(cut);
      controller.close();
    },
    cancel(reason) {
      cuts.delete(cut);
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return new Response(body, response);
}
