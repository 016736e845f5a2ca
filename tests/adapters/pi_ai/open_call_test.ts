import { assert, assertEquals, assertRejects } from "@std/assert";
import { takeChunkSource } from "../../../runtime/chunk_source.ts";
import { deferred } from "../../../runtime/deferred.ts";
import { LlmError } from "../../../runtime/error.ts";
import {
  adapt,
  answer,
  say,
  sayLines,
  scriptFetch,
  textEvents,
  usage,
} from "./_fake.ts";
import { drain, settle, spySignal, textOf } from "./_drain.ts";

Deno.test("openCall() hands over everything of a read at once", async () => {
  const { fetch } = scriptFetch(["a\nb\nc\n", "d\n"]);
  const { stream } = adapt(sayLines, { fetch });
  const source = takeChunkSource(stream());

  const { chunks } = await source.read();

  assertEquals(textOf([...chunks]), "abc");
  await source.cancel("enough");
});

Deno.test("openCall() hands over what comes while pi-ai waits for the rest of a line", async () => {
  const { fetch } = scriptFetch(["a\n", "b"], { end: "stall" });
  const { stream } = adapt(async function* ({ model, options }) {
    const { body } = await options.fetch(model.baseUrl);
    const reader = body!.getReader();
    await reader.read();
    reader.read();
    await settle();
    yield* textEvents("a").slice(0, 3);
    await new Promise(() => {});
  }, { fetch });
  const reader = stream().getReader();

  const { value } = await reader.read();

  assertEquals(value?.type, "block-start");
  await reader.cancel("enough");
});

Deno.test("openCall() reads no further than the read in hand", async () => {
  const script = scriptFetch(["a\n", "b\n", "c\n"]);
  const { stream } = adapt(sayLines, { fetch: script.fetch });
  const reader = stream().getReader();
  await reader.read();
  await settle();

  assertEquals(script.reads, 1);
  await reader.cancel("enough");
});

Deno.test("openCall() ends a failed response after what came of it", async () => {
  const { fetch } = scriptFetch(["a\n"], { end: "error" });
  const { stream } = adapt(sayLines, { fetch });

  const chunks = await drain(stream());

  const last = chunks.at(-1);
  assertEquals(textOf(chunks), "a");
  assertEquals(
    last?.type === "finish" && "failure" in last.reason &&
      last.reason.failure.code,
    "TRANSPORT",
  );
});

Deno.test("openCall() tells what a failed response has cost", async () => {
  const error = answer({ errorMessage: "Overloaded", usage: usage(3, 2) });
  const { stream } = adapt(() =>
    say({ type: "error", reason: "error", error })
  );

  const chunks = await drain(stream());

  assertEquals(chunks.map(({ type }) => type), ["usage", "finish"]);
});

Deno.test("openCall() rejects a response that failed with nothing", async () => {
  const error = answer({ errorMessage: "Overloaded" });
  const { stream } = adapt(() =>
    say({ type: "error", reason: "error", error })
  );

  await assertRejects(() => drain(stream()), LlmError, "Overloaded");
});

Deno.test("openCall() does not wait for a response that ended without an end", async () => {
  const { stream } = adapt(() => say());

  const error = await assertRejects(() => drain(stream()), LlmError);

  assertEquals(error.code, "STREAM_CLOSED");
});

Deno.test("openCall() passes on what starting the call throws", async () => {
  const { stream } = adapt(() => {
    throw new RangeError("No way");
  });

  await assertRejects(() => drain(stream()), RangeError, "No way");
});

Deno.test("openCall() cancels the body when the reader leaves", async () => {
  const script = scriptFetch(["a\n"], { end: "stall" });
  const { stream, asked } = adapt(sayLines, { fetch: script.fetch });
  const reader = stream().getReader();
  await reader.read();

  await reader.cancel("enough");

  assertEquals(script.cancelled, ["enough"]);
  assert(asked[0]!.options.signal.aborted);
});

Deno.test("openCall() lets go of a pi-ai that waits for bytes nobody wants", async () => {
  const { fetch } = scriptFetch(["a\n", "b\n"], { end: "stall" });
  let over = false;
  const { stream } = adapt(async function* (asked) {
    try {
      yield* sayLines(asked);
    } finally {
      over = true;
    }
  }, { fetch });
  const reader = stream().getReader();
  await reader.read();
  await settle();

  await reader.cancel("enough");

  await settle();
  assert(over);
});

Deno.test("openCall() asks nobody once it was cancelled", async () => {
  const { stream, asked } = adapt(() => say(...textEvents("a")));
  const reader = stream().getReader();
  const read = reader.read();

  await reader.cancel("enough");

  assert((await read).done);
  await settle();
  assertEquals(asked, []);
});

Deno.test("openCall() ends at once when the caller aborts", async () => {
  const script = scriptFetch(["a\n"], { end: "stall" });
  const { stream } = adapt(sayLines, { fetch: script.fetch });
  const { signal, abort, listeners } = spySignal();
  const reader = stream({ signal }).getReader();
  for (let k = 0; k < 2; k++) await reader.read();
  const read = reader.read();

  abort();

  const { value } = await read;
  assertEquals(value?.type === "finish" && value.reason.kind, "aborted");
  assertEquals(script.cancelled.length, 1);
  assertEquals(listeners(), 0);
});

Deno.test("openCall() tells what an aborted call has cost", async () => {
  const partial = answer({
    content: [{ type: "text", text: "" }],
    usage: usage(3, 1),
  });
  const { stream } = adapt(async function* () {
    yield { type: "text_delta", contentIndex: 0, delta: "a", partial };
    await new Promise(() => {});
  });
  const aborting = new AbortController();
  const reader = stream({ signal: aborting.signal }).getReader();
  for (let k = 0; k < 2; k++) await reader.read();
  const read = reader.read();

  aborting.abort();

  assertEquals((await read).value?.type, "usage");
});

Deno.test("openCall() makes no request under an aborted signal", async () => {
  const { stream, loaded } = adapt(() => say(...textEvents("a")));

  const chunks = await drain(stream({ signal: AbortSignal.abort() }));

  assertEquals([chunks.length, loaded], [1, []]);
});

Deno.test("openCall() leaves no listener after the end", async () => {
  const { stream } = adapt(() => say(...textEvents("a")));
  const { signal, listeners } = spySignal();

  await drain(stream({ signal }));

  assertEquals(listeners(), 0);
});

Deno.test("openCall() stops a response at a stop string, on the wire too", async () => {
  const script = scriptFetch(["The E\n", "ND\n"], { end: "stall" });
  const { stream, asked } = adapt(sayLines, { fetch: script.fetch });

  const chunks = await drain(stream({ stop: ["END"] }));

  assertEquals(textOf(chunks), "The ");
  assertEquals(chunks.map(({ type }) => type).slice(-2), [
    "block-end",
    "finish",
  ]);
  assertEquals(script.cancelled.length, 1);
  assert(asked[0]!.options.signal.aborted);
});

for (
  const type of ["message_stop", "response.completed", "response.incomplete"]
) {
  Deno.test(`openCall() ends a body after ${type}, whatever its server does`, async () => {
    const script = scriptFetch(["a\n"], { end: "stall" });
    const { stream } = adapt(async function* ({ model, options }) {
      const { body } = await options.fetch(model.baseUrl);
      const reader = body!.getReader();
      await reader.read();
      options.onProviderStreamEvent({ type });
      await reader.read();
      yield* textEvents("a");
    }, { fetch: script.fetch });

    const chunks = await drain(stream());

    assertEquals([textOf(chunks), chunks.at(-1)?.type], ["a", "finish"]);
    assertEquals(script.cancelled.length, 1);
  });
}

Deno.test("openCall() lets pi-ai come to its end, which asks for bytes after a cancel", async () => {
  const { fetch } = scriptFetch(["a\n", "b\n"], { end: "stall" });
  const { promise, resolve } = deferred<void>();
  let ended = false;
  const { stream } = adapt(async function* ({ model, options }) {
    const { body } = await options.fetch(model.baseUrl);
    const reader = body!.getReader();
    await reader.read();
    yield* textEvents("a").slice(0, 3);
    await promise;
    ended = (await reader.read()).done;
  }, { fetch });
  const source = takeChunkSource(stream());
  const read = source.read();
  await settle();

  await source.cancel("enough");
  resolve();
  await read;
  await settle();

  assert(ended);
});

Deno.test("openCall() ends a whole response whose body cannot be stopped", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("a\n")),
    cancel: () => Promise.reject(new Error("cancelled badly")),
  });
  const { stream } = adapt(async function* ({ model, options }) {
    const { body } = await options.fetch(model.baseUrl);
    await body!.getReader().read();
    yield* textEvents("a");
  }, { fetch: () => Promise.resolve(new Response(body)) });

  const chunks = await drain(stream());
  await settle();

  assertEquals([textOf(chunks), chunks.at(-1)?.type], ["a", "finish"]);
});
