/**
 * Adapters that keep no rule.
 *
 * @module
 */

import {
  CallId,
  type ChunkStream,
  LlmAdapter,
  type LlmResolvedModelInfo,
  type PreparedAdapterCall,
  type StreamChunk,
} from "../../mod.ts";
import { textChunks, toolCallChunks } from "../../testing/mod.ts";
import { settle } from "./drive.ts";
import { hostileValue } from "./hostile_value.ts";
import type { Random } from "./random.ts";

/** What an adapter will do in one call. */
export interface AdapterPlan {
  /** What its stream brings, in order. */
  readonly chunks: readonly StreamChunk[];
  /** What comes then. */
  readonly end: "close" | "error" | "hang";
  /** What it fails with, where it does. */
  readonly error: unknown;
  /** How it is asked: in its way, or in one that fails. */
  readonly manner: Manner;
  /** How its chunks come. */
  readonly pace: "one a pull" | "many a pull" | "all at once" | "slowly";
  /** What its cancel throws, if it does. */
  readonly cancelError: { readonly value: unknown } | undefined;
}

type Manner =
  | "as it should"
  | "prepares slowly"
  | "fails to prepare"
  | "never prepares"
  | "prepares nothing"
  | "throws"
  | "returns a promise"
  | "returns nothing"
  | "returns a locked stream";

const FAULTY_MANNERS: readonly Manner[] = [
  "prepares slowly",
  "fails to prepare",
  "never prepares",
  "prepares nothing",
  "throws",
  "returns a promise",
  "returns nothing",
  "returns a locked stream",
];

/** Makes a plan. */
export function makeAdapterPlan(random: Random): AdapterPlan {
  return {
    chunks: makeChunks(random),
    end: random.pick(["close", "close", "error", "error", "hang"]),
    error: hostileValue(random),
    manner: random.chance(0.8) ? "as it should" : random.pick(FAULTY_MANNERS),
    pace: random.pick(["one a pull", "many a pull", "all at once", "slowly"]),
    cancelError: random.chance(0.1)
      ? { value: hostileValue(random) }
      : undefined,
  };
}

function makeChunks(random: Random): StreamChunk[] {
  const usage = { inputTokens: 1, outputTokens: 2 };
  const call = { name: "ls", arguments: { path: "/" } };
  const chunks = random.chance(0.5)
    ? textChunks("Hello there", { reasoning: "Hm", usage })
    : toolCallChunks([call, call], { text: "So", usage });
  if (random.chance(0.3)) return chunks;
  if (random.chance(0.3)) chunks.length = random.below(chunks.length);
  for (let k = random.below(6); k > 0; k--) {
    const at = random.below(chunks.length + 1);
    chunks.splice(at, random.below(2), strangeChunk(random));
  }
  return chunks;
}

function strangeChunk(random: Random): StreamChunk {
  const index = random.pick([0, 1, 7, -1, 0.5, NaN, 1e9]);
  const failure = random.pick<unknown>([
    { code: "BUSY", message: "Busy" },
    { code: "", message: "" },
    { code: 5, message: null, status: "x" },
    null,
    undefined,
    hostileValue(random),
  ]);
  const kind = random.pick(["stop", "error", "aborted", "other", undefined]);
  return random.pick<unknown>([
    { type: "text-delta", index, text: "x" },
    { type: "text-delta", index, text: "" },
    { type: "reasoning-delta", index, text: "y" },
    { type: "tool-call-delta", index, id: CallId("c"), argumentsDelta: "{" },
    { type: "block-start", index, blockType: "other" },
    { type: "block-end", index, block: { type: "text", text: "z" } },
    { type: "usage", usage: { inputTokens: -1, outputTokens: NaN } },
    { type: "finish", reason: { kind, failure } },
    { type: "finish", reason: null },
    { type: "unheard-of" },
    5,
    hostileValue(random),
  ]) as StreamChunk;
}

/** An adapter that follows a plan, and what became of its streams. */
export class HostileAdapter extends LlmAdapter {
  readonly #plan: AdapterPlan;
  readonly #onPull: (count: number) => void;
  #open = 0;

  constructor(plan: AdapterPlan, onPull: (count: number) => void) {
    super();
    this.#plan = plan;
    this.#onPull = onPull;
  }

  /** How many of its streams were neither ended nor cancelled. */
  get open(): number {
    return this.#open;
  }

  override async prepareCall(
    provider: string,
    id: string,
    signal?: AbortSignal,
  ): Promise<PreparedAdapterCall> {
    const { manner, error } = this.#plan;
    if (manner === "fails to prepare") throw error;
    if (manner === "prepares nothing") return error as PreparedAdapterCall;
    if (manner === "never prepares") await new Promise(() => {});
    if (manner === "prepares slowly") await settle();
    return await super.prepareCall(provider, id, signal);
  }

  override resolveModel(
    provider: string,
    id: string,
  ): Promise<LlmResolvedModelInfo> {
    return Promise.resolve({ provider, id, name: id });
  }

  override stream(): ChunkStream {
    const { manner, error } = this.#plan;
    switch (manner) {
      case "throws":
        throw error;
      case "returns a promise":
        return Promise.reject(error) as unknown as ChunkStream;
      case "returns nothing":
        return error as ChunkStream;
      case "returns a locked stream": {
        const stream: ChunkStream = new ReadableStream();
        stream.getReader();
        return stream;
      }
      default:
        return this.#play();
    }
  }

  #play(): ChunkStream {
    const { chunks, end, error, pace, cancelError } = this.#plan;
    let at = 0;
    let pulls = 0;
    const onPull = this.#onPull;
    this.#open++;
    const over = () => void this.#open--;

    function finish(controller: ReadableStreamDefaultController): void {
      if (end === "hang") return;
      over();
      if (end === "close") controller.close();
      else controller.error(error);
    }

    return new ReadableStream<StreamChunk>({
      start(controller) {
        if (pace !== "all at once") return;
        for (const chunk of chunks) controller.enqueue(chunk);
        at = chunks.length;
        if (end === "close") finish(controller);
      },
      async pull(controller) {
        onPull(++pulls);
        if (pace === "slowly") await settle();
        const count = pace === "many a pull" ? 3 : 1;
        if (at >= chunks.length) return finish(controller);
        for (const chunk of chunks.slice(at, at += count)) {
          controller.enqueue(chunk);
        }
      },
      cancel() {
        over();
        at = Infinity;
        if (cancelError !== undefined) throw cancelError.value;
      },
    }, { highWaterMark: pace === "many a pull" ? 2 : 0 });
  }
}
