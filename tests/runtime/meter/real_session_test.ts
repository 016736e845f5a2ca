// What a session logs is what the meter reads.
import { assertEquals } from "@std/assert";
import { createUserMessage, type StreamChunk } from "../../../message.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { foldPressure } from "../../../runtime/meter/fold_pressure.ts";
import { foldUsage } from "../../../runtime/meter/fold_usage.ts";
import { TokenMeter } from "../../../runtime/meter/token_meter.ts";
import { Session } from "../../../runtime/session/session.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { scriptedAdapter } from "../../../testing/scripted_adapter.ts";
import { characters as estimate } from "./_log.ts";

function used(inputTokens: number): StreamChunk {
  return { type: "usage", usage: { inputTokens, outputTokens: 3 } };
}

const FAILED: StreamChunk[] = [
  used(50),
  {
    type: "finish",
    reason: { kind: "error", failure: { code: "SERVER", message: "down" } },
  },
];

function answered(inputTokens: number): StreamChunk[] {
  const chunks = textChunks("1234");
  return [...chunks.slice(0, -1), used(inputTokens), chunks.at(-1)!];
}

/** A session of one question, whose first attempt fails and whose second does not. */
async function askedTwice(): Promise<Session> {
  const runtime = new LlmRuntime();
  runtime.registerAdapter(["p"], scriptedAdapter([FAILED, answered(40)]));
  const session = await Session.create({ runtime });
  session.on(
    "agent/request-error",
    () => Promise.resolve({ kind: "retry" }),
  );
  await session.append(createUserMessage({ content: "12" }));
  await session.request({ config: { provider: "p", model: "m" } }).result;
  return session;
}

Deno.test("TokenMeter goes by what the newest attempt of a session used", async () => {
  const session = await askedTwice();

  const { baseline, totalTokens, surfaceDeltaTokens, surfaceTokens } =
    new TokenMeter({ estimate }).measure(session);

  assertEquals(baseline, "usage");
  assertEquals([totalTokens, surfaceDeltaTokens, surfaceTokens], [48, 8, 14]);
  await session.close();
});

Deno.test("foldUsage() counts every attempt of a session once", async () => {
  const session = await askedTwice();

  const { calls, usage } = foldUsage(session.eventsFrom(1));

  assertEquals([calls, usage.inputTokens, usage.outputTokens], [2, 90, 6]);
  await session.close();
});

Deno.test("foldPressure() tells the newest prompt of a session", async () => {
  const session = await askedTwice();

  assertEquals(foldPressure(session.eventsFrom(1)).promptTokens, 40);
  await session.close();
});
