// What a prepared call is bound to: its registration and its config.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  type ChunkStream,
  createAssistantMessage,
  type StreamChunk,
} from "../../message.ts";
import type { LlmAdapter } from "../../runtime/adapter.ts";
import {
  isLlmAdapterFailure,
  llmErrorOf,
  llmResponseOf,
  llmRetryPolicyOf,
} from "../../runtime/call_record.ts";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  type ResolvedRetryPolicy,
  resolveRetryPolicy,
} from "../../runtime/retry_policy.ts";
import type { LlmStreamListener } from "../../runtime/stream_listener.ts";
import {
  endOf,
  failureIn,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
} from "./_stub_adapter.ts";

const OWN = resolveRetryPolicy({ mode: "normal", maxRetries: 1 }, "policy");
const OTHER = resolveRetryPolicy({ mode: "normal", maxRetries: 2 }, "policy");

function saying(
  word: string,
  policy: ResolvedRetryPolicy = OWN,
): LlmAdapter {
  return stubAdapter(() => streamOf([text(word), STOP]), {
    providerRetryPolicy: () => policy,
  });
}

/** Ways a route changes hands. */
const CHANGES: Record<
  string,
  (
    runtime: LlmRuntime,
    handle: { (): void; replace(next: string[]): void },
  ) => void
> = {
  "disposed": (_runtime, handle) => handle(),
  "replaced": (_runtime, handle) => handle.replace(["q"]),
  "captured anew": (_runtime, handle) => handle.replace(["p"]),
  "taken over": (runtime, handle) => {
    handle();
    runtime.registerAdapter(["p"], saying("other", OTHER));
  },
};

for (const [name, change] of Object.entries(CHANGES)) {
  Deno.test(`a prepared call keeps adapter and policy when its route is ${name} before it starts`, async () => {
    const runtime = new LlmRuntime();
    const handle = runtime.registerAdapter(["p"], saying("own"));
    const prepared = await runtime.prepareCall(REQUEST);

    change(runtime, handle);
    const stream = prepared.stream(REQUEST);

    assertEquals(await Array.fromAsync(stream), [text("own"), STOP]);
    assertEquals(llmRetryPolicyOf(stream), OWN);
    assertStrictEquals(llmRetryPolicyOf(stream), prepared.retryPolicy);
  });

  Deno.test(`a prepared call keeps its policy when its route is ${name} before it fails`, async () => {
    const error = new LlmError("Cannot read", "SERVER");
    const runtime = new LlmRuntime();
    const handle = runtime.registerAdapter(
      ["p"],
      stubAdapter(() => streamOf([text("own")], (c) => c.error(error)), {
        providerRetryPolicy: () => OWN,
      }),
    );
    const prepared = await runtime.prepareCall(REQUEST);
    const stream = prepared.stream(REQUEST);
    const reader = stream.getReader();
    await reader.read();
    reader.releaseLock();

    change(runtime, handle);
    const chunks = await Array.fromAsync(stream);

    assertEquals(endOf(chunks), "error SERVER");
    assertStrictEquals(llmErrorOf(stream), error);
    assertEquals(llmRetryPolicyOf(stream), OWN);
  });
}

Deno.test("a prepared call gives replay state back only while its route is its adapter's", async () => {
  const requests: GenerateOptions[] = [];
  const adapter = stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  });
  const runtime = new LlmRuntime();
  const handle = runtime.registerAdapter(["p"], adapter);
  const message = createAssistantMessage({
    content: [],
    source: { provider: "p", model: "m", replayState: { response: 1 } },
  });
  const first = await runtime.prepareCall(REQUEST);
  const second = await runtime.prepareCall(REQUEST);

  await Array.fromAsync(first.stream({ ...REQUEST, messages: [message] }));
  handle();
  runtime.registerAdapter(["p"], saying("other"));
  await Array.fromAsync(second.stream({ ...REQUEST, messages: [message] }));

  const sources = requests.map(({ messages }) => messages[0]?.source);
  assertEquals(sources, [
    message.source,
    { kind: "model", provider: "p", model: "m" },
  ]);
});

for (
  const [field, value] of Object.entries({
    provider: "q",
    model: "n",
    maxTokens: 7,
    temperature: 1,
    stop: ["END"],
  })
) {
  const listeners: Record<string, LlmStreamListener> = {
    "replaces": (options, next) => next({ ...options, [field]: value }),
    "mutates": (options, next) => {
      Object.assign(options, { [field]: value });
      return next();
    },
  };
  for (const [how, listener] of Object.entries(listeners)) {
    Deno.test(`a prepared call ends in INVALID_PREPARED_CALL where a listener ${how} \`${field}\``, async () => {
      let started = 0;
      const runtime = runtimeOf(stubAdapter(() => {
        started++;
        return streamOf([STOP]);
      }, { providerRetryPolicy: () => OWN }));
      runtime.registerAdapter(["q"], saying("other"));
      runtime.on("llm/stream", listener);
      const prepared = await runtime.prepareCall(REQUEST);
      const stream = prepared.stream({ ...REQUEST });

      const chunks = await Array.fromAsync(stream);

      assertEquals(endOf(chunks), "error INVALID_PREPARED_CALL");
      assertStrictEquals(started, 0);
      assertStrictEquals(isLlmAdapterFailure(stream, failureIn(chunks)), true);
      assertStrictEquals(
        (llmErrorOf(stream) as LlmError).code,
        "INVALID_PREPARED_CALL",
      );
      assertEquals(llmRetryPolicyOf(stream), OWN);
    });
  }
}

Deno.test("a prepared call goes on where a listener changes what is no config", async () => {
  const requests: GenerateOptions[] = [];
  const runtime = runtimeOf(stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  }));
  runtime.on(
    "llm/stream",
    (options, next) => next({ ...options, system: "Be brief" }),
  );
  const prepared = await runtime.prepareCall(REQUEST);

  const chunks = await Array.fromAsync(prepared.stream(REQUEST));

  assertEquals(chunks, [STOP]);
  assertStrictEquals(requests[0]?.system, "Be brief");
});

Deno.test("a prepared call may be tried again by a listener, with what was prepared", async () => {
  let prepares = 0;
  const script: ChunkStream[] = [
    streamOf([], (controller) => controller.error(new Error("first"))),
    streamOf([text("second"), STOP]),
  ];
  const adapter = stubAdapter(() => script.shift()!);
  const prepare = adapter.prepareCall.bind(adapter);
  adapter.prepareCall = (...args) => (prepares++, prepare(...args));
  const runtime = runtimeOf(adapter);
  runtime.on("llm/stream", async (_options, next) => {
    await Array.fromAsync(next());
    return next();
  });
  const prepared = await runtime.prepareCall(REQUEST);

  const chunks = await Array.fromAsync(prepared.stream(REQUEST));

  assertEquals(chunks, [text("second"), STOP]);
  assertStrictEquals(prepares, 1);
});

Deno.test("a prepared call may be answered by a listener that never goes on", async () => {
  const runtime = runtimeOf(saying("adapter"));
  const chunks: StreamChunk[] = [text("listener"), STOP];
  runtime.on("llm/stream", () => streamOf(chunks));
  const prepared = await runtime.prepareCall(REQUEST);
  const stream = prepared.stream(REQUEST);

  assertEquals(await Array.fromAsync(stream), chunks);
  assertStrictEquals(llmRetryPolicyOf(stream), undefined);
});

Deno.test("a prepared call tells its facts and failures by its very stream", async () => {
  const error = new LlmError("Cannot read", "SERVER");
  const runtime = runtimeOf(stubAdapter((_options, context) => {
    context?.response({ status: 200 });
    return streamOf([], (controller) => controller.error(error));
  }));
  const prepared = await runtime.prepareCall(REQUEST);
  const stream = prepared.stream(REQUEST);

  const failure = failureIn(await Array.fromAsync(stream));

  assertStrictEquals(llmErrorOf(stream), error);
  assertStrictEquals(isLlmAdapterFailure(stream, failure), true);
  assertEquals(llmResponseOf(stream), { status: 200 });
});

Deno.test("a prepared call whose signal is aborted never reaches the adapter", async () => {
  let started = 0;
  const runtime = runtimeOf(stubAdapter(() => {
    started++;
    return streamOf([STOP]);
  }));
  const prepared = await runtime.prepareCall(REQUEST);

  const chunks = await Array.fromAsync(
    prepared.stream({ ...REQUEST, signal: AbortSignal.abort() }),
  );

  assertEquals(endOf(chunks), "aborted ABORTED");
  assertStrictEquals(started, 0);
});
