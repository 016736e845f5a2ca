/**
 * What the server wants back with the tool calls it made.
 *
 * A server may attach fields of its own to a tool call and refuse the next
 * request without them. They travel with the message as replay state, one entry
 * a block, and nobody else reads them.
 *
 * @module
 */

import { isRecord, must } from "../../message/find_fault.ts";
import { codedRefusal } from "../../runtime/coded_refusal.ts";
import { INVALID_REPLAY_STATE_CODE } from "../../runtime/codes.ts";
import { copyJson } from "../../runtime/copy_json.ts";
import { LlmError } from "../../runtime/error.ts";
import { type Fields, readShape } from "../../runtime/read_shape.ts";

const WHAT = "read replay state";

const VERSION: Fields = {
  response: { v: [(n: number) => Number.isSafeInteger(n), "an integer"] },
};

const BLOCKS: Fields = {
  blocks: [
    (entry, path) =>
      must(entry === null || isRecord(entry), path, "an object or null"),
  ],
};

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
  const error = codedRefusal(WHAT, INVALID_REPLAY_STATE_CODE);
  function read<T>(shape: Fields): T {
    return readShape(value, shape, { path, error });
  }

  // Only its own version knows what the rest of an envelope means.
  const { response: { v } } = read<{ response: { v: number } }>(VERSION);
  if (v !== 1) return { unusable: `its version is ${v}, not 1` };
  const { blocks } = read<{ blocks: ReplayEntry[] }>(BLOCKS);
  if (blocks.length !== blockCount) {
    return {
      unusable: `it tells of ${blocks.length} blocks, not ${blockCount}`,
    };
  }
  return {
    blocks: blocks.map((entry, k) =>
      entry && copyEntry(entry, `${path}.blocks[${k}]`)
    ),
  };
}

function copyEntry(entry: NonNullable<ReplayEntry>, path: string): ReplayEntry {
  try {
    return copyJson(entry) as ReplayEntry;
  } catch (cause) {
    throw new LlmError(
      `Cannot ${WHAT}: "${path}" must be a value that JSON can hold`,
      INVALID_REPLAY_STATE_CODE,
      { cause },
    );
  }
}
