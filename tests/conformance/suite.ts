/**
 * Every case, by what it is about.
 *
 * @module
 */

import type { Suite } from "./case.ts";
import { ABORT } from "./cases/abort.ts";
import { ASSEMBLER } from "./cases/assembler.ts";
import { BACKPRESSURE } from "./cases/backpressure.ts";
import { BOUNDARY } from "./cases/boundary.ts";
import { CANCEL } from "./cases/cancel.ts";
import { CODEC } from "./cases/codecs.ts";
import { DEEPSEEK } from "./cases/deepseek.ts";
import { ENTRY } from "./cases/entries.ts";
import { FAULTS } from "./cases/faults.ts";
import { METER } from "./cases/meter.ts";
import { PI_AI } from "./cases/pi_ai.ts";
import { PIPELINE } from "./cases/pipeline.ts";
import { PLANTED } from "./cases/planted.ts";
import { PLATFORM } from "./cases/platform.ts";
import { REFUSALS } from "./cases/refusals.ts";
import { RESPONSES } from "./cases/responses.ts";
import { RESUMING } from "./cases/resuming.ts";
import { SERVING } from "./cases/serving.ts";
import { SESSIONS } from "./cases/sessions.ts";
import { VOCABULARY } from "./cases/vocabulary.ts";

/** The group of cases that must fail. */
export const PLANTED_GROUP = "planted failures";

/** Every case but those that must fail. */
export const SUITE: Suite = {
  "entries": ENTRY,
  "vocabulary": VOCABULARY,
  "assembler": ASSEMBLER,
  "pipeline": PIPELINE,
  "boundary": BOUNDARY,
  "faults": FAULTS,
  "abort": ABORT,
  "cancel": CANCEL,
  "backpressure": BACKPRESSURE,
  "deepseek": DEEPSEEK,
  "pi-ai": PI_AI,
  "refusals": REFUSALS,
  "codecs": CODEC,
  "responses": RESPONSES,
  "resuming": RESUMING,
  "serving": SERVING,
  "sessions": SESSIONS,
  "meter": METER,
  "platform": PLATFORM,
};

/** What runs everywhere. */
export const WHOLE_SUITE: Suite = { ...SUITE, [PLANTED_GROUP]: PLANTED };
