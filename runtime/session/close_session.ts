/**
 * The end of a session.
 *
 * @module
 */

import type { RequestLoop } from "./request_loop.ts";
import type { SessionLog } from "./session_log.ts";
import { unlessStalled } from "./unless_stalled.ts";

/**
 * Ends a session once its request has ended. A sink that does not settle is left: it is
 * asked for nothing more, and whoever waits for it hears of that.
 *
 * @param loop What makes its requests.
 * @param log What was logged.
 * @param signal Was aborted, which ends the request.
 * @returns Settles once all is done. Rejects with what the sink fails with, or with
 * `SINK_STALLED`.
 */
export async function closeSession(
  loop: Pick<RequestLoop, "close">,
  log: SessionLog,
  signal: AbortSignal,
): Promise<void> {
  async function end(): Promise<void> {
    await loop.close();
    await log.close();
  }

  try {
    await unlessStalled(end(), { log, signal, what: "close session" });
  } catch (error) {
    log.abandon(error);
    throw error;
  }
}
