/**
 * An adapter for a server that answers with one JSON object a line.
 *
 * Shows the least there is to one. A real one also bounds how long it waits for
 * the server, and gives lines it cannot parse a code of their own.
 *
 * Run with `deno run examples/custom_adapter.ts`.
 *
 * @module
 */

import { equal } from "node:assert/strict";
import {
  assemble,
  attributionHeaders,
  type ChunkStream,
  createUserMessage,
  type GenerateOptions,
  LlmAdapter,
  LlmError,
  LlmRuntime,
  type StreamChunk,
  textOf,
} from "../mod.ts";

/** Text comes as `{"text": "…"}`, the end as `{"done": true}`. */
class LinesAdapter extends LlmAdapter {
  stream({ model, messages, signal }: GenerateOptions): ChunkStream {
    const leaving = new AbortController();
    const signals = signal ? [signal, leaving.signal] : [leaving.signal];
    const body = JSON.stringify({ model, messages });
    const chunks = this.#chunks(body, AbortSignal.any(signals));
    return new ReadableStream<StreamChunk>({
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // A consumer that leaves must stop the request as well.
      cancel: (reason) => leaving.abort(reason),
    }, { highWaterMark: 0 });
  }

  async *#chunks(
    body: string,
    signal: AbortSignal,
  ): AsyncGenerator<StreamChunk> {
    const headers = attributionHeaders();
    const response = await server({ method: "POST", headers, body, signal });
    const { ok, status } = response;
    if (!ok) throw new LlmError("Cannot call: refused", "SERVER", { status });
    for await (const line of linesOf(response.body!)) {
      const { text, done } = JSON.parse(line);
      if (done) return yield { type: "finish", reason: { kind: "stop" } };
      yield { type: "text-delta", index: 0, text };
    }
    // What is thrown here becomes the `finish` of the call.
    throw new LlmError("Cannot read answer: it is cut", "STREAM_CLOSED");
  }
}

function linesOf(body: ReadableStream<Uint8Array>): ReadableStream<string> {
  let rest = "";
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(
    new TransformStream({
      transform(text, controller) {
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        for (const line of lines) if (line !== "") controller.enqueue(line);
      },
    }),
  );
}

/** Stands for `fetch` and a server: answers every request alike. */
function server(_request: RequestInit): Promise<Response> {
  const answer = ['{"text":"Hello"}\n{"te', 'xt":" there"}\n{"done":true}\n'];
  const bytes = answer.map((text) => new TextEncoder().encode(text));
  return Promise.resolve(new Response(ReadableStream.from(bytes)));
}

const runtime = new LlmRuntime();
runtime.registerAdapter(["lines"], new LinesAdapter());
const answer = await assemble(runtime.stream({
  provider: "lines",
  model: "any",
  messages: [createUserMessage({ content: "Hi" })],
}));

equal(textOf(answer.message()), "Hello there");
