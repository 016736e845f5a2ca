/**
 * Any adapter behind any listeners.
 *
 * @module
 */

import {
  type ChunkStream,
  errorChain,
  type GenerateOptions,
  isLlmAdapterFailure,
  llmErrorOf,
  llmFailureOf,
  llmResponseOf,
  llmRetryPolicyOf,
  LlmRuntime,
  type StreamChunk,
} from "../../mod.ts";
import { type Break, checkEnd } from "./check_chunks.ts";
import { consume, type Consumed, type Leave } from "./consume.ts";
import { drive, settle } from "./drive.ts";
import {
  type AdapterPlan,
  HostileAdapter,
  makeAdapterPlan,
} from "./hostile_adapter.ts";
import { addListeners, type Doings } from "./hostile_listener.ts";
import { hostileValue } from "./hostile_value.ts";
import type { Random } from "./random.ts";
import type { Scenario } from "./scenario.ts";
import { watchedSignal } from "./watched_signal.ts";

/** Calls an adapter that does as it likes. */
export const adapterScenario: Scenario = async (surroundings) => {
  const { random, time, broken } = surroundings;
  const plan = makeAdapterPlan(random);
  const { controller, signal, listeners } = watchedSignal();
  const leave = makeLeave(random);
  const abort = () => controller.abort(hostileValue(random));
  const abortAtPull = random.chance(0.3) ? leave.after : 0;
  const adapter = new HostileAdapter(plan, (pulls) => {
    if (leave.how === "abort" && pulls === abortAtPull) abort();
  });
  const runtime = new LlmRuntime();
  runtime.on("llm/diagnostic", () => {
    if (random.chance(0.1)) throw hostileValue(random);
  });
  runtime.registerAdapter(["any"], adapter);
  const doings = addListeners(random, runtime);
  if (leave.how === "abort" && random.chance(0.1)) abort();

  const seen: Consumed = { chunks: [], stayed: true };
  let stream: ChunkStream | undefined;
  const prepared = random.chance(0.2);
  const work = (async () => {
    try {
      stream = await start(runtime, prepared, signal);
    } catch (value) {
      // The wait for a prepared call may fail with whatever its adapter throws.
      if (!prepared) checkThrown(value, doings, broken);
      return;
    }
    const close = () => runtime.close();
    await consume(stream, seen, { leave, abort, close });
  })();
  if (leave.how === "abort" && leave.after === 0) abort();
  if (!await drive(time, work, abort)) return broken("an end");
  // Cancels that nobody awaits.
  for (let k = 0; k < 5; k++) await settle();

  if (seen.error !== undefined) checkThrown(seen.error.value, doings, broken);
  // A stream that a listener has dropped ends in the task after the abort.
  if (doings.abandoned) await time.tickAsync(0);
  if (time.next()) broken("no timer");
  if (stream === undefined) return;
  if (!doings.abandoned) {
    if (listeners() > 0) broken("no listener on the signal");
    if (adapter.open > 0) broken("no open stream");
  }
  ask(stream, [hostileValue(random), seen.error?.value], broken);
  if (!doings.clean || !seen.stayed) return;
  checkEnd(seen.chunks, broken);
  checkPassed(seen.chunks, plan, {
    broken,
    complete: leave.how === "read on" && plan.end !== "hang",
  });
};

function makeLeave(random: Random): Leave {
  const how = random.chance(0.5)
    ? "read on"
    : random.pick(["cancel", "break", "abort", "close"] as const);
  return { after: random.below(12), how };
}

async function start(
  runtime: LlmRuntime,
  prepared: boolean,
  signal: AbortSignal,
): Promise<ChunkStream> {
  const config = { provider: "any", model: "m" };
  const options: GenerateOptions = { ...config, messages: [], signal };
  if (!prepared) return runtime.stream(options);
  const call = await runtime.prepareCall(config, signal);
  return call.stream({ ...call.config, messages: [], signal });
}

/** Only listeners may have thrown, or what they returned for a stream. */
function checkThrown(value: unknown, doings: Doings, broken: Break): void {
  if (doings.thrown.has(value) || doings.garbage) return;
  broken(`nothing is thrown at the consumer: ${errorChain(value)}`);
}

/** Asks about a call all that can be asked. */
function ask(
  stream: ChunkStream,
  values: readonly unknown[],
  broken: Break,
): void {
  try {
    for (const value of [...values, llmErrorOf(stream)]) {
      llmFailureOf(stream, value);
      isLlmAdapterFailure(stream, value);
    }
    llmResponseOf(stream);
    llmRetryPolicyOf(stream);
  } catch {
    broken("questions about a call throw nothing");
  }
}

/** Holds what came out to what the adapter put in. */
function checkPassed(
  chunks: readonly StreamChunk[],
  plan: AdapterPlan,
  { broken, complete }: { broken: Break; complete: boolean },
): void {
  const { manner, end, pace } = plan;
  const plays = manner === "as it should" || manner === "prepares slowly";
  const wanted = plays ? beforeFinish(plan.chunks) : [];
  const passed = chunks.slice(0, -1);
  if (passed.some((chunk, at) => chunk !== wanted[at])) {
    broken("chunks come as they are");
  }
  // A stream that fails loses what it has queued.
  const lossy = end === "error" && pace !== "one a pull" && pace !== "slowly";
  if (complete && !lossy && passed.length !== wanted.length) {
    broken("no chunk is lost");
  }
}

/** The chunks up to the first that ends a call, or that cannot be looked at. */
function beforeFinish(chunks: readonly StreamChunk[]): readonly StreamChunk[] {
  const end = chunks.findIndex((chunk) => {
    try {
      return chunk === undefined || chunk.type === "finish";
    } catch {
      return true;
    }
  });
  return end === -1 ? chunks : chunks.slice(0, end);
}
