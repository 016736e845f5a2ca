import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import type { AttachmentStore } from "../../../runtime/attachment_store.ts";
import { LlmError } from "../../../runtime/error.ts";
import { memoryAttachmentStore } from "../../../runtime/memory_attachment_store.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { toBase64 } from "../../../runtime/to_base64.ts";
import { gif, imageBlock, png } from "../../runtime/_images.ts";
import {
  countListeners,
  drain,
  open,
  type OpenedCall,
  scriptFetch,
} from "./_call.ts";
import { image, message, text } from "./_conversation.ts";
import { answer, delta, finishOf } from "./_wire.ts";

const whole = answer(delta({ content: "A cat" }), delta({}, "stop"));

/** A `fetch` that answers, and opens calls about an image. */
function server(): {
  requests: { url: string; init: RequestInit }[];
  ask(config: DeepSeekOptions, options?: Partial<GenerateOptions>): OpenedCall;
} {
  const { fetch, calls } = scriptFetch(() => new Response(whole));
  const messages = [message("user", [text("This?"), imageBlock("a1")])];
  return {
    requests: calls,
    ask: (config, options) =>
      open({ fetch, ...config }, { messages, ...options }),
  };
}

/** A store that waits until it is told what to answer. */
function waitingStore(): {
  attachments: AttachmentStore;
  signals: AbortSignal[];
  give(bytes: Uint8Array): void;
} {
  const signals: AbortSignal[] = [];
  let give!: (bytes: Uint8Array) => void;
  return {
    signals,
    give: (bytes) => give(bytes),
    attachments: {
      read: (_, options) => {
        signals.push(options!.signal!);
        return new Promise((resolve) => give = resolve);
      },
    },
  };
}

Deno.test("openCall() sends images as data URLs", async () => {
  const attachments = memoryAttachmentStore();
  const content = [
    { type: "image" as const, attachment: await attachments.put(png()) },
    { type: "image" as const, attachment: await attachments.put(gif()) },
  ];
  const { requests, ask } = server();

  const { source } = ask({ attachments }, {
    messages: [message("user", content)],
  });
  await drain(source);

  const { messages } = JSON.parse(String(requests[0]!.init.body));
  assertEquals(
    messages[0].content.map((part: { image_url?: unknown }) => part.image_url),
    [
      undefined,
      { url: `data:image/png;base64,${toBase64(png())}` },
      undefined,
      { url: `data:image/gif;base64,${toBase64(gif())}` },
    ],
  );
});

Deno.test("openCall() asks its store for nothing where there is no image to send", async () => {
  const { attachments, signals } = waitingStore();
  const models = [{ id: "m", inputModalities: ["text" as const] }];
  const { requests, ask } = server();

  const chunks = await drain(ask({ attachments, models }).source);

  assertEquals(finishOf(chunks), { kind: "stop" });
  assertEquals(requests.length, 1);
  assertEquals(signals, []);
});

Deno.test("openCall() without a store refuses an image before it asks for a key", async () => {
  let asked = 0;
  const apiKey = () => `sk-${++asked}`;
  const { requests, ask } = server();

  const error = await assertRejects(
    () => ask({ apiKey }).source.read(),
    LlmError,
    'Cannot send request: "messages[0].content[1]" must be left out, or "options.attachments"',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
  assertEquals([asked, requests.length], [0, 0]);
});

for (
  const [what, options] of [
    ["an option it cannot honour", { reasoningEffort: "huge" }],
    ["a tool that is no JSON", { tools: [{ parameters: { n: 1n } }] }],
    ["an image it has no place for", {
      messages: [message("user", [image]), message("assistant", [image])],
    }],
  ] as const
) {
  Deno.test(`openCall() refuses ${what} before it reads an image`, async () => {
    const { attachments, signals } = waitingStore();

    const { source } = server().ask(
      { attachments },
      options as unknown as Partial<GenerateOptions>,
    );

    await assertRejects(() => source.read(), LlmError);
    assertEquals(signals, []);
  });
}

Deno.test("openCall() without a key reads no image", async () => {
  const { attachments, signals } = waitingStore();

  const error = await assertRejects(
    () => server().ask({ attachments, apiKey: "" }).source.read(),
    LlmError,
  );

  assertEquals(error.code, "MISSING_CREDENTIAL");
  assertEquals(signals, []);
});

Deno.test("openCall() sends nothing where its store fails, and fails as it does", async () => {
  const own = new LlmError("Cannot read bucket: it is gone", "BUCKET_GONE");
  const attachments = { read: () => Promise.reject(own) };
  const { requests, ask } = server();

  const error = await ask({ attachments }).source.read().catch((error) =>
    error
  );

  assertStrictEquals(error, own);
  assertEquals(requests, []);
});

Deno.test("openCall() refuses bytes that are not what the message says", async () => {
  const attachments = { read: () => Promise.resolve(gif()) };
  const { requests, ask } = server();

  const error = await assertRejects(
    () => ask({ attachments }).source.read(),
    LlmError,
    '24 bytes of image/png for "messages[0].content[1]", not 11 bytes of image/gif',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
  assertEquals(requests, []);
});

Deno.test("openCall() does not wait for its store for ever", async () => {
  using time = new FakeTime();
  const { attachments } = waitingStore();
  const { requests, ask } = server();
  const { source } = ask({ attachments, streamIdleTimeoutMs: 50 });
  const reading = source.read().catch((error) => error);
  await time.runMicrotasks();

  time.tick(50);

  const error = await reading;
  assert(error instanceof LlmError);
  assertEquals(error.code, "TIMEOUT");
  assertEquals(requests, []);
  assertFalse(time.next());
});

Deno.test("openCall() does not take a slow store for a slow server", async () => {
  using time = new FakeTime();
  const { attachments, give } = waitingStore();
  const { source } = server().ask({
    attachments,
    streamIdleTimeoutMs: 50,
    progressTimeoutMs: 10,
  });
  const reading = drain(source);
  await time.runMicrotasks();

  time.tick(49);
  give(png());

  assertEquals(finishOf(await reading), { kind: "stop" });
  assertFalse(time.next());
});

Deno.test("openCall() aborted while it reads an image ends at once and tells the store", async () => {
  using time = new FakeTime();
  const { attachments, signals, give } = waitingStore();
  const { requests, ask } = server();
  const { signal, abort, count } = countListeners();
  const reading = ask({ attachments }, { signal }).source.read();
  await time.runMicrotasks();

  abort("stop it");
  const { chunks, done } = await reading;
  give(png());
  await time.runMicrotasks();

  const reason = finishOf(chunks);
  assert(done);
  assertEquals(reason?.kind === "aborted" && reason.failure.code, "ABORTED");
  assertStrictEquals(signals[0]?.reason, "stop it");
  assertEquals(requests, []);
  assertEquals(count(), 0);
  assertFalse(time.next());
});

Deno.test("openCall() aborted as the bytes arrive sends nothing", async () => {
  using time = new FakeTime();
  const { attachments, give } = waitingStore();
  const { requests, ask } = server();
  const { signal, abort } = countListeners();
  const reading = ask({ attachments }, { signal }).source.read();
  await time.runMicrotasks();

  give(png());
  abort();

  assertEquals(finishOf((await reading).chunks)?.kind, "aborted");
  await time.runMicrotasks();
  assertEquals(requests, []);
  assertFalse(time.next());
});

Deno.test("openCall() cancelled while it reads an image settles, and tells the store", async () => {
  using time = new FakeTime();
  const { attachments, signals } = waitingStore();
  const { requests, ask } = server();
  const { source } = ask({ attachments });
  const reading = source.read();
  await time.runMicrotasks();

  await source.cancel("enough");

  assertEquals(await reading, { chunks: [], done: true });
  assertStrictEquals(signals[0]?.reason, "enough");
  await time.runMicrotasks();
  assertEquals(requests, []);
  assertFalse(time.next());
});
