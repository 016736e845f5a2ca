// A prepared call needs no route any more: it is bound to its runtime still.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import {
  endOf,
  pulled,
  REQUEST,
  runtimeOf,
  STOP,
  streamOf,
  stubAdapter,
  text,
} from "./_stub_adapter.ts";

for (const when of ["starts", "is read"]) {
  Deno.test(`a prepared call ends in ABORTED where its runtime is closed before it ${when}`, async () => {
    let started = 0;
    const runtime = runtimeOf(stubAdapter(() => {
      started++;
      return streamOf([STOP]);
    }));
    const prepared = await runtime.prepareCall(REQUEST);
    const early = when === "is read" ? prepared.stream(REQUEST) : undefined;

    runtime.close();
    const chunks = await Array.fromAsync(early ?? prepared.stream(REQUEST));

    assertEquals(endOf(chunks), "aborted ABORTED");
    assertStrictEquals(started, 0);
  });
}

Deno.test("a prepared call ends in ABORTED where its runtime is closed while it streams", async () => {
  let cancelled = 0;
  const runtime = runtimeOf(stubAdapter(() =>
    pulled({
      pull: (controller) => controller.enqueue(text("a")),
      cancel: () => void cancelled++,
    })
  ));
  const prepared = await runtime.prepareCall(REQUEST);
  const stream = prepared.stream(REQUEST);
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();

  runtime.close();

  assertEquals(endOf(await Array.fromAsync(stream)), "aborted ABORTED");
  assertStrictEquals(cancelled, 1);
});

Deno.test("a call prepared after a close is served like any other", async () => {
  const runtime = new LlmRuntime();
  runtime.close();
  runtime.registerAdapter(
    ["p"],
    stubAdapter(() => streamOf([text("again"), STOP])),
  );

  const prepared = await runtime.prepareCall(REQUEST);

  assertEquals(await Array.fromAsync(prepared.stream(REQUEST)), [
    text("again"),
    STOP,
  ]);
});
