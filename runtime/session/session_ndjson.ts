/**
 * Events as lines of JSON, and back.
 *
 * @module
 */

import { isReadableStream } from "../is_readable_stream.ts";
import { eventToLine } from "./_event_json.ts";
import { freezeEvent } from "./_event_store.ts";
import { createEventReader, type ReadLogOptions } from "./event_reader.ts";
import type { SessionEvent } from "./session_event.ts";

/**
 * Writes events as lines of JSON, an event a line.
 *
 * @example Send a session as it goes
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import { encodeSessionNdjson, Session } from "@dsh/llm/session";
 * import { equal } from "node:assert/strict";
 *
 * const session = await Session.create({ runtime: new LlmRuntime() });
 * await session.close();
 *
 * const body = session.events().pipeThrough(encodeSessionNdjson());
 * const lines = (await new Response(body).text()).trimEnd().split("\n");
 *
 * equal(JSON.parse(lines[0]!).type, "session/start");
 * ```
 *
 * @returns A transform to pipe events through.
 */
export function encodeSessionNdjson(): TransformStream<
  SessionEvent,
  Uint8Array<ArrayBuffer>
> {
  const encoder = new TextEncoder();
  return new TransformStream({
    transform(event, controller) {
      controller.enqueue(encoder.encode(eventToLine(event)));
    },
  });
}

/**
 * Reads events from lines of JSON, from whatever event on.
 *
 * Each is checked as those of a whole log are, and so are their numbers. A last
 * line that breaks off is left out.
 *
 * @example Follow a session from elsewhere
 * ```ts
 * import { LlmRuntime } from "@dsh/llm";
 * import {
 *   decodeSessionNdjson,
 *   encodeSessionNdjson,
 *   Session,
 * } from "@dsh/llm/session";
 * import { equal } from "node:assert/strict";
 *
 * const session = await Session.create({ runtime: new LlmRuntime() });
 * await session.close();
 * const body = session.events().pipeThrough(encodeSessionNdjson());
 *
 * const [start] = await Array.fromAsync(decodeSessionNdjson(body));
 *
 * equal(start?.type, "session/start");
 * ```
 *
 * @param body The bytes.
 * @param options Where to stop, and who hears of problems.
 * @returns The events, frozen. Fails with `CORRUPT_LOG` at a line that cannot be
 * read, with `UNSUPPORTED_LOG_VERSION` at the start of a log of a newer version, and
 * with whatever the body fails with.
 * @throws {TypeError} If the body is no stream or is locked, or an option is wrong
 * in kind.
 * @throws {RangeError} If `upTo` is not a positive integer.
 */
export function decodeSessionNdjson(
  body: ReadableStream<Uint8Array>,
  options: ReadLogOptions = {},
): ReadableStream<SessionEvent> {
  if (!isReadableStream(body) || body.locked) {
    throw new TypeError(
      'Cannot decode body: "body" must be a ReadableStream that is not locked',
    );
  }
  let events: SessionEvent[] = [];
  let over = false;
  let failure: { readonly error: unknown } | undefined;
  const lines = createEventReader({
    ...options,
    take: (event) => void events.push(freezeEvent(event)),
  });
  const reader = body.getReader();

  async function read(): Promise<void> {
    const { done, value } = await reader.read();
    try {
      over = done || lines.feed(value);
      if (done) lines.end();
    } catch (error) {
      failure = { error };
    }
    // How the rest of a body ends that nobody wants interests nobody.
    if (!done && (over || failure)) {
      reader.cancel(failure?.error).catch(() => {});
    }
  }

  return new ReadableStream({
    async pull(controller) {
      while (events.length === 0 && !over && !failure) await read();
      const batch = events;
      events = [];
      for (const event of batch) controller.enqueue(event);
      // What failed waits until what came before it was read.
      if (failure && batch.length === 0) throw failure.error;
      if (over && !failure) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
