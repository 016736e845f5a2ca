/**
 * What is used of pi-ai, in our own words: nobody who type-checks this module has
 * to download the package.
 *
 * @module
 */

/** A model, as pi-ai describes it. */
export interface PiAiModelRecord {
  id: string;
  name: string;
  api: string;
  provider: string;
  baseUrl: string;
  reasoning: boolean;
  thinkingLevelMap?: Partial<Record<string, string | null>>;
  input: string[];
  cost: {
    input: number;
    output: number;
    cacheRead: number;
    cacheWrite: number;
  };
  contextWindow: number;
  maxTokens: number;
  headers?: Record<string, string>;
  compat?: object;
}

/** Text of a message. */
export interface PiAiText {
  type: "text";
  text: string;
  textSignature?: string;
}

/** Thinking of a message. */
export interface PiAiThinking {
  type: "thinking";
  thinking: string;
  thinkingSignature?: string;
  redacted?: boolean;
}

/** A value that JSON can hold. */
export type PiAiJson =
  | null
  | boolean
  | number
  | string
  | readonly PiAiJson[]
  | { [key: string]: PiAiJson };

/** A tool call of a message. */
export interface PiAiToolCall {
  type: "toolCall";
  id: string;
  name: string;
  arguments: { [key: string]: PiAiJson };
  thoughtSignature?: string;
  namespace?: string;
  argumentsError?: string;
}

/** An image, as base64. */
export interface PiAiImage {
  type: "image";
  data: string;
  mimeType: string;
}

/** Token counts, disjoint. */
export interface PiAiUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning?: number;
  totalTokens: number;
  cost: {
    input: number;
    output: number;
    cacheRead: number;
    cacheWrite: number;
    total: number;
  };
}

/** What a model said, as far as it has. */
export interface PiAiAnswer {
  role: "assistant";
  content: (PiAiText | PiAiThinking | PiAiToolCall)[];
  api: string;
  provider: string;
  model: string;
  responseModel?: string;
  responseId?: string;
  providerThinkingLevel?: string;
  diagnostics?: { type: string; details?: unknown }[];
  usage: PiAiUsage;
  stopReason: string;
  errorMessage?: string;
  rawStopReason?: string;
  timestamp: number;
}

/** A message of a conversation. */
export type PiAiMessage =
  | { role: "system"; content: string; timestamp: number }
  | {
    role: "user";
    content: string | (PiAiText | PiAiImage)[];
    timestamp: number;
  }
  | PiAiAnswer
  | {
    role: "toolResult";
    toolCallId: string;
    toolName: string;
    content: (PiAiText | PiAiImage)[];
    isError: boolean;
    timestamp: number;
  };

/** A conversation, and what the model may use in it. */
export interface PiAiContext {
  systemPrompt?: string;
  messages: PiAiMessage[];
  tools?: { name: string; description: string; parameters: object }[];
}

/** One thing that happened in a response. */
export type PiAiEvent =
  | { type: "start"; partial: PiAiAnswer }
  | {
    type: "text_start" | "thinking_start" | "toolcall_start";
    contentIndex: number;
    partial: PiAiAnswer;
  }
  | {
    type: "text_delta" | "thinking_delta" | "toolcall_delta";
    contentIndex: number;
    delta: string;
    partial: PiAiAnswer;
  }
  | {
    type: "text_end" | "thinking_end";
    contentIndex: number;
    content: string;
    partial: PiAiAnswer;
  }
  | {
    type: "toolcall_end";
    contentIndex: number;
    toolCall: PiAiToolCall;
    partial: PiAiAnswer;
  }
  | { type: "done"; reason: string; message: PiAiAnswer }
  | { type: "error"; reason: string; error: PiAiAnswer };

/** How a request is to be made. */
export interface PiAiStreamOptions {
  signal: AbortSignal;
  apiKey?: string;
  fetch: typeof globalThis.fetch;
  env?: Record<string, string>;
  headers: Record<string, string | null>;
  identity: { userAgent: { custom: string } };
  maxRetries: number;
  timeoutMs: number;
  transport: "sse";
  disableContinuation: boolean;
  cacheRetention: "none" | "short" | "long";
  temperature?: number;
  maxTokens?: number;
  toolChoice?: "auto" | "none";
  reasoning?: "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  thinkingBudgets?: {
    minimal?: number;
    low?: number;
    medium?: number;
    high?: number;
  };
  sessionId?: string;
  onPayload(payload: unknown): unknown;
  onProviderStreamEvent(event: unknown): void;
  onResponse(
    response: { status: number; headers: Record<string, string> },
  ): void;
}

/** What speaks one protocol, or serves the models of one provider. */
export interface PiAiStreams {
  streamSimple(
    model: PiAiModelRecord,
    transcript: unknown,
    options: PiAiStreamOptions,
  ): AsyncIterable<PiAiEvent>;
}

/** A shipped provider. */
export interface PiAiProvider extends PiAiStreams {
  readonly id: string;
  readonly name: string;
  getModels(): readonly PiAiModelRecord[];
}

/** Where a provider's credentials were found. */
export interface PiAiAuth {
  auth: {
    apiKey?: string;
    headers?: Record<string, string | null>;
    baseUrl?: string;
  };
  env?: Record<string, string>;
}

/** What knows the credentials of providers. */
export interface PiAiModels {
  setProvider(provider: PiAiProvider): void;
  getAuth(
    model: PiAiModelRecord,
    overrides: { apiKey?: string; signal: AbortSignal },
  ): Promise<PiAiAuth | undefined>;
}

/** The module `@earendil-works/pi-ai`. */
export interface PiAiCore {
  createModels(): PiAiModels;
  normalizeContext(context: PiAiContext): unknown;
  getSupportedThinkingLevels(model: PiAiModelRecord): string[];
  isContextOverflow(answer: PiAiAnswer, contextWindow?: number): boolean;
}
