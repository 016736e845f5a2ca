/**
 * How calls begin, and how they go beside each other.
 *
 * @module
 */

import { isTokenDelta } from "../../message.ts";
import { sendsUserAgent, userAgent } from "../../runtime/attribution.ts";
import { errorChain } from "../../runtime/error_chain.ts";
import { isReadableStream } from "../../runtime/is_readable_stream.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import {
  type CallOptions,
  readCall,
  startCall,
  type Transcript,
} from "./_call.ts";
import type { Kit, OpenTrial, Rule } from "./_kit.ts";
import { blocksOf, endOf } from "./_outcome.ts";

// What providers have asked applications to name themselves in.
const OTHER_NAMES = ["http-referer", "referer", "x-title"];

/** The rules. */
export const CALL_RULES: readonly Rule[] = [
  {
    rule: "a call returns a new stream at once",
    scenario: "text",
    check: checkStreams,
  },
  {
    rule: "calls of one adapter do not disturb each other",
    scenario: "text",
    check: checkNeighbours,
  },
  {
    rule: "a frozen request is served like any other",
    check: (kit) =>
      kit.each((trial) => checkAlike(kit, trial, { frozen: true })),
  },
  {
    rule: "a request names the application, in its user agent alone",
    scenario: "text",
    check: checkAttribution,
  },
  {
    rule: "nothing is read ahead of the reader",
    scenario: "text",
    check: checkDemand,
  },
  {
    rule: "a call through a runtime brings the same",
    check: (kit) =>
      kit.each(async (trial) => {
        const runtime = new LlmRuntime();
        // Else a contained error would be written to the console.
        runtime.on("llm/diagnostic", () => {});
        register(kit, runtime, trial);
        try {
          await checkAlike(kit, trial, { runtime });
        } finally {
          runtime.close();
        }
      }),
  },
];

function register(kit: Kit, runtime: LlmRuntime, trial: OpenTrial): void {
  try {
    runtime.registerAdapter([kit.subject.provider], trial.adapter);
  } catch (error) {
    const got = `"${errorChain(error)}"`;
    throw kit.broken({ expected: "an adapter that can be registered", got });
  }
}

/** Checks that a call made in some way brings what a plain one does. */
async function checkAlike(
  kit: Kit,
  trial: OpenTrial,
  options: CallOptions,
): Promise<void> {
  const { scenario } = trial;
  // A trial of its own, since answers may be numbered.
  const plain = await kit.open(scenario);
  if (plain === undefined) return;
  const expected = summary(await readCall(kit, plain));
  const got = summary(await readCall(kit, trial, options));
  if (got !== expected) throw kit.broken({ scenario, expected, got });
}

function summary(answer: Transcript): string {
  return `"${endOf(answer)}" after ${JSON.stringify(blocksOf(answer))}`;
}

async function checkStreams(kit: Kit): Promise<void> {
  const trial = await kit.open("text");
  if (trial === undefined) return;
  const { adapter, options } = trial;
  const streams = [adapter.stream(options), adapter.stream(options)];
  const [first, second] = streams;
  const sound = streams.every((stream) =>
    isReadableStream(stream) && !stream.locked
  );
  if (sound) {
    await Promise.allSettled(streams.map((stream) => stream.cancel()));
    if (first !== second) return;
  }
  throw kit.broken({
    expected: "two streams that can be read",
    got: sound ? "one" : "something else",
  });
}

async function checkAttribution(kit: Kit): Promise<void> {
  const trial = await kit.open("text");
  // A browser names itself.
  if (trial?.headers === undefined || !sendsUserAgent()) return;
  await readCall(kit, trial);
  const headers = trial.headers();
  const agent = headers?.get("user-agent") ?? "";
  const expected = userAgent(kit.subject.identity);
  if (agent !== expected) {
    throw kit.broken({ expected: `"${expected}"`, got: `"${agent}"` });
  }
  const other = OTHER_NAMES.find((name) => headers?.has(name));
  if (other === undefined) return;
  throw kit.broken({ expected: "no other header", got: `"${other}"` });
}

async function checkNeighbours(kit: Kit): Promise<void> {
  const alone = await kit.open("text");
  const trial = await kit.open("text");
  if (alone === undefined || trial === undefined) return;
  const expected = summary(await readCall(kit, alone));
  const left = startCall(kit, trial);
  const pauses = 1;
  const calls = [startCall(kit, trial, { pauses }), startCall(kit, trial)];
  const [slow, fast] = calls.map((call) => call.read());
  await left.read(isTokenDelta);
  await left.cancel();
  for (const answer of [await slow!, await fast!]) {
    const got = summary(answer);
    if (got !== expected) throw kit.broken({ expected, got });
  }
}

async function checkDemand(kit: Kit): Promise<void> {
  const trial = await kit.open("text");
  const reads = trial?.reads;
  if (trial === undefined || reads === undefined) return;
  const call = startCall(kit, trial);
  await kit.tasks(3);
  const unasked = reads();
  await call.read(isTokenDelta);
  const asked = reads();
  await kit.tasks(5);
  const idle = reads();
  await call.read();
  const total = reads();
  if (unasked > 1 || idle - asked > 1) {
    const ahead = Math.max(unasked, idle - asked);
    const expected = "one read at most while nobody reads";
    throw kit.broken({ expected, got: `${ahead}` });
  }
  if (total - idle >= 2) return;
  throw kit.broken({
    expected: "reads left to make once the first text is read",
    got: `${idle} of ${total} made by then`,
  });
}
