// Faults in time: servers that say nothing, and callers that leave.
import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  DeepSeekAdapter,
  type DeepSeekOptions,
} from "../../adapters/deepseek/mod.ts";
import {
  assemble,
  createUserMessage,
  LlmRuntime,
  type StreamChunk,
} from "../../mod.ts";
import { mockDeepSeek, type MockReply } from "../../testing/mod.ts";
import { describe } from "./_fault.ts";

type Clocks = Pick<
  DeepSeekOptions,
  "streamIdleTimeoutMs" | "progressTimeoutMs"
>;

/** One call to a provider that is scripted. */
function call(reply: MockReply, clocks: Clocks = {}) {
  const provider = mockDeepSeek([reply]);
  const requests: AbortSignal[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push(init!.signal!);
    return provider.fetch(input, init);
  };
  const runtime = new LlmRuntime();
  runtime.registerAdapter(
    ["any"],
    new DeepSeekAdapter({ apiKey: "sk-1", fetch, ...clocks }),
  );
  const controller = new AbortController();
  const stream = runtime.stream({
    provider: "any",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
    signal: controller.signal,
  });
  return { provider, requests, runtime, controller, stream };
}

const keptWarm = { keepAliveMs: 50, end: "keep-alive" } as const;
const progress = { progressTimeoutMs: 200 };
const idle = { streamIdleTimeoutMs: 200 };

const WAITS: [
  fault: string,
  reply: MockReply,
  clocks: Clocks,
  comes: string[],
  says: string,
][] = [
  [
    "comments for ever after some text",
    { text: ["Hello"], cutAfterEvents: 2, ...keptWarm },
    progress,
    ["text: Hello", "error TIMEOUT"],
    "progressTimeoutMs of 200 ms",
  ],
  [
    "comments for ever and nothing else",
    { cutAfterEvents: 0, ...keptWarm },
    progress,
    ["error TIMEOUT"],
    "progressTimeoutMs of 200 ms",
  ],
  [
    "comments for ever after a reason",
    { text: ["Hello"], usage: null, cutAfterEvents: 3, ...keptWarm },
    progress,
    ["text: Hello", "error TIMEOUT"],
    "progressTimeoutMs of 200 ms",
  ],
  [
    "events without content for ever",
    { body: 'data: {"choices":[]}\n\n'.repeat(50), delayMs: 50 },
    progress,
    ["error TIMEOUT"],
    "progressTimeoutMs of 200 ms",
  ],
  [
    "silence after some text",
    { text: ["Hello"], cutAfterEvents: 2, end: "stall" },
    idle,
    ["text: Hello", "error TIMEOUT"],
    "streamIdleTimeoutMs of 200 ms",
  ],
  [
    "silence after the headers",
    { cutAfterEvents: 0, end: "stall" },
    idle,
    ["error TIMEOUT"],
    "streamIdleTimeoutMs of 200 ms",
  ],
  [
    "silence before the headers",
    { headersDelayMs: Infinity },
    idle,
    ["error TIMEOUT"],
    "streamIdleTimeoutMs of 200 ms",
  ],
  [
    "silence within an event",
    { text: ["Hello"], cutAtByte: 50, end: "stall" },
    idle,
    ["error TIMEOUT"],
    "streamIdleTimeoutMs of 200 ms",
  ],
  [
    "silence within a refusal",
    { status: 503, body: "Busy", end: "stall" },
    idle,
    ["error SERVER"],
    "Busy",
  ],
  // A server that is slow is not one that stalls.
  [
    "comments for long before the text",
    { text: ["Hello"], keepAlives: 10, keepAliveMs: 150, usage: null },
    idle,
    ["text: Hello", "stop"],
    "",
  ],
  [
    "text that comes slowly",
    { text: [..."Hello"], delayMs: 40, usage: null },
    { ...idle, ...progress },
    ["text: Hello", "stop"],
    "",
  ],
];

for (const [fault, reply, clocks, comes, says] of WAITS) {
  Deno.test(`DeepSeekAdapter meets ${fault}`, async () => {
    using time = new FakeTime();
    const { provider, requests, stream } = call(reply, clocks);

    const pending = assemble(stream);
    for (let k = 0; k < 60; k++) await time.tickAsync(50);
    const answer = await pending;

    const { finish } = answer;
    const message = finish.kind === "error" ? finish.failure.message : "";
    const stops = comes.at(-1) !== "stop";
    assertEquals(describe(answer), comes);
    assertStringIncludes(message, says);
    assertEquals(requests.map(({ aborted }) => aborted), [stops]);
    assertEquals(provider.cancels.length, 1);
    assertFalse(time.next());
  });
}

Deno.test("DeepSeekAdapter waits ten minutes for a queue that sends comments", async () => {
  using time = new FakeTime();
  const queued = { text: ["Hello"], keepAlives: 60, keepAliveMs: 10_000 };
  const { stream } = call({ ...queued, usage: null });

  const pending = assemble(stream);
  for (let k = 0; k < 62; k++) await time.tickAsync(10_000);

  assertEquals(describe(await pending), ["text: Hello", "stop"]);
  assertFalse(time.next());
});

const stalled: MockReply = {
  text: ["Hello"],
  cutAfterEvents: 2,
  end: "stall",
};

/** Reads what there is, and stays with a read in hand. */
async function readAll(stream: ReadableStream<StreamChunk>) {
  const chunks: StreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks.map(({ type }) => type);
}

const LEAVES: [when: string, reply: MockReply][] = [
  ["before the headers", { headersDelayMs: Infinity }],
  ["before the first byte", { cutAfterEvents: 0, end: "stall" }],
  ["between two events", stalled],
  ["within an event", { text: ["Hello"], cutAtByte: 50, end: "stall" }],
  ["among comments", { cutAfterEvents: 0, ...keptWarm }],
  ["within a refusal", { status: 503, body: "Busy", end: "stall" }],
];

for (const [when, reply] of LEAVES) {
  for (
    const [how, leave] of Object.entries({
      "is aborted": ({ controller }: ReturnType<typeof call>) =>
        controller.abort(),
      "loses its runtime": ({ runtime }: ReturnType<typeof call>) =>
        runtime.close(),
    })
  ) {
    Deno.test(`DeepSeekAdapter ends once where a call ${how} ${when}`, async () => {
      using time = new FakeTime();
      const made = call(reply);
      const pending = readAll(made.stream);
      for (let k = 0; k < 5; k++) await time.tickAsync(20);

      leave(made);
      await time.tickAsync(0);
      await time.tickAsync(0);
      const types = await pending;

      assertEquals(types.filter((type) => type === "finish"), ["finish"]);
      assertEquals(types.at(-1), "finish");
      assertEquals(made.requests.map(({ aborted }) => aborted), [true]);
      assertFalse(time.next());
    });
  }

  Deno.test(`DeepSeekAdapter stops the request where its reader leaves ${when}`, async () => {
    using time = new FakeTime();
    const { stream, requests } = call(reply);
    const reader = stream.getReader();
    // A read that ends because the stream does is no rejection.
    const reading = (async () => {
      while (!(await reader.read()).done);
    })();
    for (let k = 0; k < 5; k++) await time.tickAsync(20);

    await reader.cancel();
    await reading;

    assertEquals(requests.map(({ aborted }) => aborted), [true]);
    assertFalse(time.next());
  });
}

Deno.test("DeepSeekAdapter stops the request where a loop is left", async () => {
  using time = new FakeTime();
  const { stream, provider, requests } = call(stalled);

  for await (const chunk of stream) if (chunk.type === "text-delta") break;

  assertEquals(requests.map(({ aborted }) => aborted), [true]);
  assertEquals(provider.cancels.length, 1);
  assertFalse(time.next());
});

Deno.test("DeepSeekAdapter asks for no compression: events would come in bursts", async () => {
  const { stream, provider } = call({ text: "Hello" });

  await assemble(stream);

  const [request] = provider.requests;
  assertEquals(request?.headers.get("accept-encoding"), "identity");
});
