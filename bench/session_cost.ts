/**
 * What it costs to log a response and to fold it, as ratios to the floor.
 *
 * The figures are of what comes on top of reading the response, a network read at a
 * time, as everything in the module reads it.
 *
 * @module
 */

import { type LlmRuntime, SessionId, textOf } from "../mod.ts";
import { takeChunkSource } from "../runtime/chunk_source.ts";
import { createSessionLog } from "../runtime/session/create_session_log.ts";
import {
  ndjsonSink,
  Session,
  type SessionSink,
} from "../runtime/session/mod.ts";
import { createStepFold } from "../runtime/session/step_fold.ts";
import type { StreamChunk } from "../message.ts";
import { client, REQUEST } from "./client.ts";
import { floor } from "./floor.ts";
import { cpu, type Figure, median } from "./report.ts";
import { body, EVENTS, workload } from "./workload.ts";

const ROUNDS = 21;
const WARM_UP = 5;

const STEP = { turn: 1, step: 1 };
const START = { version: 1, sessionId: SessionId("bench") };

const { provider, model } = REQUEST;

/** Reads a response, and hands on what each network read brings. */
async function read(
  runtime: LlmRuntime,
  take: (chunks: readonly StreamChunk[]) => unknown = () => {},
): Promise<void> {
  const source = takeChunkSource(runtime.stream(REQUEST));
  for (;;) {
    const { chunks, done } = await source.read();
    await take(chunks);
    if (done) return;
  }
}

/** Logs and folds each chunk of a response, and nothing else. */
async function logChunks(
  runtime: LlmRuntime,
  sink: SessionSink | undefined,
): Promise<number> {
  const log = createSessionLog({ sink });
  const fold = createStepFold();
  await log.append("session/start", START);
  const time = await cpu(() =>
    read(
      runtime,
      async (chunks) => fold.push(chunks, await log.appendChunks(STEP, chunks)),
    )
  );
  if (log.revision < EVENTS || fold.reason?.kind !== "stop") {
    throw new Error("Cannot measure: the log is not whole");
  }
  await log.close();
  return time;
}

/** Has a session make a whole request. */
async function request(
  runtime: LlmRuntime,
  characters: number,
): Promise<number> {
  const session = await Session.create({ runtime });
  const config = { provider, model };
  const time = await cpu(() => session.request({ config }).result);
  const { length } = textOf(session.messages[0]!);
  if (length !== characters) {
    throw new Error(`Cannot measure: the answer came out as ${length}`);
  }
  await session.close();
  return time;
}

/** Times floor, bare response, logs and sessions in turn, in one process. */
export async function sessionCost(): Promise<Figure[]> {
  const reads = workload();
  const characters = floor(reads);
  const runtime = client(() => body(reads), 0);
  const handle = { write: () => {}, truncate: () => {} };
  const ratios: Record<"memory" | "lines" | "whole", number[]> = {
    memory: [],
    lines: [],
    whole: [],
  };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const least = await cpu(() => floor(reads));
    const bare = await cpu(() => read(runtime));
    const memory = await logChunks(runtime, undefined);
    const lines = await logChunks(runtime, ndjsonSink(handle));
    const whole = await request(runtime, characters);
    if (round < 0) continue;
    ratios.memory.push((memory - bare) / least);
    ratios.lines.push((lines - bare) / least);
    ratios.whole.push((whole - bare) / least);
  }
  return [
    {
      name: "log and fold the chunks of a response",
      value: median(ratios.memory),
      target: 0.3,
      unit: "x F2",
    },
    {
      name: "the same, with a sink that keeps lines of JSON",
      value: median(ratios.lines),
      target: 0.8,
      unit: "x F2",
    },
    {
      name: "a whole request of a session, the answer logged too",
      value: median(ratios.whole),
      target: 2,
      unit: "x F2",
    },
  ];
}
