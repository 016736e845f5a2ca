import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import { STOP, streamOf, stubAdapter, watchedSignal } from "./_stub_adapter.ts";
import { CONFIG, FULL, LOW } from "./_model_metadata.ts";
import { withInfo, withMethods } from "./_model_queries.ts";

function never(): Promise<never> {
  return new Promise(() => {});
}

async function refusal(ask: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(ask, LlmError)).code;
}

/** Every question about a route, by name. */
const QUESTIONS = {
  listModels: (runtime: LlmRuntime) => runtime.listModels("p"),
  resolveModelInfo: (runtime: LlmRuntime, signal?: AbortSignal) =>
    runtime.resolveModelInfo("p", "m", signal),
  resolveCallConfig: (runtime: LlmRuntime, signal?: AbortSignal) =>
    runtime.resolveCallConfig(CONFIG, signal),
  prepareCall: (runtime: LlmRuntime, signal?: AbortSignal) =>
    runtime.prepareCall(CONFIG, signal),
};

for (const [name, ask] of Object.entries(QUESTIONS)) {
  Deno.test(`${name}() refuses a route nobody serves as NO_ADAPTER`, async () => {
    assertStrictEquals(
      await refusal(() => ask(new LlmRuntime())),
      "NO_ADAPTER",
    );
  });

  for (
    const [how, fail] of Object.entries({
      throws: (error: Error): never => {
        throw error;
      },
      rejects: (error: Error) => Promise.reject(error),
    })
  ) {
    Deno.test(`${name}() rejects with what the adapter ${how}`, async () => {
      const error = new Error("adapter");
      const answer = () => fail(error);
      const runtime = withMethods({ listModels: answer, resolveModel: answer });

      const caught = await assertRejects(() => ask(runtime));

      assertStrictEquals(caught, error);
    });
  }

  Deno.test(`${name}() ends as ABORTED when the runtime closes`, async () => {
    const runtime = withMethods({ listModels: never, resolveModel: never });
    const asking = ask(runtime);

    runtime.close();

    assertStrictEquals(await refusal(() => asking), "ABORTED");
  });

  Deno.test(`${name}() goes on with the adapter it began with`, async () => {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const answer = async (provider: string): Promise<never> => {
      asked.resolve();
      await gate.promise;
      throw new Error(`first of ${provider}`);
    };
    const runtime = new LlmRuntime();
    const handle = runtime.registerAdapter(
      ["p"],
      stubAdapter(() => streamOf([STOP]), {
        listModels: answer,
        resolveModel: answer,
      }),
    );
    const asking = ask(runtime);
    await asked.promise;

    handle();
    runtime.registerAdapter(["p"], stubAdapter(() => streamOf([STOP])));
    gate.resolve();

    await assertRejects(() => asking, Error, "first of p");
  });

  if (name === "listModels") continue;

  Deno.test(`${name}() rejects with the reason on abort, and tells an adapter that may ignore it`, async () => {
    const watched = watchedSignal();
    let told: AbortSignal | undefined;
    const runtime = withMethods({
      resolveModel: (_provider, _model, signal) => (told = signal, never()),
    });
    const reason = new Error("reason");
    const asking = ask(runtime, watched.signal);

    watched.abort(reason);

    assertStrictEquals(await assertRejects(() => asking), reason);
    assertStrictEquals(told?.reason, reason);
    assertStrictEquals(watched.listeners(), 0);
  });

  Deno.test(`${name}() rejects with the reason of an aborted signal before all else`, async () => {
    const reason = new Error("reason");

    const caught = await assertRejects(() =>
      ask(new LlmRuntime(), AbortSignal.abort(reason))
    );

    assertStrictEquals(caught, reason);
  });

  Deno.test(`${name}() lets its signal go`, async () => {
    const watched = watchedSignal();

    await ask(withInfo({}), watched.signal);

    assertStrictEquals(watched.listeners(), 0);
  });

  Deno.test(`${name}() refuses a signal of another type with a TypeError`, async () => {
    await assertRejects(
      () => ask(withInfo({}), 1 as never),
      TypeError,
      '"signal" must be an AbortSignal',
    );
  });

  Deno.test(`${name}() distrusts the adapter's metadata`, async () => {
    const code = await refusal(() => ask(withInfo({ defaultMaxTokens: 0 })));

    assertStrictEquals(code, "INVALID_MODEL_MAX_TOKENS");
  });
}

Deno.test("listModels() refuses a malformed list as INVALID_CATALOG", async () => {
  const runtime = withMethods({
    listModels: () => Promise.resolve([{}] as never),
  });

  const code = await refusal(() => runtime.listModels("p"));

  assertStrictEquals(code, "INVALID_CATALOG");
});

Deno.test("listModels() hands out what later changes of the adapter do not show in", async () => {
  const modalities = ["text" as const];
  const model = {
    provider: "p",
    id: "m",
    name: "M",
    inputModalities: modalities,
  };
  const models = [model];
  const runtime = withMethods({ listModels: () => Promise.resolve(models) });

  const list = await runtime.listModels("p");
  models.push({ ...model, id: "n" });
  model.name = "changed";
  modalities.pop();

  assertEquals(list, [
    { provider: "p", id: "m", name: "M", inputModalities: ["text"] },
  ]);
});

Deno.test("resolveModelInfo() takes a model no list has", async () => {
  const info = await withInfo({}).resolveModelInfo("p", "unlisted");

  assertEquals(info, { provider: "p", id: "unlisted", name: "unlisted" });
});

Deno.test("resolveModelInfo() hands out what later changes of the adapter do not show in", async () => {
  const own = structuredClone({ provider: "p", id: "m", name: "M", ...FULL });
  const expected = structuredClone(own);
  const runtime = withMethods({
    resolveModel: () => Promise.resolve(own as never),
  });

  const info = await runtime.resolveModelInfo("p", "m");
  own.name = "changed";
  (own.inputModalities as unknown as string[]).push("changed");
  own.context.contextWindow = 1;
  own.reasoning.efforts[0]!.name = "changed";
  own.reasoning.efforts.pop();
  own.reasoning.defaultEffort = LOW;

  assertEquals<unknown>(info, expected);
});

Deno.test("resolveModelInfo() hands out a fresh copy that may be changed", async () => {
  const runtime = withInfo(FULL);

  const info = await runtime.resolveModelInfo("p", "m");
  info.name = "changed";
  info.context!.contextWindow = 1;
  (info.reasoning!.efforts as unknown[]).pop();

  assertEquals<unknown>(await runtime.resolveModelInfo("p", "m"), {
    provider: "p",
    id: "m",
    name: "m",
    ...FULL,
  });
});
