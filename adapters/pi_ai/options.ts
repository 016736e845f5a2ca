/**
 * How a pi-ai adapter is configured.
 *
 * @module
 */

import type { AttachmentStore } from "../../runtime/attachment_store.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import type { RetryPolicyConfig } from "../../runtime/retry_policy.ts";
import type { PiAiLoad } from "./load_pi_ai.ts";
import type { PiAiApi } from "./protocols.ts";

/** How hard a model may be told to think. */
export type PiAiEffort =
  | "off"
  | "minimal"
  | "low"
  | "medium"
  | "high"
  | "xhigh"
  | "max";

/** Every {@linkcode PiAiEffort}, in the order to show them. */
export const PI_AI_EFFORTS: readonly PiAiEffort[] = Object.freeze([
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
]);

/**
 * An API key, or a function asked for one before each request. The function is
 * given a signal that aborts when nobody waits for the call any more.
 */
export type PiAiApiKey =
  | string
  | ((
    signal?: AbortSignal,
  ) => string | undefined | Promise<string | undefined>);

/** What may be said about a model, over what pi-ai knows of it. */
export interface PiAiModelOverride {
  /**
   * What to call it.
   *
   * @default {that of the catalogue, else the id}
   */
  name?: string | undefined;
  /** What sets it apart from its neighbours. */
  description?: string | undefined;
  /**
   * Protocol it is reached by.
   *
   * @default {that of the route, else that of the catalogue}
   */
  api?: PiAiApi | undefined;
  /**
   * Whether it can think.
   *
   * @default {that of the catalogue, else `false`}
   */
  reasoning?: boolean | undefined;
  /**
   * What the provider calls an effort. `null` marks one the model does not offer.
   *
   * @default {that of the catalogue, else pi-ai's own names}
   */
  thinkingLevelMap?:
    | Readonly<Partial<Record<PiAiEffort, string | null>>>
    | undefined;
  /**
   * What it accepts.
   *
   * @default {that of the catalogue, else the route's `defaultInput`}
   */
  input?: readonly ("text" | "image")[] | undefined;
  /**
   * Most tokens of input and output together.
   *
   * @default {that of the catalogue, else the route's `defaultContextWindow`}
   */
  contextWindow?: number | undefined;
  /**
   * Output cap, in tokens, filled in for this model when a caller names none.
   *
   * @default {none: what the model can produce is no cap}
   */
  maxTokens?: number | undefined;
  /**
   * How its server differs from the protocol, as pi-ai names it.
   *
   * @default {that of the catalogue, else what pi-ai concludes from the URL}
   */
  compat?: Readonly<Record<string, unknown>> | undefined;
}

/** A model of a route. */
export interface PiAiModel extends PiAiModelOverride {
  /** Model id, as the provider knows it. */
  id: string;
}

/**
 * One route. The name of a provider that pi-ai ships makes it inherit endpoint,
 * protocol and models; under any other name it needs `api`, `baseURL` and `models`.
 */
export interface PiAiRoute {
  /**
   * The API key. Space around it is dropped. Looked at only when a call is made.
   *
   * @default {what pi-ai finds in the environment for a shipped provider, else none}
   */
  apiKey?: PiAiApiKey | undefined;
  /**
   * What to call the provider.
   *
   * @default {that of the shipped provider, else the route}
   */
  displayName?: string | undefined;
  /**
   * Protocol to speak.
   *
   * @default {that of the shipped provider}
   */
  api?: PiAiApi | undefined;
  /**
   * Where the API is: an absolute `http` or `https` URL with no credentials, query
   * or fragment.
   *
   * @default {that of the shipped provider}
   */
  baseURL?: string | undefined;
  /**
   * The models to list. A model that is not listed can be called as well, if the
   * catalogue of a shipped provider has it; on a declared route any can.
   *
   * @default {those of the shipped provider}
   */
  models?: readonly PiAiModel[] | undefined;
  /**
   * What to know better than the catalogue, by model id.
   *
   * @default {nothing}
   */
  modelOverrides?: Readonly<Record<string, PiAiModelOverride>> | undefined;
  /**
   * How the server differs from the protocol, as pi-ai names it, for every model.
   *
   * @default {what pi-ai knows}
   */
  compat?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Headers to send with every request. `authorization`, `content-length` and
   * `user-agent` are refused: the adapter sees to them.
   *
   * @default {no others}
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The effort of calls that name none, on models that offer it.
   *
   * @default {"off", where a model can do without thinking}
   */
  reasoning?: PiAiEffort | undefined;
  /**
   * Tokens to think with, by effort, where a protocol counts them.
   *
   * @default {those of pi-ai}
   */
  thinkingBudgets?:
    | Readonly<Partial<Record<"minimal" | "low" | "medium" | "high", number>>>
    | undefined;
  /**
   * How long the provider is asked to keep a prompt in its cache.
   *
   * @default {"short"}
   */
  cacheRetention?: "none" | "short" | "long" | undefined;
  /**
   * Milliseconds to wait for an answer to begin before a call fails with `TIMEOUT`.
   *
   * @default {no limit but the `streamIdleTimeoutMs`}
   */
  timeoutMs?: number | undefined;
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
   * Context window, in tokens, of models that state none.
   *
   * @default {262_144}
   */
  defaultContextWindow?: number | undefined;
  /**
   * Most tokens of output of models that state none. It sizes the model: no request
   * is capped by it.
   *
   * @default {32_768}
   */
  defaultMaxTokens?: number | undefined;
  /**
   * What models accept that do not state it.
   *
   * @default {["text"]}
   */
  defaultInput?: readonly ("text" | "image")[] | undefined;
  /**
   * How failed calls should be retried. The adapter itself never retries.
   *
   * @default {the normal policy}
   */
  retryPolicy?: RetryPolicyConfig | undefined;
  /**
   * What to make HTTP requests with. Amazon Bedrock's protocol makes its own.
   *
   * @default {the global `fetch`, looked up at each call}
   */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Options for {@linkcode PiAiAdapter}: what to reach under which route. */
export interface PiAiOptions {
  /** The routes, by their name. */
  routes: Readonly<Record<string, PiAiRoute>>;
  /**
   * The application to name in `user-agent`. Browsers send their own instead.
   *
   * @default {`APP_IDENTITY`}
   */
  identity?: AppIdentity | undefined;
  /**
   * Where the bytes of images are.
   *
   * @default {none: a request with an image the model would get fails}
   */
  attachments?: AttachmentStore | undefined;
  /**
   * Most images of one request. With more of them, the oldest become text, at least
   * so many that half of the limit is left: what stays changes rarely.
   *
   * @default {20}
   */
  maxImages?: number | undefined;
  /**
   * Most bytes of all images of one request together, before base64 adds a third.
   * Kept to as `maxImages` is. An image larger than that is never sent.
   *
   * @default {15_000_000}
   */
  maxImageBytes?: number | undefined;
  /**
   * Imports a module of pi-ai by its specifier, such as
   * `@earendil-works/pi-ai/api/openai-completions`. Needed in a bundle, where nobody
   * resolves names while it runs.
   *
   * @default {`import()`, of `npm:…` under Deno}
   */
  load?: PiAiLoad | undefined;
}
