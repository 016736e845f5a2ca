/**
 * What a provider wants back with what it said.
 *
 * Signatures and the like travel with the message as replay state, one entry a
 * block, and nobody else reads them.
 *
 * @module
 */

import { INVALID_REPLAY_STATE_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { isRecord } from "../../runtime/json_record.ts";
import type { PiAiAnswer, PiAiModelRecord } from "./pi_ai_module.ts";

/** What belongs to one block. */
export interface ReplayEntry {
  /** Signature of a text. */
  readonly textSignature?: string;
  /** Signature of thinking, or thinking nobody may read. */
  readonly thinkingSignature?: string;
  /** Whether the thinking is such. */
  readonly redacted?: boolean;
  /** Signature of the thought that led to a tool call. */
  readonly thoughtSignature?: string;
  /** Where a tool comes from. */
  readonly namespace?: string;
  /** The whole id of a tool call, where the block has part of it. */
  readonly id?: string;
}

/** What belongs to the response as a whole. */
export interface ReplayResponse {
  /** Version of this envelope. */
  readonly v: 1;
  /** Protocol it came by. */
  readonly api: string;
  /** Who sent it. */
  readonly provider: string;
  /** Model that was asked. */
  readonly model: string;
  /** Model that answered, where it is another. */
  readonly responseModel?: string;
  /** Name of the response. */
  readonly responseId?: string;
  /** What the provider calls the effort it was made with. */
  readonly providerThinkingLevel?: string;
}

/** The envelope stored with a message. Lossless JSON. */
export interface PiAiReplayState {
  /** Facts of the response as a whole. */
  readonly response: ReplayResponse;
  /** One entry a block, in first-seen order. */
  readonly blocks: readonly (ReplayEntry | null)[];
}

/** What reading an envelope led to. */
export interface ReplayReading {
  /** The envelope. Absent when it cannot be used. */
  readonly state?: PiAiReplayState | undefined;
  /** Why it cannot be used. */
  readonly unusable?: string | undefined;
}

/** Options for {@linkcode readReplayState}. */
export interface ReadReplayStateOptions {
  /** How many blocks the message has now. */
  blockCount: number;
  /** The model that is to read it. */
  model: Pick<PiAiModelRecord, "api" | "provider" | "id">;
  /** Where the envelope is. */
  path: string;
}

const RESPONSE_TEXTS = ["api", "provider", "model"] as const;
const OPTIONAL_TEXTS = [
  "responseModel",
  "responseId",
  "providerThinkingLevel",
] as const;
const ENTRY_TEXTS = [
  "textSignature",
  "thinkingSignature",
  "thoughtSignature",
  "namespace",
  "id",
] as const;

/**
 * Makes the envelope of an answer.
 *
 * @param answer The answer.
 * @param entries One entry a block, in first-seen order.
 * @returns The envelope.
 */
export function createReplayState(
  answer: PiAiAnswer,
  entries: readonly (ReplayEntry | null)[],
): PiAiReplayState {
  const { api, provider, model } = answer;
  return {
    response: { v: 1, api, provider, model, ...texts(answer, OPTIONAL_TEXTS) },
    blocks: entries,
  };
}

/**
 * Finds what must go back with a block.
 *
 * @param block The block, as pi-ai has it.
 * @param id The id that the block has in the message, of a tool call.
 * @returns The entry, or null where there is nothing.
 */
export function replayEntry(
  block: PiAiAnswer["content"][number] | undefined,
  id?: string,
): ReplayEntry | null {
  if (block === undefined) return null;
  const fields = texts(block, ENTRY_TEXTS);
  const { id: whole, ...rest } = fields;
  const entry: ReplayEntry = {
    ...(whole === id ? rest : fields),
    ...("redacted" in block && block.redacted && { redacted: true }),
  };
  return Object.keys(entry).length === 0 ? null : entry;
}

/**
 * Reads an envelope.
 *
 * @param value The envelope, as it was stored.
 * @param options What it has to fit, and where it is.
 * @returns A copy of it, or why a sound one is of no use.
 * @throws {LlmError} `INVALID_REPLAY_STATE` if it is not an envelope at all.
 */
export function readReplayState(
  value: unknown,
  options: ReadReplayStateOptions,
): ReplayReading {
  const { blockCount, model, path } = options;

  if (!isRecord(value)) throw malformed(path, "an object");
  const { response, blocks } = value;
  const at = `${path}.response`;
  if (!isRecord(response) || !Number.isSafeInteger(response.v)) {
    throw malformed(`${at}.v`, "an integer");
  }
  // Only its own version knows what the rest of an envelope means.
  if (response.v !== 1) {
    return { unusable: `its version is ${response.v}, not 1` };
  }
  checkTexts(response, [...RESPONSE_TEXTS, ...OPTIONAL_TEXTS], at);
  for (const key of RESPONSE_TEXTS) {
    if (response[key] === undefined) throw malformed(`${at}.${key}`, "given");
  }
  if (!Array.isArray(blocks)) throw malformed(`${path}.blocks`, "an array");
  const entries = Array.from(
    blocks,
    (entry, k) => readEntry(entry, `${path}.blocks[${k}]`),
  );
  if (
    response.api !== model.api || response.provider !== model.provider ||
    response.model !== model.id
  ) return { unusable: "it is of another model" };
  if (entries.length !== blockCount) {
    return {
      unusable: `it tells of ${entries.length} blocks, not ${blockCount}`,
    };
  }
  const state = {
    response: {
      v: 1,
      ...texts(response, [...RESPONSE_TEXTS, ...OPTIONAL_TEXTS]),
    } as ReplayResponse,
    blocks: entries,
  };
  return { state };
}

function readEntry(entry: unknown, path: string): ReplayEntry | null {
  if (entry === null) return null;
  if (!isRecord(entry)) throw malformed(path, "an object or null");
  checkTexts(entry, ENTRY_TEXTS, path);
  const { redacted } = entry;
  if (redacted !== undefined && typeof redacted !== "boolean") {
    throw malformed(`${path}.redacted`, "a boolean");
  }
  return {
    ...texts(entry, ENTRY_TEXTS),
    ...(redacted !== undefined && { redacted }),
  };
}

function checkTexts(
  record: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  path: string,
): void {
  for (const key of keys) {
    if (record[key] !== undefined && typeof record[key] !== "string") {
      throw malformed(`${path}.${key}`, "a string");
    }
  }
}

/** Those of some fields that are texts with something in them. */
function texts<Key extends string>(
  record: object,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = (record as Partial<Record<Key, unknown>>)[key];
    if (typeof value === "string" && value !== "") found[key] = value;
  }
  return found;
}

function malformed(path: string, expected: string): LlmError {
  return new LlmError(
    `Cannot read replay state: "${path}" must be ${expected}`,
    INVALID_REPLAY_STATE_CODE,
  );
}
