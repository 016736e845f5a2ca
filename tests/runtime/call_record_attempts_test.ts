// What is told of a call that was tried more than once, or passed through others.
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type { LlmAdapter } from "../../runtime/adapter.ts";
import {
  isLlmAdapterFailure,
  llmErrorOf,
  llmFailureOf,
  llmResponseOf,
  llmRetryPolicyOf,
} from "../../runtime/call_record.ts";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { resolveRetryPolicy } from "../../runtime/retry_policy.ts";
import {
  call,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
} from "./_stub_adapter.ts";
import { ERROR, fail, failing } from "./_failing_call.ts";

Deno.test("llmErrorOf() is that of the last attempt, every failure matches", async () => {
  const second = new LlmError("Cannot read again", "TRANSPORT");
  const script: unknown[] = [ERROR, second];
  const runtime = runtimeOf(stubAdapter(() => failing(script.shift())));
  runtime.on("llm/stream", async (_options, next) => {
    await Array.fromAsync(next());
    return next();
  });
  const stream = runtime.stream(REQUEST);

  await fail(stream);

  assertStrictEquals(llmErrorOf(stream), second);
  assertStrictEquals(isLlmAdapterFailure(stream, ERROR), true);
  assertStrictEquals(isLlmAdapterFailure(stream, second), true);
});

Deno.test("llmErrorOf() forgets a failed attempt once the next one goes well", async () => {
  const script = [failing(), streamOf([STOP])];
  const runtime = runtimeOf(stubAdapter(() => script.shift()!));
  runtime.on("llm/stream", async (_options, next) => {
    await Array.fromAsync(next());
    return next();
  });
  const stream = runtime.stream(REQUEST);

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks, [STOP]);
  assertStrictEquals(llmErrorOf(stream), undefined);
});

Deno.test("llmRetryPolicyOf() is undefined where the last route was nobody's", async () => {
  const runtime = runtimeOf(stubAdapter(() => failing()));
  runtime.on("llm/stream", async (options, next) => {
    await Array.fromAsync(next());
    return next({ ...options, provider: "nobody" });
  });
  const stream = runtime.stream(REQUEST);

  await fail(stream);

  assertStrictEquals(llmRetryPolicyOf(stream), undefined);
});

Deno.test("llmResponseOf() forgets an attempt once another is made", async () => {
  const runtime = runtimeOf(stubAdapter((_options, context) => {
    context?.response({ status: 500 });
    return failing();
  }));
  runtime.on("llm/stream", async (options, next) => {
    await Array.fromAsync(next());
    return next({ ...options, provider: "nobody" });
  });
  const stream = runtime.stream(REQUEST);

  await fail(stream);

  assertStrictEquals(llmResponseOf(stream), undefined);
});

Deno.test("llmErrorOf() is that of the attempt begun last, though an earlier one fails later", async () => {
  const gate = Promise.withResolvers<void>();
  const script: LlmAdapter["stream"][] = [
    () =>
      pulled({
        async pull(controller) {
          await gate.promise;
          controller.error(ERROR);
        },
      }),
    (_options, context) => {
      context?.response({ responseId: "second" });
      gate.resolve();
      return streamOf([STOP]);
    },
  ];
  const runtime = runtimeOf(stubAdapter((...args) => script.shift()!(...args)));
  runtime.on("llm/stream", async (_options, next) => {
    const [first, second] = [next().getReader(), next().getReader()];
    const late = first.read();
    await second.read();
    await late;
    return streamOf([STOP]);
  });
  const stream = runtime.stream(REQUEST);

  const chunks = await Array.fromAsync(stream);

  assertEquals(chunks, [STOP]);
  assertStrictEquals(llmErrorOf(stream), undefined);
  assertStrictEquals(isLlmAdapterFailure(stream, ERROR), true);
  assertEquals(llmResponseOf(stream), { responseId: "second" });
});

Deno.test("llmResponseOf() is that of the attempt begun last, though an earlier one is prepared later", async () => {
  const gate = Promise.withResolvers<void>();
  let prepares = 0;
  const adapter = stubAdapter((_options, context) => {
    const responseId = `prepared at ${prepares}`;
    context?.response({ responseId });
    gate.resolve();
    prepares++;
    return streamOf([STOP]);
  });
  const prepare = adapter.prepareCall.bind(adapter);
  adapter.prepareCall = async (...args) => {
    if (prepares++ === 0) await gate.promise;
    return prepare(...args);
  };
  const runtime = runtimeOf(adapter);
  runtime.on("llm/stream", async (_options, next) => {
    const [first, second] = [next().getReader(), next().getReader()];
    const late = first.read();
    await second.read();
    await late;
    return streamOf([STOP]);
  });
  const stream = runtime.stream(REQUEST);

  await Array.fromAsync(stream);

  assertEquals(llmResponseOf(stream), { responseId: "prepared at 2" });
});

Deno.test("llmErrorOf() forgets a failed attempt once the next is aborted beforehand, the policy stays", async () => {
  const policy = resolveRetryPolicy({ mode: "always" }, "policy");
  const runtime = runtimeOf(stubAdapter(() => failing(), {
    providerRetryPolicy: () => policy,
  }));
  runtime.on("llm/stream", async (options, next) => {
    await Array.fromAsync(next());
    return next({ ...options, signal: AbortSignal.abort() });
  });
  const stream = runtime.stream(REQUEST);

  const failure = await fail(stream);

  assertStrictEquals(failure.code, "ABORTED");
  assertStrictEquals(llmErrorOf(stream), undefined);
  assertEquals(llmRetryPolicyOf(stream), policy);
});

Deno.test("every finder knows nothing of a branch of tee()", async () => {
  const stream = call((_options, context) => {
    context?.response({ status: 200 });
    return failing();
  });
  const branches = stream.tee();

  const failures = await Promise.all(branches.map(fail));

  for (const [k, branch] of branches.entries()) {
    assertStrictEquals(llmErrorOf(branch), undefined);
    assertStrictEquals(llmFailureOf(branch, failures[k]), undefined);
    assertStrictEquals(llmRetryPolicyOf(branch), undefined);
    assertStrictEquals(llmResponseOf(branch), undefined);
  }
  assertStrictEquals(llmErrorOf(stream), ERROR);
});

Deno.test("isLlmAdapterFailure() is false for what a listener throws or makes up", async () => {
  const thrown = new Error("listener");
  const failure = Object.freeze({ message: "Made up", code: "SERVER" });
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP])));
  const stop = runtime.on("llm/stream", (_options, next) => {
    next();
    return streamOf([{ type: "finish", reason: { kind: "error", failure } }]);
  });
  const made = runtime.stream(REQUEST);
  await fail(made);
  stop();
  runtime.on("llm/stream", {
    transformer: () => ({
      transform() {
        throw thrown;
      },
    }),
  });
  const broken = runtime.stream(REQUEST);

  const caught = await assertRejects(() => Array.fromAsync(broken));

  assertStrictEquals(caught, thrown);
  assertStrictEquals(isLlmAdapterFailure(broken, thrown), false);
  assertStrictEquals(isLlmAdapterFailure(made, failure), false);
});

Deno.test("llmRetryPolicyOf() is the policy captured before a replacement that came while the call ran", async () => {
  let maxRetries = 1;
  const runtime = new LlmRuntime();
  const handle = runtime.registerAdapter(
    ["p"],
    stubAdapter(() => failing(), {
      providerRetryPolicy: () =>
        resolveRetryPolicy({ mode: "normal", maxRetries }, "policy"),
    }),
  );
  runtime.on("llm/stream", (_options, next) => {
    return next().pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          maxRetries = 2;
          handle.replace(["p"]);
          controller.enqueue(chunk);
        },
      }),
    );
  });
  const stream = runtime.stream(REQUEST);

  await fail(stream);

  const policy = llmRetryPolicyOf(stream);
  assertStrictEquals(policy?.mode === "normal" && policy.maxRetries, 1);
  const now = runtime.providerRetryPolicy("p");
  assertStrictEquals(now.mode === "normal" && now.maxRetries, 2);
});

Deno.test("one stream that a listener hands out twice makes two calls", () => {
  const own = streamOf([STOP]);
  const runtime = new LlmRuntime();
  runtime.on("llm/stream", () => own);

  const first = runtime.stream(REQUEST);
  const second = runtime.stream(REQUEST);

  assertStrictEquals(first, own);
  assertStrictEquals(second === own, false);
});
