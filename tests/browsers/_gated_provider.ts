/**
 * A provider that says what it is told to, when it is told to.
 *
 * @module
 */

/** What an answer has used, as the provider counts it. */
export interface ProviderUsage {
  /** Tokens of the request. */
  readonly prompt_tokens: number;
  /** Tokens of the answer. */
  readonly completion_tokens: number;
}

/** A provider with one answer under way at most. */
export interface GatedProvider {
  /** How the worker reaches it. */
  readonly fetch: typeof globalThis.fetch;
  /** Every call: the texts of its messages. */
  readonly calls: readonly string[][];
  /** Settles with the next call. */
  nextCall(): Promise<void>;
  /** Settles once somebody ends an answer before it does. */
  readonly stopped: Promise<void>;
  /** Has every further call fail. */
  fail(status: number, body: unknown): void;
  /** Adds to the reasoning. */
  think(text: string): void;
  /** Adds to the text. */
  say(text: string): void;
  /** Begins a tool call where there is a name, and adds to its arguments. */
  callTool(part: { name?: string; arguments: string }): void;
  /** Ends the answer. */
  finish(usage?: ProviderUsage): void;
  /** Closes the connection if there is one. */
  hangUp(): void;
}

interface Answer {
  send(data: string): void;
  close(): void;
}

/** Makes a provider. */
export function gatedProvider(): GatedProvider {
  const calls: string[][] = [];
  let called = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  let failure: Response | undefined;
  let answer: Answer | undefined;

  function begin(): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        answer = {
          send: (data) =>
            controller.enqueue(encoder.encode(`data: ${data}\n\n`)),
          close: () => controller.close(),
        };
      },
      cancel() {
        answer = undefined;
        stopped.resolve();
      },
    });
    return new Response(body, {
      headers: { "content-type": "text/event-stream" },
    });
  }

  function underWay(): Answer {
    if (answer === undefined) throw new Error("Cannot answer: nobody asked");
    return answer;
  }

  function send(delta: unknown, reason: string | null = null): void {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    underWay().send(JSON.stringify({ choices }));
  }

  return {
    async fetch(input, init) {
      const { messages } = await new Request(input, init).json();
      calls.push(messages.map(({ content }: { content: string }) => content));
      const response = failure?.clone() ?? begin();
      called.resolve();
      called = Promise.withResolvers();
      return response;
    },
    calls,
    nextCall: () => called.promise,
    stopped: stopped.promise,
    fail(status, body) {
      failure = Response.json(body, { status });
    },
    think: (text) => send({ reasoning_content: text }),
    say: (text) => send({ content: text }),
    callTool({ name, arguments: text }) {
      const start = name && { id: "call_1", type: "function" };
      const call = { index: 0, ...start, function: { name, arguments: text } };
      send({ tool_calls: [call] });
    },
    finish(usage = { prompt_tokens: 12, completion_tokens: 34 }) {
      send({}, "stop");
      const { send: sendRaw, close } = underWay();
      sendRaw(JSON.stringify({ choices: [], usage }));
      sendRaw("[DONE]");
      close();
      answer = undefined;
    },
    hangUp() {
      answer?.close();
      answer = undefined;
    },
  };
}
