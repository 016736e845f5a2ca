import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MAX_EVENT_LENGTH } from "../../../adapters/deepseek/framing.ts";
import {
  API_KEY,
  countListeners,
  drain,
  open,
  scriptBody,
  scriptFetch,
} from "./_call.ts";
import { answer, blocksOf, delta, events, finishOf } from "./_wire.ts";

const hello = delta({ content: "Hello" });
const whole = answer(hello, delta({}, "stop"));

Deno.test("openCall() sends nothing before the first read", () => {
  const { fetch, calls } = scriptFetch(() => new Response(whole));

  open({ fetch });

  assertEquals(calls, []);
});

Deno.test("openCall() sends nothing once it is cancelled, though it has its key", async () => {
  using time = new FakeTime();
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  const { source } = open({ fetch });
  const read = source.read();

  await source.cancel("enough");
  await read;
  await time.runMicrotasks();

  assertEquals(calls, []);
});

Deno.test("openCall() posts the conversation and follows no redirect", async () => {
  const { fetch, calls } = scriptFetch(() => new Response(whole));

  await drain(open({ fetch, baseURL: "https://example.org/v1/" }).source);

  const [{ url, init }] = calls as [{ url: string; init: RequestInit }];
  assertEquals(url, "https://example.org/v1/chat/completions");
  assertEquals(init.method, "POST");
  assertEquals(init.redirect, "manual");
  assertEquals(
    new Headers(init.headers).get("authorization"),
    `Bearer ${API_KEY}`,
  );
  assertEquals(JSON.parse(String(init.body)).stream, true);
});

Deno.test("openCall() hands over all that one network read brought at once", async () => {
  const { stream } = scriptBody([
    events(delta({ content: "a" }), delta({ content: "b" })),
    answer(delta({ content: "c" }, "stop")),
  ]);
  const { fetch } = scriptFetch(() => new Response(stream));
  const { source } = open({ fetch });

  const first = await source.read();
  const second = await source.read();

  assertEquals(first.chunks.length, 3);
  assertFalse(first.done);
  assertEquals(second.chunks.length, 3);
  assert(second.done);
});

Deno.test("openCall() reads on until there is a chunk", async () => {
  const { stream } = scriptBody([
    ": keep-alive\n\n",
    events(delta({ role: "assistant", content: "" })),
    ...events(hello),
  ]);
  const { fetch } = scriptFetch(() => new Response(stream));
  const { source } = open({ fetch });

  const { chunks } = await source.read();

  assertEquals(chunks.length, 2);
  await source.cancel("enough");
});

Deno.test("openCall() has nothing more to say after its end", async () => {
  const { fetch } = scriptFetch(() => new Response(whole));
  const { source } = open({ fetch });
  await drain(source);

  assertEquals(await source.read(), { chunks: [], done: true });
});

Deno.test("openCall() does not wait for a connection that stays open after the end", async () => {
  const body = scriptBody([whole], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));

  const chunks = await drain(open({ fetch }).source);

  assertEquals(finishOf(chunks), { kind: "stop" });
  assertEquals(body.cancelled.length, 1);
});

Deno.test("openCall() finishes once, whatever follows the end in its read", async () => {
  const endless = `data: ${"x".repeat(MAX_EVENT_LENGTH + 1)}\n`;
  const body = scriptBody([whole + endless], "stall");
  const { fetch } = scriptFetch(() => new Response(body.stream));

  const chunks = await drain(open({ fetch }).source);

  assertEquals(finishOf(chunks), { kind: "stop" });
  assertEquals(chunks.filter(({ type }) => type === "finish").length, 1);
});

Deno.test("openCall() is not bothered by a body that cannot be cancelled after the end", async () => {
  const cancelError = new Error("cannot");
  const body = scriptBody([whole], "stall", { cancelError });
  const { fetch } = scriptFetch(() => new Response(body.stream));

  const chunks = await drain(open({ fetch }).source);

  assertEquals(finishOf(chunks), { kind: "stop" });
});

Deno.test("openCall() leaves no timer and no listener after the end", async () => {
  using time = new FakeTime();
  const { signal, count } = countListeners();
  const { fetch } = scriptFetch(() => new Response(whole));

  await drain(open({ fetch }, { signal }).source);

  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() tells the facts of the answer", async () => {
  const { fetch } = scriptFetch(() =>
    new Response(whole, { headers: { "x-ds-trace-id": "q1" } })
  );
  const { source, facts } = open({ fetch });

  await drain(source);

  assertEquals(Object.entries(facts).sort(), [
    ["model", "m1"],
    ["rawFinishReason", "stop"],
    ["requestId", "q1"],
    ["responseId", "r1"],
    ["status", 200],
  ]);
});

Deno.test("openCall() reports what it repaired", async () => {
  const { fetch } = scriptFetch(() => new Response(answer(hello)));
  const { source, diagnostics } = open({ fetch });

  await drain(source);

  assertEquals(diagnostics.map(({ code }) => code), ["MISSING_FINISH_REASON"]);
});

Deno.test("openCall() calls fetch as a plain function", async () => {
  let self: unknown = "unset";
  function fetch(this: unknown): Promise<Response> {
    self = this;
    return Promise.resolve(new Response(whole));
  }

  await drain(open({ fetch }).source);

  assertStrictEquals(self, undefined);
});

for (const size of [1, 2, 3, 5, 64]) {
  Deno.test(`openCall() makes the same of reads of ${size} bytes`, async () => {
    const text = answer(delta({ content: "你好 🌍" }), delta({}, "stop"));
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.slice(at, at + size));
        }
        controller.close();
      },
    });
    const { fetch } = scriptFetch(() => new Response(body));

    const chunks = await drain(open({ fetch }).source);

    assertEquals(blocksOf(chunks), [{ type: "text", text: "你好 🌍" }]);
  });
}

Deno.test("openCall() has nothing more to say once it is cancelled while it reads", async () => {
  const pieces = [events(hello), events(delta({}, "stop"))];
  const { fetch } = scriptFetch(() =>
    new Response(scriptBody(pieces, "stall").stream)
  );
  const { source } = open({ fetch });
  await source.read();
  const read = source.read();
  for (let k = 0; k < 20; k++) await Promise.resolve();

  await source.cancel("enough");
  for (let k = 0; k < 20; k++) await Promise.resolve();

  const nothing = { chunks: [], done: true };
  assertEquals([await read, await source.read()], [nothing, nothing]);
});
