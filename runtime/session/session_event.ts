/**
 * What a session's log is made of.
 *
 * @module
 */

import type {
  AssistantMessage,
  LlmFailure,
  Message,
  ModelModality,
  RetryId,
  SessionId,
  StreamChunk,
  TokenUsage,
  ToolResultMessage,
  UserMessage,
} from "../../message.ts";
import type {
  LlmCallConfig,
  LlmCallConfigAdapterDefaults,
  ToolSchema,
} from "../request.ts";

/** Version of the log this module writes. */
export const SESSION_LOG_VERSION = 1;

/** Everything of a request but its messages, as it was sent. */
export interface EpochHeader {
  /** The effective config, defaults filled in. */
  readonly config: LlmCallConfig;
  /** Which fields of the config the adapter filled in. */
  readonly adapterDefaults: LlmCallConfigAdapterDefaults;
  /** The system slot. */
  readonly system?: string | undefined;
  /** The tools, in the order they were sent. */
  readonly tools?: readonly ToolSchema[] | undefined;
}

/** What a turn came to. */
export type TurnOutcome = "done" | "interrupted" | "error";

/** The data of every event, keyed by its `type`. Open. */
export interface SessionEventMap {
  /** The log begins. */
  "session/start": {
    /** Version of the log. */
    readonly version: number;
    /** The session. */
    readonly sessionId: SessionId;
  };
  /** A turn begins: what answers one message of the user. */
  "turn/start": {
    /** Which turn, from 1. */
    readonly turn: number;
  };
  /** A turn is over. */
  "turn/end": {
    /** Which turn. */
    readonly turn: number;
    /** What it came to. */
    readonly outcome: TurnOutcome;
    /** Why, where it did not come to a message. */
    readonly failure?: LlmFailure | undefined;
  };
  /** A step begins: one attempt of one request. */
  "step/start": {
    /** Which turn. */
    readonly turn: number;
    /** Which step of the turn, from 1. */
    readonly step: number;
  };
  /** A step is over, whatever came of it. */
  "step/end": {
    /** Which turn. */
    readonly turn: number;
    /** Which step. */
    readonly step: number;
  };
  /** Somebody said something to the model. */
  "user/message": {
    /** What. */
    readonly message: UserMessage;
  };
  /** A tool answered. */
  "tool/result": {
    /** What. */
    readonly message: ToolResultMessage;
  };
  /** A chunk of a response passed. */
  "assistant/chunk": {
    /** Which turn. */
    readonly turn: number;
    /** Which step. */
    readonly step: number;
    /** The chunk, as it came. */
    readonly chunk: StreamChunk;
  };
  /** The model answered. */
  "assistant/message": {
    /** What. */
    readonly message: AssistantMessage;
    /** What the call used. */
    readonly usage?: TokenUsage | undefined;
    /** Whether this is what was left of an answer that was cut. */
    readonly interrupted?: boolean | undefined;
  };
  /** Other messages took the place of some: a compaction. */
  "context/replace": {
    /** The messages that stand there now. */
    readonly messages: readonly Message[];
  };
  /** What requests are made of from here on, but for their messages. */
  "request/header": {
    /** The header. */
    readonly header: EpochHeader;
  };
  /** What the model can take, from here on. */
  "request/context": {
    /** Most tokens of input and output together. Absent means unknown. */
    readonly contextWindow?: number | undefined;
    /** What it accepts. Absent means unknown. */
    readonly inputModalities?: readonly ModelModality[] | undefined;
  };
  /** A failed request will be tried again after a wait. */
  "llm/retry": {
    /** The chain of attempts. */
    readonly retryId: RetryId;
    /** Which turn. */
    readonly turn: number;
    /** The step that failed. */
    readonly step: number;
    /** The route. */
    readonly provider: string;
    /** The mode of the policy. */
    readonly mode: "normal" | "always";
    /** Names everything in the policy that changes what it does. */
    readonly policyKey: string;
    /** Which retry of the chain, from 1. */
    readonly retry: number;
    /** Most retries of the chain. Absent where there is no limit. */
    readonly maxRetries?: number | undefined;
    /** The wait, in milliseconds. */
    readonly delayMs: number;
    /** Why the step failed. */
    readonly failure: LlmFailure;
  };
  /** The wait is over. */
  "llm/retry-started": {
    /** The chain of attempts. */
    readonly retryId: RetryId;
    /** Which turn. */
    readonly turn: number;
    /** The step that failed. */
    readonly step: number;
    /** Which retry of the chain. */
    readonly retry: number;
  };
}

/** The type of an event. */
export type SessionEventType = keyof SessionEventMap;

/** What an event does to the messages the model sees. */
export type SurfaceOp =
  | {
    /** The message of the event comes last. */
    readonly op: "append";
  }
  | {
    /** The messages of the event take the place of others. */
    readonly op: "replace";
    /** Seq of the first event whose messages are replaced. */
    readonly from: number;
    /** Seq of the last one. */
    readonly to: number;
  };

/** One event of one type. Lossless JSON, frozen. */
export interface SessionEventOf<Type extends SessionEventType> {
  /** Place in the log: 1, 2, 3, without a gap. */
  readonly seq: number;
  /** When, in milliseconds since the epoch. */
  readonly time: number;
  /** Discriminates the event. */
  readonly type: Type;
  /** What happened. */
  readonly data: SessionEventMap[Type];
  /** What it does to the messages the model sees. Absent means nothing. */
  readonly surfaceOp?: SurfaceOp | undefined;
  /**
   * Seqs of the chunks an assistant message was folded from. An empty list says
   * that there were none; absent says that it is not known.
   */
  readonly sourceEventSeqs?: readonly number[] | undefined;
}

/** Any event. Let types that are not known through. */
export type SessionEvent = {
  [Type in SessionEventType]: SessionEventOf<Type>;
}[SessionEventType];
