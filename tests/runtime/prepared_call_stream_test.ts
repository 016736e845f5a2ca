// What a prepared call starts, and when it refuses to.
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import type { PreparedLlmCall } from "../../runtime/prepared_call.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { REQUEST, STOP } from "./_stub_adapter.ts";
import { CONFIG, LOW } from "./_model_metadata.ts";
import { recording, SEEING } from "./_prepared_calls.ts";

function refusal(call: () => unknown): LlmError {
  return assertThrows(call, LlmError);
}

function requestOf({ config }: PreparedLlmCall): GenerateOptions {
  return { ...config, messages: [] };
}

Deno.test("stream() of a prepared call sends the request it is given", async () => {
  const { runtime, requests } = recording(SEEING);
  const prepared = await runtime.prepareCall(CONFIG);

  const chunks = await Array.fromAsync(
    prepared.stream({ ...requestOf(prepared), system: "Be brief" }),
  );

  assertEquals(chunks, [STOP]);
  assertEquals(requests, [{
    ...prepared.config,
    messages: [],
    system: "Be brief",
  }]);
});

Deno.test("stream() of a prepared call asks the adapter for no metadata again", async () => {
  let asked = 0;
  const { runtime } = recording({}, {
    resolveModel: (provider, id) => {
      asked++;
      return Promise.resolve({ provider, id, name: id });
    },
  });
  const prepared = await runtime.prepareCall(CONFIG);

  await Array.fromAsync(prepared.stream(requestOf(prepared)));

  assertStrictEquals(asked, 1);
});

Deno.test("stream() of a prepared call works apart from its object", async () => {
  const { runtime } = recording();
  const prepared = await runtime.prepareCall(CONFIG);
  const { stream } = prepared;

  assertEquals(await Array.fromAsync(stream(requestOf(prepared))), [STOP]);
});

Deno.test("stream() of a prepared call throws INVALID_PREPARED_CALL the second time, even unread", async () => {
  const { runtime, requests } = recording();
  const prepared = await runtime.prepareCall(CONFIG);
  const stream = prepared.stream(requestOf(prepared));

  const { code } = refusal(() => prepared.stream(requestOf(prepared)));

  assertStrictEquals(code, "INVALID_PREPARED_CALL");
  assertEquals(await Array.fromAsync(stream), [STOP]);
  assertStrictEquals(requests.length, 1);
});

Deno.test("stream() of a prepared call may not be started again by a listener it runs", async () => {
  const { runtime } = recording();
  const prepared = await runtime.prepareCall(CONFIG);
  const codes: string[] = [];
  runtime.on("llm/stream", (options, next) => {
    codes.push(refusal(() => prepared.stream(options)).code);
    return next();
  });

  await Array.fromAsync(prepared.stream(requestOf(prepared)));

  assertEquals(codes, ["INVALID_PREPARED_CALL"]);
});

for (
  const [name, change] of Object.entries({
    "another provider": { provider: "q" },
    "another model": { model: "n" },
    "another effort": { reasoningEffort: LOW },
    "no effort": { reasoningEffort: undefined },
    "a temperature": { temperature: 1 },
    "another output cap": { maxTokens: 7 },
    "no output cap": { maxTokens: undefined },
    "stop strings": { stop: ["END"] },
  })
) {
  Deno.test(`stream() of a prepared call throws INVALID_PREPARED_CALL for ${name}, and is not used up`, async () => {
    const { runtime, requests } = recording(SEEING);
    const prepared = await runtime.prepareCall(CONFIG);
    let listened = 0;
    runtime.on("llm/stream", (_options, next) => (listened++, next()));

    const { code } = refusal(() =>
      prepared.stream({ ...requestOf(prepared), ...change })
    );

    assertStrictEquals(code, "INVALID_PREPARED_CALL");
    assertStrictEquals(listened, 0);
    await Array.fromAsync(prepared.stream(requestOf(prepared)));
    assertStrictEquals(requests.length, 1);
  });
}

Deno.test("stream() of a prepared call refuses a wrong request with a TypeError, and is not used up", async () => {
  const { runtime, requests } = recording();
  const prepared = await runtime.prepareCall(CONFIG);

  assertThrows(
    () => prepared.stream({ ...REQUEST, messages: null as never }),
    TypeError,
    "options.messages",
  );

  await Array.fromAsync(prepared.stream(REQUEST));
  assertStrictEquals(requests.length, 1);
});

Deno.test("stream() of a prepared call throws what a listener throws, and is used up", async () => {
  const error = new Error("listener");
  const { runtime, requests } = recording();
  const prepared = await runtime.prepareCall(CONFIG);
  const stop = runtime.on("llm/stream", () => {
    throw error;
  });

  const thrown = assertThrows(() => prepared.stream(requestOf(prepared)));
  stop();

  assertStrictEquals(thrown, error);
  assertStrictEquals(
    refusal(() => prepared.stream(requestOf(prepared))).code,
    "INVALID_PREPARED_CALL",
  );
  assertEquals(requests, []);
});

Deno.test("stream() of a prepared call keeps a frozen request frozen", async () => {
  const { runtime, requests } = recording(SEEING);
  const prepared = await runtime.prepareCall(CONFIG);

  await Array.fromAsync(prepared.stream(Object.freeze(requestOf(prepared))));

  assert(Object.isFrozen(requests[0]));
});

Deno.test("stream() of a prepared call passes the request's own signal on", async () => {
  const { runtime, requests } = recording();
  const preparing = new AbortController();
  const prepared = await runtime.prepareCall(CONFIG, preparing.signal);
  preparing.abort();
  const { signal } = new AbortController();

  const chunks = await Array.fromAsync(
    prepared.stream({ ...requestOf(prepared), signal }),
  );

  assertEquals(chunks, [STOP]);
  assertStrictEquals(requests[0]?.signal, signal);
});
