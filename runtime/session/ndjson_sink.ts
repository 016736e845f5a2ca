/**
 * A session as lines of JSON.
 *
 * @module
 */

import { eventToLine } from "./_event_json.ts";
import { setLineWriter } from "./_line_writers.ts";
import type { SessionSink } from "./session_sink.ts";

/** What bytes are kept in: a file, most likely. One call at a time. */
export interface NdjsonHandle {
  /**
   * Writes behind all there is.
   *
   * @param bytes What to write, all of it.
   * @returns Settles once it is written.
   */
  write(bytes: Uint8Array): void | Promise<void>;
  /**
   * Drops what lies behind some bytes.
   *
   * @param length How many bytes stay.
   * @returns Settles once there are no more.
   */
  truncate(length: number): void | Promise<void>;
  /**
   * Makes what was written survive a crash.
   *
   * @returns Settles once it would.
   */
  sync?(): void | Promise<void>;
}

/**
 * Keeps the events of a session as lines of JSON, an event a line.
 *
 * The handle is that of a new file for a new session, else of the very file that
 * the session is read from: the torn line that a process leaves which is stopped
 * while it writes is then cut off, and so is all that was not to be read. What a
 * write that failed may have left is cut off before the next one.
 *
 * @example Usage
 * ```ts
 * import { createUserMessage, LlmRuntime } from "@dsh/llm";
 * import { ndjsonSink, Session } from "@dsh/llm/session";
 * import { equal } from "node:assert/strict";
 *
 * let file = new Uint8Array();
 * const handle = {
 *   write: (bytes: Uint8Array) => void (file = Uint8Array.of(...file, ...bytes)),
 *   truncate: (length: number) => void (file = file.slice(0, length)),
 * };
 * const runtime = new LlmRuntime();
 *
 * const session = await Session.create({ runtime, sink: ndjsonSink(handle) });
 * await session.append(createUserMessage({ content: "Hello" }));
 * await session.close();
 *
 * const again = await Session.from(new Blob([file]).stream(), {
 *   runtime,
 *   sink: ndjsonSink(handle),
 * });
 *
 * equal(again.id, session.id);
 * equal(again.messages.length, 1);
 * ```
 *
 * @param handle What the lines are kept in.
 * @returns The sink.
 * @throws {TypeError} If the handle lacks a method.
 */
export function ndjsonSink(handle: NdjsonHandle): SessionSink {
  checkHandle(handle);
  const encoder = new TextEncoder();
  /** Bytes that count, and the event they end with. */
  let length = 0;
  let revision = 0;
  /** Whether there may be bytes that do not. */
  let littered = false;

  async function clear(): Promise<void> {
    await handle.truncate(length);
    littered = false;
  }

  /** Writes lines of which the last is that event. */
  async function put(lines: Uint8Array, last: number): Promise<void> {
    if (littered) await clear();
    littered = true;
    const { length: added } = lines;
    const wait = handle.write(lines);
    // A handle that is done at once costs no turn of the loop.
    if (wait !== undefined) await wait;
    littered = false;
    length += added;
    revision = last;
  }

  const sink: SessionSink = {
    write: (event) => put(encoder.encode(eventToLine(event)), event.seq),
    async writeAll(events) {
      const lines = encoder.encode(events.map(eventToLine).join(""));
      await put(lines, events.at(-1)?.seq ?? revision);
    },
    async sync() {
      await handle.sync?.();
    },
    async resume(end) {
      // Written by this very sink, to be gone on with.
      if (end.byteLength === undefined && end.revision === revision) return;
      if (end.byteLength === undefined) {
        throw new TypeError(
          "Cannot resume log: it was not read from the bytes of this sink",
        );
      }
      ({ byteLength: length, revision } = end);
      await clear();
      if (end.open) await put(encoder.encode("\n"), revision);
    },
  };
  setLineWriter(sink, put);
  return sink;
}

function checkHandle(handle: unknown): void {
  const given = Object(handle);
  for (const name of ["write", "truncate"]) {
    if (typeof given[name] === "function") continue;
    throw new TypeError(
      `Cannot make sink: "handle.${name}" must be a function`,
    );
  }
}
