/**
 * The grammar of a response stream.
 *
 * @module
 */

import type { ContentBlock, ContentBlockType } from "./content_block.ts";
import type { LlmFailure } from "./failure.ts";
import type { CallId } from "./ids.ts";

/**
 * What one call used, in tokens. Counts are disjoint, never negative and never
 * `NaN`: billed input is `inputTokens` + `cacheReadTokens` + `cacheWriteTokens`.
 */
export interface TokenUsage {
  /** Input that no cache served or stored. */
  inputTokens: number;
  /** Output, reasoning included. */
  outputTokens: number;
  /** Input read from a cache. */
  cacheReadTokens?: number | undefined;
  /** Input written to a cache. */
  cacheWriteTokens?: number | undefined;
  /** How much of `outputTokens` was reasoning. */
  reasoningTokens?: number | undefined;
}

/** Every reason a response ended, keyed by its `kind`. Open. */
export interface FinishReasonMap {
  /** The model was done. */
  "stop": {
    /** Discriminates the reason. */
    kind: "stop";
  };
  /** The model waits for tool results. */
  "tool-calls": {
    /** Discriminates the reason. */
    kind: "tool-calls";
  };
  /** The output limit cut the response. */
  "max-tokens": {
    /** Discriminates the reason. */
    kind: "max-tokens";
  };
  /** The caller gave up. */
  "aborted": {
    /** Discriminates the reason. */
    kind: "aborted";
    /** The facts. */
    failure: LlmFailure;
  };
  /** The provider, the transport or the adapter failed. */
  "error": {
    /** Discriminates the reason. */
    kind: "error";
    /** The facts. */
    failure: LlmFailure;
  };
}

/** Any known finish reason. Switch on `kind` and let unknown ones through. */
export type FinishReason = FinishReasonMap[keyof FinishReasonMap];

/** A block begins. */
export interface BlockStartChunk {
  /** Discriminates the chunk. */
  type: "block-start";
  /** Which block: an integer, 0 or more. */
  index: number;
  /** What the block will be. */
  blockType: ContentBlockType;
}

/** A text block grows. */
export interface TextDeltaChunk {
  /** Discriminates the chunk. */
  type: "text-delta";
  /** Which block. */
  index: number;
  /** The text to append. */
  text: string;
}

/** A reasoning block grows. */
export interface ReasoningDeltaChunk {
  /** Discriminates the chunk. */
  type: "reasoning-delta";
  /** Which block. */
  index: number;
  /** The text to append. */
  text: string;
}

/** A tool call grows. */
export interface ToolCallDeltaChunk {
  /** Discriminates the chunk. */
  type: "tool-call-delta";
  /** Which block. */
  index: number;
  /** The call. */
  id: CallId;
  /** Name of the tool, once known. The last one that is not empty counts. */
  name?: string | undefined;
  /** JSON text to append to the arguments. */
  argumentsDelta: string;
}

/** A block is whole. */
export interface BlockEndChunk {
  /** Discriminates the chunk. */
  type: "block-end";
  /** Which block. */
  index: number;
  /** The block, equal to the sum of its deltas. */
  block: ContentBlock;
}

/** What the call used. At most one, before the finish. */
export interface UsageChunk {
  /** Discriminates the chunk. */
  type: "usage";
  /** The counts. */
  usage: TokenUsage;
}

/** The response ended. Always the last chunk. */
export interface FinishChunk {
  /** Discriminates the chunk. */
  type: "finish";
  /** Why it ended. */
  reason: FinishReason;
  /** State private to the adapter, as lossless JSON: keep it with the message. */
  replayState?: unknown;
}

/**
 * One event of a response stream. Closed: end a `switch` over `type` with
 * `assertNever`.
 *
 * `index` ties interleaved deltas to their block. `usage` comes at most once,
 * before `finish`, and nothing comes after `finish`. Blocks may stay open only
 * when the finish is `error` or `aborted`.
 */
export type StreamChunk =
  | BlockStartChunk
  | TextDeltaChunk
  | ReasoningDeltaChunk
  | ToolCallDeltaChunk
  | BlockEndChunk
  | UsageChunk
  | FinishChunk;

/** A response stream: what adapters return and every transform passes on. */
export type ChunkStream = ReadableStream<StreamChunk>;
