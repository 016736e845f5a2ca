/**
 * An adapter that keeps every rule, unless it is given a habit that does not.
 *
 * @module
 */

import type {
  ChunkStream,
  FinishReason,
  StreamChunk,
} from "../../../message.ts";
import { LlmAdapter } from "../../../runtime/adapter.ts";
import { attributionHeaders } from "../../../runtime/attribution.ts";
import { LlmError } from "../../../runtime/error.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";

/** What a provider sends: the chunks of each read, and what comes then. */
export interface Script {
  readonly reads: readonly (readonly StreamChunk[])[];
  /** What the read after the last one does. */
  readonly end?: "close" | "stall" | Error | undefined;
}

/** What an adapter may do otherwise, most of it wrong. */
export type Habit =
  | "asks again"
  | "asks although aborted"
  | "asks before it is read"
  | "asks before it refuses"
  | "changes the request"
  | "counts the time of its reader"
  | "drops what is queued"
  | "ends an aborted call as a success"
  | "fails a stall with another code"
  | "fails with chunks queued"
  | "goes on after a cancel"
  | "goes on after a cancel without a read"
  | "goes on after a stall"
  | "goes on after an abort"
  | "is deaf to an abort"
  | "keeps its listener"
  | "keeps its timer"
  | "mixes calls up"
  | "names itself twice"
  | "names nobody"
  | "reads ahead"
  | "reads on by itself"
  | "refuses its own replay state"
  | "refuses nothing"
  | "returns a stream twice"
  | "returns no stream"
  | "speaks on after an abort"
  | "takes any replay state"
  | "throws what ends a stall"
  | "waits forever";

/** How a {@linkcode ModelAdapter} behaves. */
export interface ModelAdapterOptions {
  /** What it does otherwise. */
  habit?: Habit | undefined;
  /** Whether it bounds a silence. */
  timed?: boolean | undefined;
}

/** Milliseconds of silence after which it gives up, where it does. */
const STALL_MS = 300_000;

const realSetTimeout = globalThis.setTimeout;

/** The adapter, and what its provider saw. */
export class ModelAdapter extends LlmAdapter {
  requests = 0;
  reads = 0;
  stopped = false;
  headers: Headers | undefined;
  readonly #script: Script;
  readonly #habit: Habit | undefined;
  readonly #timed: boolean;
  #position = 0;
  #stream: ChunkStream | undefined;

  constructor(
    script: Script,
    { habit, timed = false }: ModelAdapterOptions = {},
  ) {
    super();
    this.#script = script;
    this.#habit = habit;
    this.#timed = timed;
  }

  override stream(options: GenerateOptions): ChunkStream {
    if (this.#has("returns no stream")) return {} as ChunkStream;
    if (this.#has("changes the request")) options.messages.push();
    if (this.#has("returns a stream twice") && this.#stream?.locked === false) {
      return this.#stream;
    }
    const refusal = this.#refusalOf(options);
    const { signal } = options;
    if (this.#has("asks before it is read") && !refusal && !signal?.aborted) {
      this.requests++;
    }
    return this.#stream = this.#open(signal, refusal);
  }

  #has(habit: Habit): boolean {
    return this.#habit === habit;
  }

  #refusalOf({ topP, messages }: GenerateOptions): LlmError | undefined {
    if (topP !== undefined && !this.#has("refuses nothing")) {
      return new LlmError('Cannot use "topP": unknown', "UNSUPPORTED_OPTION");
    }
    for (const { source } of messages) {
      if (source.kind !== "model") continue;
      const { replayState } = source;
      if (replayState === undefined) continue;
      const readable = typeof replayState === "object";
      if (readable && !this.#has("refuses its own replay state")) continue;
      if (!readable && this.#has("takes any replay state")) continue;
      return new LlmError(
        "Cannot read replay state: it is no object",
        "INVALID_REPLAY_STATE",
      );
    }
    return undefined;
  }

  #open(
    signal: AbortSignal | undefined,
    refusal: LlmError | undefined,
  ): ChunkStream {
    const { reads, end } = this.#script;
    const failing = end instanceof Error;
    const onward = failing ? "fails with chunks queued" : "reads on by itself";
    let controller!: ReadableStreamDefaultController<StreamChunk>;
    let position = 0;
    let asked = false;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#position = 0;

    const leave = () => {
      over = true;
      if (!this.#has("keeps its timer")) clearTimeout(timer);
      if (!this.#has("keeps its listener")) {
        signal?.removeEventListener("abort", abort);
      }
    };
    const close = () => {
      leave();
      controller.close();
    };
    const fail = (error: Error) => {
      leave();
      controller.error(error);
    };
    const finish = (reason: FinishReason) => {
      // Before the chunk, which may cause a pull.
      leave();
      controller.enqueue({ type: "finish", reason });
      close();
    };
    const abort = () => {
      if (over) return;
      this.stopped ||= asked && !this.#has("goes on after an abort");
      if (asked && this.#has("is deaf to an abort")) return leave();
      if (asked && this.#has("speaks on after an abort")) {
        controller.enqueue({ type: "text-delta", index: 0, text: "But" });
        return leave();
      }
      if (this.#has("ends an aborted call as a success")) {
        return finish({ kind: "stop" });
      }
      const { failure } = new LlmError("Cannot go on: aborted", "ABORTED");
      finish({ kind: "aborted", failure });
    };
    const expire = () => {
      if (over) return;
      this.stopped = !this.#has("goes on after a stall");
      const code = this.#has("fails a stall with another code")
        ? "SERVER"
        : "TIMEOUT";
      const error = new LlmError("Cannot go on: silence", code);
      if (this.#has("throws what ends a stall")) return fail(error);
      finish({ kind: "error", failure: error.failure });
    };
    const arm = () => {
      clearTimeout(timer);
      // A real one would outlive its test where it is meant to be left behind.
      const faked = globalThis.setTimeout !== realSetTimeout;
      if (this.#timed && faked && !this.#has("waits forever")) {
        timer = setTimeout(expire, STALL_MS);
      }
    };
    const ask = () => {
      asked = true;
      this.headers = new Headers({
        ...(!this.#has("names nobody") && attributionHeaders()),
        ...(this.#has("names itself twice") && { "x-title": "dsh-llm" }),
      });
      if (!this.#has("asks before it is read")) this.requests++;
      if (this.#has("asks again") && failing) this.requests++;
      signal?.addEventListener("abort", abort);
      if (this.#has(onward)) timer = setTimeout(readOn, 0);
    };
    const readOn = () => {
      read();
      if (!over) timer = setTimeout(readOn, 0);
    };
    const read = () => {
      this.reads++;
      const at = this.#has("mixes calls up") ? this.#position++ : position++;
      const chunks = reads[at];
      for (const chunk of chunks ?? []) controller.enqueue(chunk);
      if (over) return;
      if (chunks?.some(({ type }) => type === "finish")) return close();
      if (this.#has("drops what is queued") && failing && at > 0) fail(end);
      if (this.#has("counts the time of its reader")) arm();
      if (chunks !== undefined) return;
      if (failing) fail(end);
      else if (end !== "stall") close();
      else if (!this.#has(onward)) arm();
    };

    return new ReadableStream({
      start: (given) => void (controller = given),
      pull: () => {
        if (signal?.aborted && !this.#has("asks although aborted")) {
          return abort();
        }
        if (refusal !== undefined) {
          if (this.#has("asks before it refuses")) this.requests++;
          return fail(refusal);
        }
        if (!asked) ask();
        read();
      },
      cancel: () => {
        const idle = position <= reads.length;
        this.stopped ||= asked && !this.#has("goes on after a cancel") &&
          !(idle && this.#has("goes on after a cancel without a read"));
        leave();
      },
    }, { highWaterMark: this.#has("reads ahead") && !failing ? 3 : 0 });
  }
}
