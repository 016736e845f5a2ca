/**
 * What a mock DeepSeek provider answers, as a script.
 *
 * @module
 */

import type { ScriptedText, ScriptedToolCall } from "./chunks.ts";
import type { BodyFaults } from "./faulty_body.ts";

/**
 * One answer of a mock provider: by its content, as server-sent events, or by
 * its exact `body`.
 */
export interface MockReply extends BodyFaults {
  /**
   * HTTP status.
   *
   * @default {200}
   */
  status?: number | undefined;
  /**
   * Headers, over those the mock sends by itself: `content-type`,
   * `cache-control` and `x-ds-trace-id`. Names in lower case.
   *
   * @default {no others}
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds before the headers. `Infinity`: they never come.
   *
   * @default {0}
   */
  headersDelayMs?: number | undefined;
  /**
   * The whole body, in the place of scripted events: text or bytes as they are,
   * any other value as JSON. A `content-type` fits the value: an HTML page, JSON,
   * or else events on a 200 and plain text on any other status.
   */
  body?: unknown;
  /** Thinking, before anything else. */
  reasoning?: ScriptedText | undefined;
  /** Answer text. */
  text?: ScriptedText | undefined;
  /** Tool calls, after the text. */
  toolCalls?: readonly ScriptedToolCall[] | undefined;
  /**
   * Finish reason as the wire has it. `null`: none is sent.
   *
   * @default {"stop", or "tool_calls" where there are any}
   */
  finishReason?: string | null | undefined;
  /**
   * Usage as the wire has it, sent in a chunk of its own to requests that ask
   * for usage. `null`: none is sent.
   *
   * @default {one token for each delta, and a prompt of 20}
   */
  usage?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Whether `[DONE]` ends the events.
   *
   * @default {true}
   */
  done?: boolean | undefined;
}
