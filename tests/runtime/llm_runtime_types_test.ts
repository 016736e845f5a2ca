// Everything is usable as it is typed: no cast is needed, and misuse is refused.
import {
  type AdapterRegistrationHandle,
  type ChunkStream,
  type DirectoryRegistrationHandle,
  type Disposer,
  type GenerateOptions,
  LlmAdapter,
  type LlmCallConfig,
  type LlmConfigurableProvider,
  type LlmDiscoveredModel,
  llmErrorOf,
  type LlmFailure,
  llmFailureOf,
  type LlmModelDiscovery,
  type LlmModelInfo,
  type LlmProviderInfo,
  type LlmResolvedModelInfo,
  type LlmResponseFacts,
  llmResponseOf,
  llmRetryPolicyOf,
  LlmRuntime,
  type PreparedLlmCall,
  ReasoningEffortId,
  type ResolvedRetryPolicy,
} from "../../mod.ts";
import { assertEquals, assertStrictEquals } from "@std/assert";

class Echo extends LlmAdapter {
  override stream({ signal }: GenerateOptions): ChunkStream {
    signal?.throwIfAborted();
    return ReadableStream.from([
      { type: "text-delta", index: 0, text: "Hello" } as const,
      { type: "finish", reason: { kind: "stop" } } as const,
    ]);
  }
}

const ENTRY: LlmConfigurableProvider = {
  provider: "p",
  displayName: "P",
  settingsNs: "llm",
  settingsPath: [],
  declared: undefined,
};

Deno.test("LlmRuntime is typed for registrations of every kind", () => {
  const runtime = new LlmRuntime();
  const signal: AbortSignal | undefined = undefined;
  const discover: LlmModelDiscovery = ({ baseURL }) =>
    Promise.resolve([{ id: baseURL ?? "m", name: undefined }]);

  const routes: AdapterRegistrationHandle = runtime.registerAdapter(
    ["p"],
    new Echo(),
    { signal },
  );
  const entries: DirectoryRegistrationHandle = runtime
    .registerConfigurableProviders([ENTRY], { signal });
  const discovery: Disposer = runtime
    .registerModelDiscovery("llm", discover, { signal });
  const listeners: Disposer[] = [
    runtime.on("llm/stream", function (options, next) {
      const provider: string = options.provider;
      this.providerRetryPolicy(provider);
      return next({ ...options, signal });
    }),
    runtime.on("llm/stream", {
      transformer: ({ model }) =>
        model === "m" ? undefined : {
          transform(chunk, controller) {
            if (chunk.type === "usage") chunk.usage.inputTokens++;
            controller.enqueue(chunk);
          },
        },
    }),
    runtime.on("llm/adapters-updated", () => {}, { signal }),
    runtime.on("llm/diagnostic", ({ code, message }) => code + message),
  ];

  routes.replace(["q"] as const);
  entries.replace([]);
  for (const dispose of [routes, entries, discovery, ...listeners]) {
    using _scope = dispose;
  }

  assertEquals(runtime.listProviders(), []);
});

Deno.test("LlmRuntime is typed for questions and calls of every kind", async () => {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["p"], new Echo());
  runtime.registerModelDiscovery("llm", () => Promise.resolve([]));
  const signal: AbortSignal | undefined = undefined;
  const config: LlmCallConfig = {
    provider: "p",
    model: "m",
    maxTokens: undefined,
  };

  const providers: LlmProviderInfo[] = runtime.listProviders();
  const entries: LlmConfigurableProvider[] = runtime
    .listConfigurableProviders();
  const policy: ResolvedRetryPolicy = runtime.providerRetryPolicy("p");
  const models: LlmModelInfo[] = await runtime.listModels("p");
  const info: LlmResolvedModelInfo = await runtime
    .resolveModelInfo("p", "m", signal);
  const resolved: LlmCallConfig = await runtime
    .resolveCallConfig(config, signal);
  const found: LlmDiscoveredModel[] = await runtime
    .discoverModels("llm", { provider: "p", apiKey: undefined, signal });
  const prepared: PreparedLlmCall = await runtime.prepareCall(resolved, signal);
  const { contextWindow } = prepared.context ?? {};
  const images: boolean | undefined = prepared.inputModalities
    ?.includes("image");
  const filled: true | undefined = prepared.adapterDefaults.maxTokens;
  const stream: ChunkStream = prepared.stream({
    ...prepared.config,
    messages: [],
    signal,
  });
  for await (const _ of stream);
  const error: unknown = llmErrorOf(stream);
  const failure: LlmFailure | undefined = llmFailureOf(stream, error);
  const facts: LlmResponseFacts | undefined = llmResponseOf(stream);
  const used: ResolvedRetryPolicy | undefined = llmRetryPolicyOf(stream);

  assertStrictEquals(used, policy);
  assertEquals(
    [providers.length, entries.length, models.length, found.length, info.id],
    [1, 0, 0, 0, "m"],
  );
  assertEquals(
    [contextWindow, images, filled, failure, facts],
    Array(5).fill(undefined),
  );
});

/** Never called: what is in here must not compile. */
function _misuse(runtime: LlmRuntime, prepared: PreparedLlmCall): void {
  const config: LlmCallConfig = { provider: "p", model: "m" };
  config.reasoningEffort = ReasoningEffortId("high");
  // @ts-expect-error An effort is branded.
  config.reasoningEffort = "high";
  // @ts-expect-error There is no such event.
  runtime.on("llm/none", () => {});
  // @ts-expect-error Only calls take a transformer.
  runtime.on("llm/diagnostic", { transformer: () => undefined });
  // @ts-expect-error A listener returns a stream.
  runtime.on("llm/stream", () => {});
  // @ts-expect-error A prepared call is frozen.
  prepared.adapterDefaults = {};
  // @ts-expect-error A discovery cannot be replaced.
  runtime.registerModelDiscovery("llm", () => Promise.resolve([])).replace([]);
}
