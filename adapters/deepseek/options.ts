/**
 * How a DeepSeek adapter is configured.
 *
 * @module
 */

import type { ModelModality } from "../../message.ts";
import type { AttachmentStore } from "../../runtime/attachment_store.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import type {
  ResolvedRetryPolicy,
  RetryPolicyConfig,
} from "../../runtime/retry_policy.ts";

/** How hard a DeepSeek model may be told to think. */
export type DeepSeekEffort = "off" | "low" | "high" | "max";

/** Every {@linkcode DeepSeekEffort}, in the order to show them. */
export const DEEPSEEK_EFFORTS: readonly DeepSeekEffort[] = Object.freeze([
  "off",
  "low",
  "high",
  "max",
]);

/** A model a DeepSeek adapter lists, and what is known about it. */
export interface DeepSeekModel {
  /** Model id, as the server knows it. */
  id: string;
  /**
   * What to call it.
   *
   * @default {the id}
   */
  name?: string | undefined;
  /** What sets it apart from its neighbours. */
  description?: string | undefined;
  /**
   * Most tokens of input and output together.
   *
   * @default {the adapter's `defaultContextWindow`}
   */
  contextWindow?: number | undefined;
  /**
   * Output cap, in tokens, filled in for this model when a caller names none.
   *
   * @default {the adapter's `maxTokens`}
   */
  maxTokens?: number | undefined;
  /** What it accepts. Absent means unknown. */
  inputModalities?: readonly ModelModality[] | undefined;
}

/**
 * An API key, or a function asked for one before each request. The function is
 * given a signal that aborts when nobody waits for the call any more.
 */
export type DeepSeekApiKey =
  | string
  | ((
    signal?: AbortSignal,
  ) => string | undefined | Promise<string | undefined>);

/** Options for {@linkcode DeepSeekAdapter}. */
export interface DeepSeekOptions {
  /**
   * The API key. Space around it is dropped. Looked at only when a call is made:
   * models can be listed without one.
   */
  apiKey?: DeepSeekApiKey | undefined;
  /**
   * Where the API is: an absolute `http` or `https` URL with no credentials, query
   * or fragment. Any server that speaks the same format will do.
   *
   * @default {"https://api.deepseek.com"}
   */
  baseURL?: string | undefined;
  /**
   * What to make HTTP requests with.
   *
   * @default {the global `fetch`, looked up at each call}
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Headers to send with every request. Those the adapter writes itself are
   * refused: `accept`, `authorization`, `content-length`, `content-type` and
   * `user-agent`. `accept-encoding` is `identity` unless given here: compression
   * holds events back.
   *
   * @default {no others}
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The application to name in `user-agent`. Browsers send their own instead.
   *
   * @default {`APP_IDENTITY`}
   */
  identity?: AppIdentity | undefined;
  /**
   * The models to list. A model that is not listed can be called as well.
   *
   * @default {the models DeepSeek serves}
   */
  models?: readonly DeepSeekModel[] | undefined;
  /**
   * Whether models may think. `"disabled"` leaves `"off"` as the only effort.
   *
   * @default {"enabled"}
   */
  thinking?: "enabled" | "disabled" | undefined;
  /**
   * The effort of calls that name none. Only `"off"` goes with disabled thinking.
   *
   * @default {"high", or "off" when thinking is disabled}
   */
  reasoningEffort?: DeepSeekEffort | undefined;
  /**
   * Output cap, in tokens, of calls that name none on models that have none.
   *
   * @default {256_000}
   */
  maxTokens?: number | undefined;
  /**
   * Context window, in tokens, of models that state none.
   *
   * @default {1_000_000}
   */
  defaultContextWindow?: number | undefined;
  /**
   * Milliseconds to wait for any byte before a call fails with `TIMEOUT`.
   *
   * @default {300_000}
   */
  streamIdleTimeoutMs?: number | undefined;
  /**
   * Milliseconds to wait for content before a call fails with `TIMEOUT`, however
   * alive the connection is.
   *
   * @default {900_000}
   */
  progressTimeoutMs?: number | undefined;
  /**
   * Who has the bytes of images. Without a store a call that has to send one fails
   * with `UNSUPPORTED_CONTENT`.
   *
   * @default {no store}
   */
  attachments?: AttachmentStore | undefined;
  /**
   * Most images of one request. Where a conversation has more, text takes the place
   * of the oldest, until at most half as many are left: so what the server has
   * cached of a conversation stays valid for a while.
   *
   * Services publish limits from 8 (Mistral) and 20 (Amazon Bedrock) to 100
   * (Anthropic) and beyond: name that of the server behind `baseURL`.
   *
   * @default {20}
   */
  maxImages?: number | undefined;
  /**
   * Most bytes of all images of one request together, before base64 adds a third.
   * Kept to as `maxImages` is. An image larger than that is never sent.
   *
   * The default makes 20 MB of base64. Services publish limits from 20 MB a request
   * (Gemini) to 32 MB (Anthropic) and beyond.
   *
   * @default {15_000_000}
   */
  maxImageBytes?: number | undefined;
  /**
   * How failed calls should be retried. The adapter itself never retries.
   *
   * @default {the normal policy}
   */
  retryPolicy?: RetryPolicyConfig | undefined;
}

/** Options after validation, defaults filled in. Detached from the caller's object. */
export interface ResolvedDeepSeekOptions {
  /** The key, not looked at yet. */
  readonly apiKey: DeepSeekApiKey | undefined;
  /** Without a trailing slash. */
  readonly baseURL: string;
  /** Absent means the global one, at the time of the call. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** The caller's own headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Who calls. */
  readonly identity: AppIdentity;
  /** The models to list. */
  readonly models: readonly DeepSeekModel[];
  /** Whether models may think. */
  readonly thinking: "enabled" | "disabled";
  /** The effort of calls that name none. */
  readonly reasoningEffort: DeepSeekEffort;
  /** Output cap of calls that name none on models that have none. */
  readonly maxTokens: number;
  /** Context window of models that state none. */
  readonly defaultContextWindow: number;
  /** Milliseconds without a byte. */
  readonly streamIdleTimeoutMs: number;
  /** Milliseconds without content. */
  readonly progressTimeoutMs: number;
  /** The very store of the caller, if there is one. */
  readonly attachments: AttachmentStore | undefined;
  /** Most images of one request. */
  readonly maxImages: number;
  /** Most bytes of them together. */
  readonly maxImageBytes: number;
  /** Absent means the normal policy. */
  readonly retryPolicy: ResolvedRetryPolicy | undefined;
}
