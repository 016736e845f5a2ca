/**
 * From a log back to the requests that were made.
 *
 * @module
 */

import type { SessionId } from "../../message.ts";
import { must, refuse } from "../../message/find_fault.ts";
import { isCount } from "../read_shape.ts";
import type { GenerateOptions } from "../request.ts";
import { changeSurface, type SurfaceNode } from "./fold_surface.ts";
import { iterable } from "./iterable.ts";
import { requestOf } from "./request_header.ts";
import type { EpochHeader, SessionEvent } from "./session_event.ts";

/**
 * Tells from a log alone what a step asked the model: the very request, but for its
 * signal.
 *
 * What the model saw is what stood there when the step began, and the header is the
 * last one up to the first chunk of the step. A step that failed before anything was
 * sent has what it would have been.
 *
 * @example Usage
 * ```ts
 * import { createUserMessage, LlmRuntime } from "@dsh/llm";
 * import { reconstructRequest, Session } from "@dsh/llm/session";
 * import { scriptedAdapter } from "@dsh/llm/testing";
 * import { deepEqual } from "node:assert/strict";
 *
 * const adapter = scriptedAdapter();
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(["local"], adapter);
 * const session = await Session.create({ runtime });
 * await session.append(createUserMessage({ content: "Hi" }));
 * await session.request({ config: { provider: "local", model: "any" } }).result;
 *
 * const events = [...session.eventsFrom(1)];
 * const answer = events.find(({ type }) => type === "assistant/message")!;
 * const request = reconstructRequest(events, answer.seq);
 *
 * const { signal: _, ...sent } = adapter.requests[0]!;
 * deepEqual(request, sent);
 * ```
 *
 * @param events The log, from its first event on.
 * @param seq Seq of any event of the step, from its start to its end.
 * @returns The request.
 * @throws {TypeError} If the events do not begin with the first one.
 * @throws {RangeError} If `seq` is not a positive integer, or no request was made
 * there.
 */
export function reconstructRequest(
  events: Iterable<SessionEvent>,
  seq: number,
): GenerateOptions {
  if (!isCount(seq)) {
    throw new RangeError(
      'Cannot reconstruct request: "seq" must be a positive integer',
    );
  }
  refuse(iterable(events, "events"), "reconstruct request");
  const surface: SurfaceNode[] = [];
  /** What changes the surface within the step, whose request does not show it. */
  let held: SessionEvent[] | undefined;
  /** Whether no other header can follow before the request is sent. */
  let settled = true;
  let header: EpochHeader | undefined;
  let sessionId: SessionId | undefined;
  let last = 0;

  function leaveStep(): void {
    for (const event of held ?? []) changeSurface(surface, event);
    held = undefined;
  }

  for (const event of events) {
    if (event.seq > seq && settled) break;
    last = event.seq;
    switch (event.type) {
      case "session/start":
        sessionId = event.data.sessionId;
        break;
      case "request/header":
        header = event.data.header;
        break;
      case "step/start":
        leaveStep();
        held = [];
        settled = false;
        break;
      case "assistant/chunk":
      case "assistant/message":
        settled = true;
        break;
      case "step/end":
        settled = true;
        if (event.seq < seq) leaveStep();
        break;
      default:
        // Nothing else but messages is in a request.
    }
    if (held === undefined) changeSurface(surface, event);
    else if (event.surfaceOp !== undefined) held.push(event);
  }
  refuse(
    must(sessionId !== undefined, "events", "a log from its first event on"),
    "reconstruct request",
  );
  if (last < seq || held === undefined || header === undefined) {
    throw new RangeError(
      `Cannot reconstruct request: none was made at event ${seq}`,
    );
  }
  return requestOf(header, { surface, sessionId: sessionId! });
}
