/**
 * An adapter for a server that answers with one JSON object a line, and the
 * rules every adapter must keep, held against it.
 *
 * Shows the least there is to one that keeps them all. This one knows text alone.
 *
 * Run with `deno run examples/custom_adapter.ts`.
 *
 * @module
 */

import { deepEqual, equal } from "node:assert/strict";
import {
  assemble,
  attributionHeaders,
  type ChunkStream,
  createUserMessage,
  type FinishReason,
  type GenerateOptions,
  LlmAdapter,
  LlmError,
  LlmRuntime,
  type StreamChunk,
  textOf,
} from "../mod.ts";
import {
  adapterConformance,
  type AdapterScenario,
  asFetch,
  faultyBody,
  type FaultyBodyOptions,
} from "../testing/mod.ts";

/** Text comes as `{"text": "…"}`, the end as `{"done": "stop"}`. */
class LinesAdapter extends LlmAdapter {
  readonly #fetch: typeof fetch;
  readonly #stallMs: number;

  constructor(options: { fetch: typeof fetch; stallMs?: number }) {
    super();
    this.#fetch = options.fetch;
    this.#stallMs = options.stallMs ?? 300_000;
  }

  override stream(options: GenerateOptions): ChunkStream {
    const { signal } = options;
    const leaving = new AbortController();
    const chunks = this.#chunks(options, leaving.signal);
    let started = false;

    /** Stops the request, and with it the read in hand. */
    function leave(): void {
      leaving.abort(
        new LlmError("Cannot complete call: it was aborted", "ABORTED"),
      );
    }

    return new ReadableStream<StreamChunk>({
      async pull(controller) {
        if (!started) signal?.addEventListener("abort", leave);
        started = true;
        if (signal?.aborted) leave();
        const { value, done } = await chunks.next();
        if (done || value.type === "finish") {
          signal?.removeEventListener("abort", leave);
        }
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        signal?.removeEventListener("abort", leave);
        leave();
      },
    }, { highWaterMark: 0 });
  }

  async *#chunks(
    { model, messages, temperature }: GenerateOptions,
    leaving: AbortSignal,
  ): AsyncGenerator<StreamChunk> {
    let text = "";
    try {
      leaving.throwIfAborted();
      if (temperature !== undefined) {
        const message = 'Cannot send request: no "temperature" is known there';
        throw new LlmError(message, "UNSUPPORTED_OPTION");
      }
      const body = JSON.stringify({ model, messages });
      for await (const line of this.#lines(body, leaving)) {
        if (line.done !== undefined) {
          if (text === "") {
            const message = "Cannot use answer: it is empty";
            throw new LlmError(message, "EMPTY_RESPONSE");
          }
          const block = { type: "text", text } as const;
          yield { type: "block-end", index: 0, block };
          yield { type: "finish", reason: { kind: line.done } };
          return;
        }
        text += line.text;
        yield { type: "text-delta", index: 0, text: line.text };
      }
      throw new LlmError("Cannot read answer: it is cut", "STREAM_CLOSED");
    } catch (error) {
      // In-band: what came before it must not be lost.
      yield { type: "finish", reason: reasonOf(error) };
    }
  }

  async *#lines(
    body: string,
    leaving: AbortSignal,
  ): AsyncGenerator<{ text: string; done?: "stop" | "max-tokens" }> {
    const silence = new AbortController();
    const expire = () =>
      silence.abort(new LlmError("Cannot read answer: silence", "TIMEOUT"));
    const signal = AbortSignal.any([leaving, silence.signal]);
    let timer = setTimeout(expire, this.#stallMs);
    try {
      const headers = attributionHeaders();
      const response = await this.#fetch("https://lines.example", {
        method: "POST",
        headers,
        body,
        signal,
        // Headers and body are for this server alone.
        redirect: "manual",
      });
      const { ok, status } = response;
      if (!ok) {
        throw new LlmError("Cannot call: refused", "SERVER", { status });
      }
      const reader = response.body!.getReader();
      const decoder = new TextDecoder();
      for (let rest = "";;) {
        const { value, done } = await reader.read();
        // The time a consumer takes is not the server's.
        clearTimeout(timer);
        if (done) return;
        const lines = (rest + decoder.decode(value, { stream: true }))
          .split("\n");
        rest = lines.pop()!;
        for (const line of lines) yield JSON.parse(line);
        timer = setTimeout(expire, this.#stallMs);
      }
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }
}

function reasonOf(error: unknown): FinishReason {
  const known = error instanceof LlmError
    ? error
    : error instanceof SyntaxError
    ? new LlmError("Cannot read answer: no JSON", "MALFORMED_RESPONSE")
    : new LlmError("Cannot read answer: it is broken", "TRANSPORT");
  const kind = known.code === "ABORTED" ? "aborted" : "error";
  return { kind, failure: known.failure };
}

/** Stands for `fetch` and a server: answers every request alike. */
function serve(
  lines: readonly object[],
  options: FaultyBodyOptions & { status?: number } = {},
): typeof fetch {
  const { status = 200 } = options;
  const events = lines.map((line) => `${JSON.stringify(line)}\n`);
  return asFetch(() => new Response(faultyBody(events, options), { status }));
}

const words = ["Hello", " there", ", and", " welcome", " home"];
const texts = words.map((text) => ({ text }));
const whole = [...texts, { done: "stop" }];

const runtime = new LlmRuntime();
runtime.registerAdapter(["lines"], new LinesAdapter({ fetch: serve(whole) }));
const answer = await assemble(runtime.stream({
  provider: "lines",
  model: "any",
  messages: [createUserMessage({ content: "Hi" })],
}));

equal(textOf(answer.message()), "Hello there, and welcome home");

// How the server answers in each scenario: what it has no words for is left out.
const answers: Partial<Record<AdapterScenario, Parameters<typeof serve>>> = {
  "text": [whole],
  "empty": [[{ done: "stop" }]],
  "max-tokens": [[...texts, { done: "max-tokens" }]],
  "cut": [texts],
  "stall": [texts, { end: "stall" }],
  "error-before-anything": [[], { status: 500 }],
  "error-in-mid-stream": [texts, { end: "reset" }],
};
const why = "Lines hold text alone";

const cases = adapterConformance({
  name: "LinesAdapter",
  provider: "lines",
  model: "any",
  stallMs: 20,
  create(scenario) {
    const [lines, options] = answers[scenario]!;
    let requests = 0;
    let stopped = false;
    const fetch = serve(lines, { ...options, onCancel: () => stopped = true });
    return {
      adapter: new LinesAdapter({
        fetch: (...request) => (requests++, fetch(...request)),
        stallMs: 20,
      }),
      requests: () => requests,
      stopped: () => stopped,
    };
  },
  unsupported: [
    { scenario: "reasoning", why },
    { scenario: "tool-call", why },
    { scenario: "parallel-tool-calls", why },
    { scenario: "tool-call-without-arguments", why },
    { scenario: "usage", why },
  ],
  refused: [{ request: { temperature: 0 } }],
});

// In a test file: for (const { name, run } of cases) Deno.test(name, run);
const broken: string[] = [];
for (const { run } of cases) {
  await run().catch(({ message }) => broken.push(message));
}

deepEqual(broken, []);
