// What readers who take their time see of the two clocks, through a runtime.
import { assert, assertEquals, assertFalse } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import { createUserMessage, type StreamChunk } from "../../../message.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import {
  API_KEY,
  scriptBody,
  type ScriptedBody,
  scriptFetch,
} from "./_call.ts";
import { delta, events, finishOf } from "./_wire.ts";

const HOUR_MS = 3_600_000;
const KEEP_ALIVE = ": keep-alive\n\n";
const part = events(delta({ content: "a" }));

function read(
  body: ScriptedBody,
  options: { pipe?: boolean } = {},
): ReadableStreamDefaultReader<StreamChunk> {
  const runtime = new LlmRuntime();
  const { fetch } = scriptFetch(() => new Response(body.stream));
  runtime.registerAdapter(
    ["ds"],
    new DeepSeekAdapter({ apiKey: API_KEY, fetch }),
  );
  const stream = runtime.stream({
    provider: "ds",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
  });
  const piped = options.pipe
    ? stream.pipeThrough(new TransformStream())
    : stream;
  return piped.getReader();
}

for (const pipe of [false, true]) {
  Deno.test(`DeepSeekAdapter lets a consumer ${pipe ? "behind a pipe " : ""}take hours between reads`, async () => {
    using time = new FakeTime();
    const reader = read(scriptBody([part, part, part, "data: [DONE]\n\n"]), {
      pipe,
    });
    const chunks: StreamChunk[] = [];

    for (let next = await reader.read(); !next.done;) {
      chunks.push(next.value);
      await time.tickAsync(HOUR_MS);
      next = await reader.read();
    }

    assertEquals(finishOf(chunks), { kind: "stop" });
    assertFalse(time.next());
  });
}

Deno.test("DeepSeekAdapter counts silence from the read that meets it", async () => {
  using time = new FakeTime();
  const reader = read(scriptBody([part], "stall"));
  await reader.read();
  await reader.read();
  await time.tickAsync(HOUR_MS);
  let finish: StreamChunk | undefined;
  const reading = reader.read().then(({ value }) => finish = value);

  await time.tickAsync(299_999);
  assertEquals(finish, undefined);
  await time.tickAsync(1);
  await reading;

  const reason = finish?.type === "finish" ? finish.reason : undefined;
  assert(reason?.kind === "error");
  assertEquals(reason.failure.code, "TIMEOUT");
  assert(reason.failure.message.includes("streamIdleTimeoutMs"));
  assertFalse(time.next());
});

Deno.test("DeepSeekAdapter adds up what reads wait for content, and no pause between them", async () => {
  using time = new FakeTime();
  const body = scriptBody([part], "stall");
  const reader = read(body);
  await reader.read();
  await reader.read();
  await time.tickAsync(HOUR_MS);
  let finish: StreamChunk | undefined;
  const reading = reader.read().then(({ value }) => finish = value);

  for (let minute = 0; minute < 14; minute++) {
    await time.tickAsync(60_000);
    body.send(KEEP_ALIVE);
  }
  await time.tickAsync(59_999);
  assertEquals(finish, undefined);
  await time.tickAsync(1);
  await reading;

  const reason = finish?.type === "finish" ? finish.reason : undefined;
  assert(reason?.kind === "error");
  assertEquals(reason.failure.code, "TIMEOUT");
  assert(reason.failure.message.includes("progressTimeoutMs"));
  assertFalse(time.next());
});
