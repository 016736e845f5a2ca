import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  type ChunkStream,
  createAssistantMessage,
  deepFreeze,
  ReasoningEffortId,
  type StreamChunk,
} from "../../message.ts";
import type { LlmAdapter, LlmDiagnostic } from "../../runtime/adapter.ts";
import { llmResponseOf } from "../../runtime/call_record.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import type { LlmResolvedModelInfo } from "../../runtime/model_info.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  endOf,
  failureIn,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
} from "./_stub_adapter.ts";
import { task } from "./_scripted_source.ts";

const HIGH = ReasoningEffortId("high");

/** An adapter with metadata, and what it was asked. */
function recording(
  info: Partial<LlmResolvedModelInfo> = {},
): { adapter: LlmAdapter; requests: GenerateOptions[]; asked: unknown[][] } {
  const requests: GenerateOptions[] = [];
  const asked: unknown[][] = [];
  const adapter = stubAdapter((request) => {
    requests.push(request);
    return streamOf([STOP]);
  }, {
    resolveModel(provider, id, ...rest) {
      asked.push([provider, id, ...rest]);
      return Promise.resolve({ provider, id, name: id, ...info });
    },
  });
  return { adapter, requests, asked };
}

async function send(
  adapter: LlmAdapter,
  options: Partial<GenerateOptions> = {},
): Promise<StreamChunk[]> {
  return await Array.fromAsync(
    runtimeOf(adapter).stream({ ...REQUEST, ...options }),
  );
}

Deno.test("startCall() prepares once for each call, with a signal", async () => {
  const { adapter, asked } = recording();

  await send(adapter);

  assertEquals(asked.length, 1);
  assertEquals(asked[0]?.slice(0, 2), ["p", "m"]);
  assertStrictEquals(asked[0]?.[2] instanceof AbortSignal, true);
});

Deno.test("startCall() names the route that nobody serves", async () => {
  const chunks = await Array.fromAsync(new LlmRuntime().stream(REQUEST));

  assertStrictEquals(failureIn(chunks).message.includes('"p"'), true);
});

Deno.test("startCall() fills defaults in", async () => {
  const { adapter, requests } = recording({
    defaultMaxTokens: 100,
    reasoning: { efforts: [{ id: HIGH, name: "High" }], defaultEffort: HIGH },
  });

  await send(adapter);
  await send(adapter, { maxTokens: 7 });

  assertEquals(
    requests.map(({ maxTokens, reasoningEffort }) => [
      maxTokens,
      reasoningEffort,
    ]),
    [[100, HIGH], [7, HIGH]],
  );
});

Deno.test("startCall() refuses an effort before the adapter starts", async () => {
  const { adapter, requests } = recording();

  const chunks = await send(adapter, { reasoningEffort: HIGH });

  assertEquals(endOf(chunks), "error UNSUPPORTED_REASONING_EFFORT");
  assertEquals(requests, []);
});

Deno.test("startCall() refuses wrong metadata before the adapter starts", async () => {
  const { adapter, requests } = recording({ defaultMaxTokens: -1 });

  const chunks = await send(adapter);

  assertEquals(endOf(chunks), "error INVALID_MODEL_MAX_TOKENS");
  assertEquals(requests, []);
});

for (const prepared of [undefined, null, {}, "call"]) {
  Deno.test(`startCall() refuses ${JSON.stringify(prepared)} for a prepared call`, async () => {
    const adapter = stubAdapter(() => streamOf([STOP]), {
      prepareCall: () => Promise.resolve(prepared as never),
    });

    const chunks = await send(adapter);

    assertEquals(endOf(chunks), "error INVALID_MODEL_INFO");
  });
}

const locked = streamOf([STOP]);
locked.getReader();
for (
  const [name, stream] of Object.entries({
    "nothing": undefined,
    "an array": [STOP],
    "a locked stream": locked,
  })
) {
  Deno.test(`startCall() refuses ${name} from an adapter`, async () => {
    const chunks = await send(stubAdapter(() => stream as ChunkStream));

    assertEquals(endOf(chunks), "error INVALID_ADAPTER");
  });
}

Deno.test("startCall() leaves no rejection of an async stream() unhandled", async () => {
  const rejected = Promise.reject(new Error("Cannot call model"));

  const chunks = await send(stubAdapter(() => rejected as never));
  // The test runner fails on a rejection that is left unhandled.
  await task();

  assertEquals(endOf(chunks), "error INVALID_ADAPTER");
});

Deno.test("startCall() passes on a frozen request as it is", async () => {
  const { adapter, requests } = recording();
  const request = deepFreeze({ ...REQUEST });

  await Array.fromAsync(runtimeOf(adapter).stream(request));

  assertStrictEquals(requests[0], request);
});

Deno.test("startCall() keeps a frozen request frozen with defaults filled in", async () => {
  const { adapter, requests } = recording({ defaultMaxTokens: 100 });

  await Array.fromAsync(runtimeOf(adapter).stream(deepFreeze({ ...REQUEST })));

  assertStrictEquals(requests[0]?.maxTokens, 100);
  assertStrictEquals(Object.isFrozen(requests[0]), true);
});

Deno.test("startCall() gives an adapter no hold on the caller's request", async () => {
  const request = { ...REQUEST };
  const adapter = stubAdapter((options) => {
    options.model = "other";
    return streamOf([STOP]);
  });

  await Array.fromAsync(runtimeOf(adapter).stream(request));

  assertStrictEquals(request.model, "m");
});

Deno.test("startCall() looks owners of replay state up when the adapter starts", async () => {
  const { adapter, requests } = recording();
  const runtime = runtimeOf(adapter);
  const handle = runtime.registerAdapter(["old"], adapter);
  const message = createAssistantMessage({
    content: [],
    source: { provider: "old", model: "m", replayState: { response: 1 } },
  });
  const request = { ...REQUEST, messages: [message] };

  await Array.fromAsync(runtime.stream(request));
  handle();
  await Array.fromAsync(runtime.stream(request));

  const [kept, taken] = requests.map(({ messages }) => messages[0]?.source);
  assertEquals(kept, message.source);
  assertEquals(taken, { kind: "model", provider: "old", model: "m" });
});

for (const how of ["disposal", "replacement", "takeover"]) {
  Deno.test(`startCall() keeps a call in preparation on its adapter through ${how}`, async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const adapter = stubAdapter(() => streamOf([text("own"), STOP]));
    const prepare = adapter.prepareCall.bind(adapter);
    adapter.prepareCall = async (...args) => {
      asked.resolve();
      await gate.promise;
      return await prepare(...args);
    };
    const runtime = new LlmRuntime();
    const handle = runtime.registerAdapter(["p"], adapter);
    const reading = Array.fromAsync(runtime.stream(REQUEST));
    await asked.promise;

    if (how === "replacement") handle.replace(["q"]);
    else handle();
    if (how === "takeover") {
      runtime.registerAdapter(["p"], stubAdapter(() => streamOf([STOP])));
    }
    gate.resolve();

    assertEquals(await reading, [text("own"), STOP]);
  });
}

Deno.test("startCall() keeps a call that streams on its adapter through disposal", async () => {
  const runtime = new LlmRuntime();
  const adapter = stubAdapter(() => streamOf([text("a"), text("b"), STOP]));
  const handle = runtime.registerAdapter(["p"], adapter);
  const stream = runtime.stream(REQUEST);
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();

  handle();

  assertEquals(await Array.fromAsync(stream), [text("b"), STOP]);
});

Deno.test("startCall() looks the route up at the first read", async () => {
  const runtime = new LlmRuntime();
  const stream = runtime.stream(REQUEST);

  runtime.registerAdapter(["p"], stubAdapter(() => streamOf([STOP])));

  assertEquals(await Array.fromAsync(stream), [STOP]);
});

Deno.test("startCall() tells the route with a diagnostic of the adapter", async () => {
  const heard: LlmDiagnostic[] = [];
  const runtime = runtimeOf(stubAdapter((_options, context) => {
    context?.diagnostic({ code: "ODD", message: "Odd" });
    context?.diagnostic({ code: "ODD", message: "Odd", model: "other" });
    return streamOf([STOP]);
  }));
  runtime.on("llm/diagnostic", (diagnostic) => heard.push(diagnostic));

  await Array.fromAsync(runtime.stream(REQUEST));

  assertEquals(heard, [
    { provider: "p", model: "m", code: "ODD", message: "Odd" },
    { provider: "p", model: "other", code: "ODD", message: "Odd" },
  ]);
});

Deno.test("startCall() adds up the facts of a response, later ones last", async () => {
  const stream = runtimeOf(stubAdapter((_options, context) => {
    context?.response({ status: 200, responseId: "a" });
    context?.response({ responseId: "b" });
    return streamOf([STOP]);
  })).stream(REQUEST);
  assertStrictEquals(llmResponseOf(stream), undefined);

  await Array.fromAsync(stream);

  assertEquals(llmResponseOf(stream), { status: 200, responseId: "b" });
});

Deno.test("startCall() keeps late facts of an attempt from the next one", async () => {
  const reports: (() => void)[] = [];
  const runtime = runtimeOf(stubAdapter((_options, context) => {
    const responseId = String(reports.length);
    context?.response({ responseId });
    reports.push(() => context?.response({ responseId, status: 500 }));
    return pulled({ pull: (controller) => controller.enqueue(STOP) });
  }));
  runtime.on("llm/stream", async (_options, next) => {
    await next().cancel();
    await Array.fromAsync(next());
    return next();
  });
  const stream = runtime.stream(REQUEST);
  await Array.fromAsync(stream);

  reports[0]!();

  assertEquals(llmResponseOf(stream), { responseId: "1" });
});
