/**
 * What the server wants back with the tool calls it made.
 *
 * A server may attach fields of its own to a tool call and refuse the next
 * request without them. They travel with the message as replay state, one entry
 * a block, and nobody else reads them.
 *
 * @module
 */

import { INVALID_REPLAY_STATE_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { copyJson } from "./_copy_json.ts";
import { isRecord } from "./_record.ts";

/** The opaque fields of one tool call, or null for a block that has none. */
export type ReplayEntry = Readonly<Record<string, unknown>> | null;

/** The envelope stored with a message. Lossless JSON. */
export interface DeepSeekReplayState {
  /** Facts of the response as a whole. */
  readonly response: {
    /** Version of this envelope. */
    readonly v: 1;
  };
  /** One entry a block, in first-seen order. */
  readonly blocks: readonly ReplayEntry[];
}

/** What reading an envelope led to. */
export interface ReplayReading {
  /** One entry a block. Absent when the envelope cannot be used. */
  readonly blocks?: readonly ReplayEntry[] | undefined;
  /** Why it cannot be used. */
  readonly unusable?: string | undefined;
}

/** Options for {@linkcode readReplayState}. */
export interface ReadReplayStateOptions {
  /** How many blocks the message has now. */
  blockCount: number;
  /**
   * Where the envelope is, for messages.
   *
   * @default {"replayState"}
   */
  path?: string | undefined;
}

/**
 * Wraps the opaque fields of a response's blocks for the message they belong to.
 *
 * @param entries One entry a block, in first-seen order.
 * @returns The envelope, or `undefined` when no block has anything to keep.
 */
export function createReplayState(
  entries: readonly ReplayEntry[],
): DeepSeekReplayState | undefined {
  if (entries.every((entry) => entry === null)) return undefined;
  return { response: { v: 1 }, blocks: [...entries] };
}

/**
 * Takes the opaque fields out of an envelope.
 *
 * @param value The envelope, as it was stored.
 * @param options What it has to fit, and where it is.
 * @returns Copies of the entries, or why a sound envelope is of no use.
 * @throws {LlmError} `INVALID_REPLAY_STATE` if it is not an envelope at all.
 */
export function readReplayState(
  value: unknown,
  options: ReadReplayStateOptions,
): ReplayReading {
  const { blockCount, path = "replayState" } = options;

  if (!isRecord(value)) throw malformed(path, "an object");
  const { response, blocks } = value;
  if (!isRecord(response) || !Number.isSafeInteger(response["v"])) {
    throw malformed(`${path}.response.v`, "an integer");
  }
  // Only its own version knows what the rest of an envelope means.
  if (response["v"] !== 1) {
    return { unusable: `its version is ${response["v"]}, not 1` };
  }
  if (!Array.isArray(blocks)) {
    throw malformed(`${path}.blocks`, "an array");
  }
  const entries = Array.from(
    blocks,
    (entry, i) => readEntry(entry, `${path}.blocks[${i}]`),
  );
  if (entries.length !== blockCount) {
    return {
      unusable: `it tells of ${entries.length} blocks, not ${blockCount}`,
    };
  }
  return { blocks: entries };
}

function readEntry(entry: unknown, path: string): ReplayEntry {
  if (entry === null) return null;
  if (!isRecord(entry)) {
    throw malformed(path, "an object or null");
  }
  try {
    return copyJson(entry) as ReplayEntry;
  } catch (cause) {
    throw malformed(path, "a value that JSON can hold", cause);
  }
}

function malformed(path: string, expected: string, cause?: unknown): LlmError {
  return new LlmError(
    `Cannot read replay state: "${path}" must be ${expected}`,
    INVALID_REPLAY_STATE_CODE,
    cause === undefined ? {} : { cause },
  );
}
