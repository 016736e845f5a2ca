/**
 * What every scenario is given.
 *
 * @module
 */

import type { FakeTime } from "@std/testing/time";
import type { Break } from "./check_chunks.ts";
import type { Corpus } from "./corpus.ts";
import type { Random } from "./random.ts";

/** What a scenario runs in. */
export interface Surroundings {
  /** Decides all that is left to chance. */
  readonly random: Random;
  /** Time, which passes only when it is told to. */
  readonly time: FakeTime;
  /** Recorded responses. */
  readonly corpus: Corpus;
  /** Takes the rules that are broken. */
  readonly broken: Break;
}

/** Makes one call and holds it to the rules. */
export type Scenario = (surroundings: Surroundings) => Promise<void>;
