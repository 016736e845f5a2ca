import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import type { ChunkStream, StreamChunk } from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { takeChunkSource } from "../../../runtime/chunk_source.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { message, text } from "./_conversation.ts";

const ANSWER = [
  'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n',
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  "data: [DONE]\n\n",
].join("");

const request: GenerateOptions = {
  provider: "ds",
  model: "deepseek-v4-pro",
  messages: [message("user", [text("Hi")])],
};

/** A server that answers every request and keeps it. */
function server(): { fetch: typeof fetch; requests: Request[] } {
  const requests: Request[] = [];
  return {
    requests,
    fetch: (input, init) => {
      requests.push(new Request(input, init));
      return Promise.resolve(
        new Response(ANSWER, {
          headers: { "content-type": "text/event-stream" },
        }),
      );
    },
  };
}

async function finishOf(stream: ChunkStream): Promise<StreamChunk | undefined> {
  const chunks = await Array.fromAsync(stream);
  return chunks.at(-1);
}

const stopped = { type: "finish", reason: { kind: "stop" } };

Deno.test("DeepSeekAdapter calls its route by the name DeepSeek", () => {
  const adapter = new DeepSeekAdapter();

  assertEquals(adapter.providerInfo("deepseek-official"), {
    id: "deepseek-official",
    name: "DeepSeek",
  });
});

Deno.test("DeepSeekAdapter refuses bad options at construction", () => {
  assertThrows(
    () => new DeepSeekAdapter({ maxTokens: 0 }),
    RangeError,
    "options.maxTokens",
  );
});

Deno.test("DeepSeekAdapter does not follow later changes of its options", async () => {
  const options = { models: [{ id: "a" }] };

  const adapter = new DeepSeekAdapter(options);
  options.models = [];
  const models = await adapter.listModels("ds");

  assertEquals(models, [{ provider: "ds", id: "a", name: "a" }]);
});

Deno.test("DeepSeekAdapter does not read an option function at construction", () => {
  let reads = 0;

  new DeepSeekAdapter(() => {
    reads++;
    return {};
  });

  assertEquals(reads, 0);
});

Deno.test("DeepSeekAdapter tells its models and its policy without an API key", async () => {
  const adapter = new DeepSeekAdapter({ apiKey: () => undefined });

  const models = await adapter.listModels("ds");
  const model = await adapter.resolveModel("ds", "deepseek-v4-pro");

  assertEquals(models.length, 3);
  assertEquals(model.context?.contextWindow, 1_000_000);
  assertEquals(adapter.providerRetryPolicy("ds"), undefined);
});

Deno.test("DeepSeekAdapter.providerRetryPolicy() returns the configured policy", () => {
  const adapter = new DeepSeekAdapter({
    retryPolicy: { mode: "normal", maxRetries: 2 },
  });

  const policy = adapter.providerRetryPolicy("ds");

  assert(policy?.mode === "normal");
  assertEquals(policy.maxRetries, 2);
});

const OPERATIONS: [
  name: string,
  run: (adapter: DeepSeekAdapter) => unknown,
][] = [
  ["providerRetryPolicy", (adapter) => adapter.providerRetryPolicy("ds")],
  ["listModels", (adapter) => adapter.listModels("ds")],
  ["resolveModel", (adapter) => adapter.resolveModel("ds", "m")],
  ["prepareCall", (adapter) => adapter.prepareCall("ds", "m")],
  ["stream", (adapter) => adapter.stream(request).cancel()],
];

for (const [name, run] of OPERATIONS) {
  Deno.test(`DeepSeekAdapter.${name}() reads an option function once`, async () => {
    let reads = 0;
    const adapter = new DeepSeekAdapter(() => {
      reads++;
      return {};
    });

    await run(adapter);

    assertEquals(reads, 1);
  });

  Deno.test(`DeepSeekAdapter.${name}() refuses bad options of a function`, async () => {
    const adapter = new DeepSeekAdapter(() => ({ maxTokens: 0 }));

    await assertRejects(
      async () => await run(adapter),
      RangeError,
      "options.maxTokens",
    );
  });

  Deno.test(`DeepSeekAdapter.${name}() passes on what an option function throws`, async () => {
    const thrown = new Error("no configuration yet");
    const adapter = new DeepSeekAdapter(() => {
      throw thrown;
    });

    const error = await assertRejects(async () => await run(adapter));

    assertStrictEquals(error, thrown);
  });
}

for (const name of ["listModels", "resolveModel", "prepareCall"] as const) {
  Deno.test(`DeepSeekAdapter.${name}() rejects rather than throws`, async () => {
    const adapter = new DeepSeekAdapter(() => ({ maxTokens: 0 }));

    const promise = adapter[name]("ds", "m");

    await assertRejects(() => promise, RangeError);
  });
}

Deno.test("DeepSeekAdapter.stream() calls the configured server", async () => {
  const { fetch, requests } = server();
  const adapter = new DeepSeekAdapter({
    apiKey: " sk-1 ",
    baseURL: "https://ds.example/v1/",
    headers: { "X-Team": "blue" },
    fetch,
  });

  const finish = await finishOf(adapter.stream(request));

  assertEquals(finish as unknown, stopped);
  assertEquals(requests.map(({ url }) => url), [
    "https://ds.example/v1/chat/completions",
  ]);
  assertEquals(requests[0]?.headers.get("authorization"), "Bearer sk-1");
  assertEquals(requests[0]?.headers.get("x-team"), "blue");
});

Deno.test("DeepSeekAdapter.stream() applies the adapter's defaults without a runtime", async () => {
  const { fetch, requests } = server();
  const adapter = new DeepSeekAdapter({
    apiKey: "sk-1",
    reasoningEffort: "low",
    maxTokens: 99,
    fetch,
  });

  await finishOf(adapter.stream(request));

  const body = await requests[0]?.json();
  assertEquals(body.reasoning_effort, "low");
  assertEquals(body.max_tokens, 99);
});

Deno.test("DeepSeekAdapter.stream() sends nothing before its first read", async () => {
  const { fetch, requests } = server();
  const adapter = new DeepSeekAdapter({ apiKey: "sk-1", fetch });

  const stream = adapter.stream(request);
  await stream.cancel();

  assertEquals(requests, []);
});

Deno.test("DeepSeekAdapter.stream() hands on whole reads", async () => {
  const { fetch } = server();
  const adapter = new DeepSeekAdapter({ apiKey: "sk-1", fetch });

  const source = takeChunkSource(adapter.stream(request));
  const { chunks } = await source.read();
  await source.cancel(undefined);

  assert(chunks.length > 1);
});

Deno.test("DeepSeekAdapter.stream() reports to the context it is given", async () => {
  const { fetch } = server();
  const adapter = new DeepSeekAdapter({ apiKey: "sk-1", fetch });
  const diagnostics: LlmDiagnostic[] = [];

  await finishOf(
    adapter.stream({ ...request, providerOptions: { stream: false } }, {
      diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
      response: () => {},
    }),
  );

  assertEquals(diagnostics.map(({ code }) => code), [
    "PROVIDER_OPTION_IGNORED",
  ]);
});

Deno.test("DeepSeekAdapter.prepareCall() tells the model it resolved", async () => {
  const adapter = new DeepSeekAdapter({
    models: [{ id: "a", maxTokens: 5, contextWindow: 10 }],
  });

  const { model } = await adapter.prepareCall("ds", "a");

  assertEquals(model, await adapter.resolveModel("ds", "a"));
  assertEquals(model.defaultMaxTokens, 5);
});

Deno.test("DeepSeekAdapter.prepareCall() binds the call to the options it read", async () => {
  const { fetch, requests } = server();
  let options: DeepSeekOptions = {
    apiKey: "sk-1",
    baseURL: "https://old.example",
    fetch,
  };
  const adapter = new DeepSeekAdapter(() => options);

  const call = await adapter.prepareCall("ds", "deepseek-v4-pro");
  options = { ...options, apiKey: "sk-2", baseURL: "https://new.example" };
  await finishOf(call.stream(request));

  assertEquals(requests.map(({ url }) => new URL(url).origin), [
    "https://old.example",
  ]);
  assertEquals(requests[0]?.headers.get("authorization"), "Bearer sk-1");
});

Deno.test("DeepSeekAdapter.stream() reads an option function anew for the next call", async () => {
  const { fetch, requests } = server();
  let options: DeepSeekOptions = {
    apiKey: "sk-1",
    baseURL: "https://old.example",
    fetch,
  };
  const adapter = new DeepSeekAdapter(() => options);

  const stream = adapter.stream(request);
  options = { ...options, baseURL: "https://new.example" };
  await finishOf(stream);
  await finishOf(adapter.stream(request));

  assertEquals(requests.map(({ url }) => new URL(url).origin), [
    "https://old.example",
    "https://new.example",
  ]);
});
