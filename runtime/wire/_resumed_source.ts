/**
 * What one reader of a kept response is sent.
 *
 * @module
 */

import { STREAM_CLOSED_CODE } from "../codes.ts";
import { LlmError } from "../error.ts";
import { encodeBatch } from "./encode_batch.ts";
import type { ByteBatch, ByteSource } from "./keep_alive_body.ts";
import {
  controlLog,
  END_ENTRY,
  LEASE_MS,
  responseLog,
  type ResumeHead,
} from "./resume_log.ts";
import type { ResumeStore } from "./resume_store.ts";

/** Options for {@linkcode resumedSource}. */
export interface ResumedSourceOptions {
  /** Where the response is kept. */
  readonly store: ResumeStore;
  /** Name of the response. */
  readonly id: string;
  /** How many chunks the reader has. */
  readonly received: number;
  /** What readers have to know of it. */
  readonly head: ResumeHead;
  /** Tells that the reader has gone, where nothing else does. */
  readonly signal: AbortSignal | undefined;
}

// A late reader gets a long response piece by piece, at its own pace.
const READ_LIMIT = 256;
// However long a read waits, it only waits again.
const WAIT_MS = LEASE_MS;

/**
 * Makes the source of what a reader does not have yet. While it is open, the
 * server that makes the response is told that there is a reader.
 *
 * @param options Which response, and what of it the reader has.
 * @returns The source: server-sent events, numbered.
 */
export function resumedSource(
  { store, id, received, head, signal }: ResumedSourceOptions,
): ByteSource {
  const { graceMs } = head;
  const gone = new AbortController();
  let position = received;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tell(ttlMs: number): Promise<void> {
    try {
      await store.append(controlLog(id, head), [], { ttlMs });
    } catch {
      // A sign that gets lost is made up for by the next.
    }
  }

  /** A slow reader is a reader: signs do not depend on reads. */
  function tellOn(): void {
    // Until it says otherwise: a process may stand still for longer than the grace
    // time, and the readers it serves with it.
    tell(Math.max(graceMs, LEASE_MS));
    // Another that leaves makes that less.
    timer = setTimeout(tellOn, graceMs / 3);
  }

  function end(): void {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }

  function leave(): void {
    end();
    gone.abort();
    // Grace begins when the last reader leaves.
    tell(graceMs);
  }

  async function read(): Promise<ByteBatch> {
    let entries: readonly string[] | undefined;
    do {
      // The head precedes the chunks.
      entries = await store.read(responseLog(id), position + 1, {
        limit: READ_LIMIT,
        waitMs: WAIT_MS,
        signal: gone.signal,
      });
    } while (entries?.length === 0);
    if (entries === undefined) return { bytes: encodeLoss(), done: true };
    const done = entries.at(-1) === END_ENTRY;
    const bytes = encode(done ? entries.slice(0, -1) : entries, position);
    position += entries.length;
    return { bytes, done };
  }

  tellOn();
  if (signal?.aborted) leave();
  else signal?.addEventListener("abort", leave);
  return {
    async read() {
      try {
        const batch = await read();
        if (batch.done) end();
        return batch;
      } catch (error) {
        // Nothing has failed, and servers complain of bodies that do.
        if (gone.signal.aborted) return { bytes: new Uint8Array(), done: true };
        leave();
        throw error;
      }
    },
    cancel() {
      leave();
      return Promise.resolve();
    },
  };
}

/** Writes events, the way {@linkcode encodeBatch} does. */
function encode(chunks: readonly string[], received: number): Uint8Array {
  const events = chunks.map((json, at) =>
    `id: ${received + at + 1}\ndata: ${json}\n\n`
  );
  return new TextEncoder().encode(events.join(""));
}

/** Writes the end of a response that has none. It has no number: it is not kept. */
function encodeLoss(): Uint8Array {
  const { failure } = new LlmError(
    "Cannot complete response: the server that made it is gone",
    STREAM_CLOSED_CODE,
  );
  const { bytes } = encodeBatch(
    [{ type: "finish", reason: { kind: "error", failure } }],
    { format: "sse", replayState: false },
  );
  return bytes;
}
