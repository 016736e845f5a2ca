/**
 * What the pi-ai adapter adds to pi-ai itself, on the same bytes.
 *
 * @module
 */

import { PiAiAdapter } from "../adapters/pi_ai/mod.ts";
import {
  assemble,
  createUserMessage,
  type GenerateOptions,
  LlmRuntime,
  textOf,
} from "../mod.ts";
import { PI_AI } from "../tests/npm_packages.ts";
import { floor } from "./floor.ts";
import { cpu, type Figure, median } from "./report.ts";
import { body, workload } from "./workload.ts";

const ROUNDS = 11;
const WARM_UP = 3;
const IMPORTS = 11;

// Where no tool can read it: nobody downloads the package who does not run this.
const PACKAGE = `npm:${PI_AI}`;

const MODEL = {
  id: "bench",
  name: "bench",
  api: "openai-completions",
  provider: "bench",
  baseUrl: "http://127.0.0.1/v1",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 1_000,
};

const REQUEST: GenerateOptions = {
  provider: "bench",
  model: "bench",
  messages: [createUserMessage({ content: "Go on" })],
};

/** Times pi-ai alone and through the adapter in turn, in one process. */
export async function piAi(): Promise<Figure[]> {
  const reads = workload();
  const characters = floor(reads);
  const fetch = () =>
    Promise.resolve(
      new Response(body(reads), {
        headers: { "content-type": "text/event-stream" },
      }),
    );
  const alone = await directClient(fetch);
  const adapted = adaptedClient(fetch);
  const ratios: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const least = await cpu(() => checked(alone(), characters));
    const whole = await cpu(() => checked(adapted(), characters));
    if (round >= 0) ratios.push(whole / least);
  }
  return [
    {
      name: "pi-ai through the adapter, bytes to message",
      value: median(ratios),
      target: 1.15,
      unit: "x pi-ai",
    },
    {
      name: "import of ./pi-ai beyond that of .",
      value: await importMs("adapters/pi_ai/mod.ts") - await importMs("mod.ts"),
      target: 20,
      unit: "ms",
    },
  ];
}

/** A figure of less than the whole answer is no figure. */
async function checked(
  length: Promise<number>,
  characters: number,
): Promise<void> {
  if (await length !== characters) {
    throw new Error(`Cannot measure: the answer came out as ${await length}`);
  }
}

/** Reads the events of pi-ai as its own documentation does. */
async function directClient(
  fetch: typeof globalThis.fetch,
): Promise<() => Promise<number>> {
  const { createModels, createProvider } = await import(PACKAGE);
  const api = await import(`${PACKAGE}/api/openai-completions.lazy`);
  const models = createModels();
  models.setProvider(createProvider({
    id: "bench",
    auth: { apiKey: { name: "key", resolve: () => ({ auth: {} }) } },
    models: [MODEL],
    api: api.openAICompletionsApi(),
  }));
  return async () => {
    let length = 0;
    const context = { messages: [{ role: "user", content: "Go on" }] };
    const options = { apiKey: "none", fetch, maxRetries: 0 };
    for await (const event of models.streamSimple(MODEL, context, options)) {
      if (event.type === "text_delta") length += event.delta.length;
    }
    return length;
  };
}

function adaptedClient(
  fetch: typeof globalThis.fetch,
): () => Promise<number> {
  const runtime = new LlmRuntime();
  const { api, baseUrl: baseURL } = MODEL;
  const models = [{ id: "bench" }];
  const adapter = new PiAiAdapter({
    routes: {
      bench: { api: api as "openai-completions", baseURL, models, fetch },
    },
    load: (specifier) =>
      import(specifier.replace("@earendil-works/pi-ai", PACKAGE)),
  });
  runtime.registerAdapter(["bench"], adapter);
  return async () => {
    const answer = await assemble(runtime.stream(REQUEST));
    return textOf(answer.message()).length;
  };
}

/** How long a fresh process takes to import a module that is in the cache. */
async function importMs(path: string): Promise<number> {
  const url = new URL(`../${path}`, import.meta.url);
  const code = `const began = performance.now(); await import("${url}");` +
    "console.log(performance.now() - began);";
  const times: number[] = [];
  for (let k = 0; k < IMPORTS; k++) {
    const { stdout } = await new Deno.Command("deno", {
      args: ["eval", "--no-lock", code],
    }).output();
    times.push(Number(new TextDecoder().decode(stdout)));
  }
  return median(times.slice(1));
}
