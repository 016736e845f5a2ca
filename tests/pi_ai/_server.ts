/**
 * Servers that answer with what they are given, over loopback.
 *
 * @module
 */

import { PiAiAdapter } from "../../adapters/pi_ai/adapter.ts";
import type { PiAiRoute } from "../../adapters/pi_ai/options.ts";
import type { PiAiApi } from "../../adapters/pi_ai/protocols.ts";
import type { LlmDiagnostic } from "../../runtime/adapter.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  type ChunkStream,
  createUserMessage,
  type StreamChunk,
} from "../../message.ts";
import { load } from "./_package.ts";

/** What a server got. */
export interface Got {
  /** Path and query. */
  readonly path: string;
  /** Its headers. */
  readonly headers: Record<string, string>;
  /** Its body, parsed. */
  readonly body: Record<string, unknown>;
}

/** A server, and what it got. */
export interface Server extends AsyncDisposable {
  /** Where it is. */
  readonly url: string;
  /** The requests so far. */
  readonly got: Got[];
}

/** Starts a server that answers each request with the next of some answers. */
export function serve(
  ...answers: (() => Response | Promise<Response>)[]
): Server {
  const got: Got[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      got.push({
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: await request.json(),
      });
      const answer = answers[Math.min(got.length, answers.length) - 1];
      return await answer!();
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    got,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** An answer of events. */
export function events(...payloads: unknown[]): () => Response {
  const text = payloads.map((payload) => {
    const name = (payload as { type?: string }).type;
    const data = typeof payload === "string"
      ? payload
      : JSON.stringify(payload);
    return `${name === undefined ? "" : `event: ${name}\n`}data: ${data}\n\n`;
  }).join("");
  return () =>
    new Response(text, { headers: { "content-type": "text/event-stream" } });
}

/** A runtime with one route to a server. */
export function reach(
  api: PiAiApi,
  url: string,
  route: Partial<PiAiRoute> = {},
): {
  diagnostics: LlmDiagnostic[];
  stream(options?: Partial<GenerateOptions>): ChunkStream;
  call(options?: Partial<GenerateOptions>): Promise<StreamChunk[]>;
} {
  const runtime = new LlmRuntime();
  const diagnostics: LlmDiagnostic[] = [];
  runtime.on("llm/diagnostic", (diagnostic) => diagnostics.push(diagnostic));
  const models = [{ id: "m", reasoning: true }];
  runtime.registerAdapter(
    ["gateway"],
    new PiAiAdapter({
      routes: {
        gateway: {
          api,
          baseURL: url,
          apiKey: "sk-0123456789",
          models,
          ...route,
        },
      },
      load,
    }),
  );
  function stream(options?: Partial<GenerateOptions>): ChunkStream {
    return runtime.stream({
      provider: "gateway",
      model: "m",
      messages: [createUserMessage({ content: "Go on" })],
      ...options,
    });
  }
  return {
    diagnostics,
    stream,
    call: (options) => Array.fromAsync(stream(options)),
  };
}
