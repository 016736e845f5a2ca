/**
 * An adapter to judge, as its author presents it.
 *
 * @module
 */

import type { TokenUsage } from "../../message.ts";
import type { LlmAdapter } from "../../runtime/adapter.ts";
import type { AppIdentity } from "../../runtime/attribution.ts";
import type { GenerateOptions } from "../../runtime/request.ts";

/**
 * An answer an adapter is made to give.
 *
 * - `text`: text, then `stop`.
 * - `reasoning`: thinking, and perhaps text, then `stop`.
 * - `tool-call`: one call with arguments.
 * - `parallel-tool-calls`: two calls or more.
 * - `tool-call-without-arguments`: one call, for which the model wrote nothing: its
 *   arguments are `{}`.
 * - `empty`: the provider says it is done and has sent no content, which is a failure
 *   of code `EMPTY_RESPONSE`.
 * - `max-tokens`: the output limit cuts the answer.
 * - `usage`: an answer whose cost the provider tells.
 * - `cut`: some text, then the connection closes without the provider's end.
 * - `stall`: some text, then silence for as long as the adapter waits.
 * - `error-before-anything`: the provider refuses.
 * - `error-in-mid-stream`: some text, then the provider fails.
 */
export type AdapterScenario =
  | "text"
  | "reasoning"
  | "tool-call"
  | "parallel-tool-calls"
  | "tool-call-without-arguments"
  | "empty"
  | "max-tokens"
  | "usage"
  | "cut"
  | "stall"
  | "error-before-anything"
  | "error-in-mid-stream";

/** Every {@linkcode AdapterScenario}. */
export const ADAPTER_SCENARIOS: readonly AdapterScenario[] = Object.freeze([
  "text",
  "reasoning",
  "tool-call",
  "parallel-tool-calls",
  "tool-call-without-arguments",
  "empty",
  "max-tokens",
  "usage",
  "cut",
  "stall",
  "error-before-anything",
  "error-in-mid-stream",
]);

/**
 * A new adapter whose provider answers every request alike, and what that
 * provider has seen. What a mock cannot see is left out: nothing then depends on
 * it.
 */
export interface AdapterTrial {
  /** The adapter. */
  adapter: LlmAdapter;
  /**
   * What the request must hold beside a short conversation: tools, say.
   *
   * @default {nothing}
   */
  request?: Partial<GenerateOptions> | undefined;
  /**
   * The text of the answer, as far as the provider sends it. Absent: what a
   * failing answer brings is only compared with what it brings a slow reader.
   */
  text?: string | undefined;
  /** What the answer cost. Absent: the counts are only checked for sense. */
  usage?: TokenUsage | undefined;
  /**
   * Counts the requests the provider got.
   *
   * @returns How many there were by now.
   */
  requests?: (() => number) | undefined;
  /**
   * Counts how often the next piece of an answer was asked for. For `text` the
   * answer must take six such reads or more.
   *
   * @returns How often by now.
   */
  reads?: (() => number) | undefined;
  /**
   * Tells what the last request said in its headers.
   *
   * @returns The headers, if there was a request.
   */
  headers?: (() => Headers | undefined) | undefined;
  /**
   * Tells whether the provider noticed that the client has left before the end.
   *
   * @returns Whether it did.
   */
  stopped?: (() => boolean) | undefined;
}

/** Time that stands still until it is told to go on. */
export interface FakedTime {
  /**
   * Moves time forward, and runs the timers that fall due.
   *
   * @param ms How far, in milliseconds.
   * @returns Settles when that is done.
   */
  advance(ms: number): unknown;
  /**
   * Tells whether a timer is still waiting.
   *
   * @returns Whether one is, or how many.
   */
  pending?: (() => boolean | number) | undefined;
  /** Brings real time back. */
  restore(): void;
}

/** A scenario an adapter cannot be put into. */
export interface UnsupportedScenario {
  /** The scenario. */
  scenario: AdapterScenario;
  /** Why not. */
  why: string;
}

/** A request an adapter must refuse before any I/O. */
export interface RefusedRequest {
  /** What is wrong with it, beside a short conversation. */
  request: Partial<GenerateOptions>;
  /**
   * Code of the failure.
   *
   * @default {"UNSUPPORTED_OPTION"}
   */
  code?: string | undefined;
}

/** What {@linkcode adapterConformance} judges. */
export interface AdapterSubject {
  /** Name of the adapter, for the names of the cases. */
  name: string;
  /** A route it serves. */
  provider: string;
  /** A model on that route. */
  model: string;
  /**
   * Makes a new adapter for one scenario.
   *
   * @param scenario How its provider answers.
   * @returns The adapter, or `undefined` for a scenario that is not supported.
   */
  create(
    scenario: AdapterScenario,
  ): AdapterTrial | undefined | Promise<AdapterTrial | undefined>;
  /**
   * The scenarios it cannot be put into. Their cases are left out; one that is
   * neither made nor listed here fails.
   *
   * @default {[]}
   */
  unsupported?: readonly UnsupportedScenario[] | undefined;
  /**
   * The application that requests are to name.
   *
   * @default {`APP_IDENTITY`}
   */
  identity?: AppIdentity | undefined;
  /**
   * Requests it must refuse.
   *
   * @default {[]}
   */
  refused?: readonly RefusedRequest[] | undefined;
  /**
   * What must never show in a failure or a diagnostic: the keys its calls use.
   *
   * @default {[]}
   */
  secrets?: readonly string[] | undefined;
  /**
   * Milliseconds after which the adapter gives up on a provider that is silent.
   * `Infinity`: it never does, and the cases of that are left out. Without
   * `fakeTime` they take that long, so give the adapter a short limit: at most
   * ten seconds.
   *
   * @default {300_000}
   */
  stallMs?: number | undefined;
  /**
   * Replaces the global timers and clock. Called by the cases that need it, while
   * time is real. Absent: a slow reader and timers left behind are not judged.
   *
   * @returns The time.
   */
  fakeTime?: (() => FakedTime) | undefined;
  /**
   * Real milliseconds to wait for an adapter before a case gives up on it.
   *
   * @default {5_000}
   */
  patienceMs?: number | undefined;
}

/** One rule an adapter must keep, and the way to find out whether it does. */
export interface ConformanceCase {
  /** The adapter and the rule. */
  name: string;
  /**
   * Judges the adapter. Takes no arguments, whatever a test runner passes.
   *
   * @returns Settles when the rule is kept; rejects with what was expected and
   * what came instead.
   */
  run(): Promise<void>;
}
