import { assertEquals, assertStrictEquals } from "@std/assert";
import type { ChunkStream } from "../../message.ts";
import {
  isLlmAdapterFailure,
  llmErrorOf,
  llmFailureOf,
  llmResponseOf,
  llmRetryPolicyOf,
} from "../../runtime/call_record.ts";
import type { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { resolveRetryPolicy } from "../../runtime/retry_policy.ts";
import {
  call,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
} from "./_stub_adapter.ts";
import { ERROR, fail, failing } from "./_failing_call.ts";

for (
  const [name, error] of Object.entries({
    "an LlmError": ERROR,
    "an error": new Error("other"),
    "an object": {},
    "a string": "thrown",
  })
) {
  Deno.test(`llmErrorOf() returns ${name} as it was thrown`, async () => {
    const stream = call(() => failing(error));
    assertStrictEquals(llmErrorOf(stream), undefined);

    const failure = await fail(stream);

    assertStrictEquals(llmErrorOf(stream), error);
    assertStrictEquals(llmFailureOf(stream, error), failure);
    assertStrictEquals(llmFailureOf(stream, failure), failure);
    assertStrictEquals(isLlmAdapterFailure(stream, error), true);
    assertStrictEquals(isLlmAdapterFailure(stream, failure), true);
  });
}

Deno.test("llmErrorOf() knows nothing of a failure in-band, llmFailureOf() does", async () => {
  const { failure } = ERROR;
  const stream = call(() =>
    streamOf([{ type: "finish", reason: { kind: "error", failure } }])
  );

  await fail(stream);

  assertStrictEquals(llmErrorOf(stream), undefined);
  assertStrictEquals(llmFailureOf(stream, failure), failure);
  assertStrictEquals(isLlmAdapterFailure(stream, { ...failure }), false);
  assertStrictEquals(isLlmAdapterFailure(stream, undefined), false);
});

Deno.test("llmErrorOf() returns the NO_ADAPTER error of the boundary", async () => {
  const stream = new LlmRuntime().stream(REQUEST);

  const failure = await fail(stream);

  const error = llmErrorOf(stream);
  assertStrictEquals((error as LlmError).code, "NO_ADAPTER");
  assertStrictEquals(llmFailureOf(stream, error), failure);
});

for (
  const [code, options, chunks] of [
    ["STREAM_CLOSED", {}, []],
    ["ABORTED", { signal: AbortSignal.abort() }, [STOP]],
  ] as const
) {
  Deno.test(`isLlmAdapterFailure() holds for the boundary's own ${code}, without error`, async () => {
    const stream = call(() => streamOf(chunks), options);

    const failure = await fail(stream);

    assertStrictEquals(failure.code, code);
    assertStrictEquals(isLlmAdapterFailure(stream, failure), true);
    assertStrictEquals(llmErrorOf(stream), undefined);
  });
}

Deno.test("isLlmAdapterFailure() tells other calls, copies and other streams apart", async () => {
  const stream = call(() => failing());
  const other = call(() => failing());
  const failure = await fail(stream);
  await fail(other);

  assertStrictEquals(isLlmAdapterFailure(other, failure), false);
  assertStrictEquals(isLlmAdapterFailure(stream, { ...failure }), false);
  assertStrictEquals(isLlmAdapterFailure(stream, undefined), false);
  assertStrictEquals(isLlmAdapterFailure(failing(), ERROR), false);
});

Deno.test("llmErrorOf() is not followed through a pipe", async () => {
  const stream = call(() => failing());
  const piped = stream.pipeThrough(new TransformStream());

  await fail(piped);

  assertStrictEquals(llmErrorOf(piped), undefined);
  assertStrictEquals(llmErrorOf(stream), ERROR);
});

Deno.test("llmErrorOf() leaves a nested call to the nested call", async () => {
  const runtime = runtimeOf(stubAdapter(() => failing()));
  let nested: ChunkStream | undefined;
  const stop = runtime.on("llm/stream", () => {
    stop();
    nested = runtime.stream(REQUEST);
    return nested;
  });
  const stream = runtime.stream(REQUEST);

  const failure = await fail(stream);

  assertStrictEquals(stream === nested, false);
  assertStrictEquals(llmErrorOf(stream), undefined);
  assertStrictEquals(isLlmAdapterFailure(stream, failure), false);
  assertStrictEquals(llmErrorOf(nested!), ERROR);
});

Deno.test("llmRetryPolicyOf() is the policy captured with the route reached last", async () => {
  const always = resolveRetryPolicy({ mode: "always" }, "policy");
  const runtime = runtimeOf(stubAdapter(() => streamOf([STOP]), {
    providerRetryPolicy: () => always,
  }));
  const stream = runtime.stream(REQUEST);
  assertStrictEquals(llmRetryPolicyOf(stream), undefined);

  await Array.fromAsync(stream);
  runtime.close();

  assertEquals(llmRetryPolicyOf(stream), always);
  assertStrictEquals(Object.isFrozen(llmRetryPolicyOf(stream)), true);
});

Deno.test("llmRetryPolicyOf() is undefined for a call that reached no route", async () => {
  const stream = call(() => streamOf([STOP]), { signal: AbortSignal.abort() });

  await fail(stream);

  assertStrictEquals(llmRetryPolicyOf(stream), undefined);
});

Deno.test("llmResponseOf() is undefined for an answer without facts", async () => {
  const stream = call(() => streamOf([STOP]));

  await Array.fromAsync(stream);

  assertStrictEquals(llmResponseOf(stream), undefined);
});

Deno.test("llmResponseOf() hands out a copy", async () => {
  const stream = call((_options, context) => {
    context?.response({ status: 200 });
    return streamOf([STOP]);
  });
  await Array.fromAsync(stream);

  llmResponseOf(stream)!.status = 500;

  assertEquals(llmResponseOf(stream), { status: 200 });
});

Deno.test("llmResponseOf() shares nothing with the adapter, nor with what it handed out", async () => {
  const annotations = [{ url: "a" }];
  const stream = call((_options, context) => {
    context?.response({ annotations });
    return streamOf([STOP]);
  });
  await Array.fromAsync(stream);

  annotations[0]!.url = "b";
  const first = llmResponseOf(stream);
  (first?.annotations as typeof annotations)[0]!.url = "c";

  assertEquals(llmResponseOf(stream), { annotations: [{ url: "a" }] });
});

Deno.test("a call fails where its adapter tells facts that cannot be copied", async () => {
  const stream = call((_options, context) => {
    context?.response({ annotations: [() => {}] });
    return streamOf([STOP]);
  });

  const failure = await fail(stream);

  assertStrictEquals(failure.code, "UNKNOWN");
});

Deno.test("llmResponseOf() knows nothing of a stream that is not a call", () => {
  assertStrictEquals(llmResponseOf(failing()), undefined);
});
