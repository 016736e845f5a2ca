/**
 * What can be wrong with what was kept of a log.
 *
 * @module
 */

import { HarnessError } from "../error.ts";

/** The log of a session cannot be read: something of it is lost or damaged. */
export const CORRUPT_LOG_CODE = "CORRUPT_LOG";

/** The log of a session was written by a newer version of this module. */
export const UNSUPPORTED_LOG_VERSION_CODE = "UNSUPPORTED_LOG_VERSION";

/** Something about a log that did not keep it from being read. */
export interface SessionLogProblem {
  /**
   * `"repeated"`: an event came again, or too late, and was left out. `"torn"`: the
   * last line breaks off, and was left out. `"corrupt"`: a line or event cannot be
   * read, and it and all after it were left out.
   */
  readonly kind: "repeated" | "torn" | "corrupt";
  /** What it is, for a person. Names the place. */
  readonly message: string;
  /** Which line, or which of the events that were given, from 1. */
  readonly line: number;
  /** Where the line begins, in bytes. Absent where no bytes were given. */
  readonly offset?: number | undefined;
}

/**
 * A log that cannot be read beyond some place.
 *
 * @example Find the place
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { Session, SessionLogError } from "@dsh/llm/session";
 * import { equal, rejects } from "node:assert/strict";
 *
 * const runtime = new LlmRuntime();
 * const bytes = new Blob(["so much\n", "for that\n"]).stream();
 *
 * await rejects(Session.from(bytes, { runtime }), (error) => {
 *   if (!(error instanceof SessionLogError)) return false;
 *   equal(error.problem.line, 1);
 *   equal(error.problem.offset, 0);
 *   return true;
 * });
 * ```
 */
export class SessionLogError extends HarnessError {
  /** Names the class. */
  override readonly name: string = "SessionLogError";
  /** What it is, and where. */
  readonly problem: SessionLogProblem;

  /**
   * Constructs a new instance with the code `CORRUPT_LOG`.
   *
   * @param problem What it is, and where.
   */
  constructor(problem: SessionLogProblem) {
    super(`Cannot read session log: ${problem.message}`, CORRUPT_LOG_CODE);
    this.problem = problem;
  }
}
