/**
 * A request that fails once, is tried again, and is answered.
 *
 * @module
 */

import { LlmError } from "../../../runtime/error.ts";
import type { SessionEvent } from "../../../runtime/session/session_event.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { type MemorySink, memorySink } from "./_events.ts";
import { type Loop, loop } from "./_loop.ts";
import { RETRY } from "./_recovery.ts";

const busy = new LlmError("Cannot answer: too busy", "SERVER");

const SCRIPT = [
  { chunks: textChunks("Hel").slice(0, 2), error: busy },
  textChunks("Hello"),
];

const MODELS = [{ id: "m", name: "M", context: { contextWindow: 8 } }];

/** A session that retries once, with a sink that may fail. */
export async function retrying(
  before: (event: SessionEvent) => unknown = () => {},
): Promise<Loop & { readonly sink: MemorySink }> {
  const sink = memorySink(before);
  const made = await loop({ script: SCRIPT, models: MODELS, sink });
  let retried = false;
  made.session.on("agent/request-error", () => {
    if (retried) return undefined;
    retried = true;
    return RETRY;
  });
  return { ...made, sink };
}
