/**
 * A pi-ai that says what it is told to, and a server that is scripted read by read.
 *
 * @module
 */

import { PiAiAdapter } from "../../../adapters/pi_ai/adapter.ts";
import type { PiAiLoad } from "../../../adapters/pi_ai/load_pi_ai.ts";
import type {
  PiAiOptions,
  PiAiRoute,
} from "../../../adapters/pi_ai/options.ts";
import type {
  PiAiAnswer,
  PiAiContext,
  PiAiCore,
  PiAiEvent,
  PiAiModelRecord,
  PiAiStreamOptions,
} from "../../../adapters/pi_ai/pi_ai_module.ts";
import { createUserMessage, type StreamChunk } from "../../../message.ts";
import type {
  LlmDiagnostic,
  LlmResponseFacts,
} from "../../../runtime/adapter.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";

/** What a fake pi-ai was asked. */
export interface Asked {
  readonly model: PiAiModelRecord;
  readonly transcript: PiAiContext;
  readonly options: PiAiStreamOptions;
}

/** Says what it is told to, given what it is asked. */
export type Say = (asked: Asked) => AsyncIterable<PiAiEvent>;

/** A model, as a catalogue has it. */
export function record(fields: Partial<PiAiModelRecord> = {}): PiAiModelRecord {
  return {
    id: "m",
    name: "M",
    api: "openai-completions",
    provider: "gateway",
    baseUrl: "https://llm.example/v1",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000,
    maxTokens: 100,
    ...fields,
  };
}

/** An answer, as far as it has come. */
export function answer(fields: Partial<PiAiAnswer> = {}): PiAiAnswer {
  return {
    role: "assistant",
    content: [],
    api: "openai-completions",
    provider: "gateway",
    model: "m",
    usage: usage(),
    stopReason: "pending",
    timestamp: 0,
    ...fields,
  };
}

/** Token counts. */
export function usage(
  input = 0,
  output = 0,
  rest: Partial<PiAiAnswer["usage"]> = {},
): PiAiAnswer["usage"] {
  return {
    input,
    output,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    ...rest,
  };
}

/** The events of a text, and its end. */
export function textEvents(text: string): PiAiEvent[] {
  const partial = answer({ content: [{ type: "text", text }] });
  return [
    { type: "start", partial },
    { type: "text_start", contentIndex: 0, partial },
    { type: "text_delta", contentIndex: 0, delta: text, partial },
    { type: "text_end", contentIndex: 0, content: text, partial },
    { type: "done", reason: "stop", message: partial },
  ];
}

/** Says some events, one after the other. */
export async function* say(
  ...events: readonly PiAiEvent[]
): AsyncGenerator<PiAiEvent> {
  yield* events;
}

/** Asks a URL by the `fetch` it is given, and says what the body says in lines. */
export const sayLines: Say = async function* ({ model, options }) {
  const { fetch, signal, headers } = options;
  const partial = answer({ content: [{ type: "text", text: "" }] });
  try {
    const response = await fetch(model.baseUrl, {
      method: "POST",
      signal,
      headers: headers as Record<string, string>,
    });
    yield { type: "start", partial };
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      for (const delta of decoder.decode(bytes).split("\n")) {
        if (delta === "") continue;
        text += delta;
        yield { type: "text_delta", contentIndex: 0, delta, partial };
      }
    }
    if (!response.ok) throw new Error(text || `${response.status} no body`);
    yield { type: "text_end", contentIndex: 0, content: text, partial };
    yield { type: "done", reason: "stop", message: partial };
  } catch (error) {
    const errorMessage = (error as Error).message;
    yield {
      type: "error",
      reason: "error",
      error: answer({ errorMessage, stopReason: "error" }),
    };
  }
};

/** Loads a fake pi-ai. */
export function fakeLoad(
  say: Say,
  provider: { models?: PiAiModelRecord[]; auth?: unknown } = {},
): { load: PiAiLoad; loaded: string[]; asked: Asked[] } {
  const loaded: string[] = [];
  const asked: Asked[] = [];
  const streams = {
    streamSimple(
      model: PiAiModelRecord,
      transcript: unknown,
      options: PiAiStreamOptions,
    ) {
      const question = {
        model,
        transcript: transcript as PiAiContext,
        options,
      };
      asked.push(question);
      return say(question);
    },
  };
  const core: PiAiCore = {
    createModels: () => ({
      setProvider() {},
      getAuth(_model, { apiKey }) {
        if (provider.auth instanceof Error) {
          return Promise.reject(provider.auth);
        }
        const auth = apiKey === undefined
          ? provider.auth
          : { auth: { apiKey } };
        return Promise.resolve(auth as undefined);
      },
    }),
    normalizeContext: (context) => context,
    getSupportedThinkingLevels: ({ thinkingLevelMap }) =>
      ["off", "low", "high"].filter((level) =>
        thinkingLevelMap?.[level] !== null
      ),
    isContextOverflow: (
      { errorMessage = "", usage },
      contextWindow = Infinity,
    ) => errorMessage.includes("too much") || usage.input > contextWindow,
  };
  return {
    loaded,
    asked,
    load(specifier) {
      loaded.push(specifier);
      if (specifier.includes("/api/")) return Promise.resolve(streams);
      if (!specifier.includes("/providers/")) return Promise.resolve(core);
      const id = specifier.slice(specifier.lastIndexOf("/") + 1);
      const { models = [record({ provider: id })] } = provider;
      return Promise.resolve({
        createThing: () => {},
        someProvider: () => ({
          id,
          name: id,
          getModels: () => models,
          ...streams,
        }),
      });
    },
  };
}

/** A request. */
export function request(
  fields: Partial<GenerateOptions> = {},
): GenerateOptions {
  return {
    provider: "gateway",
    model: "m",
    messages: [createUserMessage({ content: "Go on" })],
    ...fields,
  };
}

/** A route to a declared server. */
export function gateway(fields: Partial<PiAiRoute> = {}): PiAiRoute {
  return {
    api: "openai-completions",
    baseURL: "https://llm.example/v1",
    apiKey: "sk-0123456789",
    models: [{ id: "m" }],
    ...fields,
  };
}

/** An adapter on a fake pi-ai, and what it reports. */
export function adapt(
  say: Say,
  route: Partial<PiAiRoute> = {},
  options: Partial<PiAiOptions> = {},
): {
  adapter: PiAiAdapter;
  asked: Asked[];
  loaded: string[];
  diagnostics: LlmDiagnostic[];
  facts: LlmResponseFacts;
  stream(fields?: Partial<GenerateOptions>): ReadableStream<StreamChunk>;
} {
  const { load, asked, loaded } = fakeLoad(say);
  const adapter = new PiAiAdapter({
    routes: { gateway: gateway(route) },
    load,
    ...options,
  });
  const diagnostics: LlmDiagnostic[] = [];
  const facts: LlmResponseFacts = {};
  return {
    adapter,
    asked,
    loaded,
    diagnostics,
    facts,
    stream: (fields) =>
      adapter.stream(request(fields), {
        diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
        response: (added) => void Object.assign(facts, added),
      }),
  };
}

/** How a scripted body goes on after its pieces. */
export type BodyEnd = "close" | "error" | "stall";

/** A `fetch` that answers with pieces, one a read, and what became of it. */
export function scriptFetch(
  pieces: readonly string[],
  { end = "close", ...init }: ResponseInit & { end?: BodyEnd } = {},
): {
  fetch: typeof globalThis.fetch;
  requests: { url: string; init: RequestInit }[];
  reads: number;
  cancelled: unknown[];
} {
  const encoder = new TextEncoder();
  const script = {
    requests: [] as { url: string; init: RequestInit }[],
    reads: 0,
    cancelled: [] as unknown[],
    fetch: ((input: URL | string | Request, request: RequestInit = {}) => {
      script.requests.push({ url: String(input), init: request });
      const left = [...pieces];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          script.reads++;
          const piece = left.shift();
          if (piece !== undefined) controller.enqueue(encoder.encode(piece));
          else if (end === "close") controller.close();
          else if (end === "error") controller.error(new TypeError("reset"));
          else return new Promise(() => {});
        },
        cancel: (reason) => void script.cancelled.push(reason),
      }, { highWaterMark: 0 });
      return Promise.resolve(new Response(body, init));
    }) as typeof globalThis.fetch,
  };
  return script;
}
