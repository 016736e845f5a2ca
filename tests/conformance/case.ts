/**
 * What a case of the conformance suite is.
 *
 * Cases run in every runtime, so neither they nor what they import use anything but
 * the web's globals and the package itself.
 *
 * @module
 */

/**
 * Something of a platform that the package does without, and some cases do not.
 * `exceptions`: it tells of those that nobody catches.
 */
export type Feature =
  | "exceptions"
  | "for-await"
  | "readable-from"
  | "serving"
  | "transferring";

/** A server of the runtime's own. */
export interface Served {
  /** Where it is. */
  readonly url: string;
  /** Ends it. */
  close(): void | Promise<void>;
}

/** What a case is given. */
export interface Env {
  /** Where the provider is: a server of the harness. */
  readonly url: string;
  /** Whether this is a page of a browser, or a worker of one. */
  readonly browser: boolean;
  /**
   * Every rejection that nobody has handled so far, by its promise, and every
   * exception, by anything.
   */
  readonly unhandled: ReadonlyMap<unknown, unknown>;
  /**
   * Whether it also knows of exceptions that nobody caught.
   *
   * @default {true}
   */
  readonly exceptions?: boolean;
  /** Imports a module of the real pi-ai. */
  loadPiAi(specifier: string): Promise<unknown>;
  /** Serves requests. Absent where the runtime has no servers. */
  serve?(handler: (request: Request) => Promise<Response>): Promise<Served>;
}

/** One rule, for any runtime. */
export interface ConformanceCase {
  /** The rule. */
  readonly name: string;
  /** What the case needs of the platform. It is skipped where that is missing. */
  readonly needs?: readonly Feature[];
  /**
   * Milliseconds after which it has failed.
   *
   * @default {10_000}
   */
  readonly limitMs?: number;
  /** Throws if the rule does not hold. */
  run(env: Env): void | Promise<void>;
}

/** Cases by what they are about. */
export type Suite = Readonly<Record<string, readonly ConformanceCase[]>>;

/** What became of a case. */
export interface CaseResult {
  /** What it is about. */
  readonly group: string;
  /** The rule. */
  readonly name: string;
  /** Whether it holds, or something for it is missing. */
  readonly state: "passed" | "failed" | "skipped";
  /** What was thrown, or is missing. */
  readonly message?: string;
}
