/**
 * A shorter way to the sinks of this module.
 *
 * A log has each event as a line, and a sink that keeps lines would only write the
 * same line again. So such a sink leaves here what takes lines as they are. Nothing
 * but speed depends on it.
 *
 * @module
 */

import type { SessionSink } from "./session_sink.ts";

/** Takes the bytes of whole lines, and the seq of the last one. */
export type LineWriter = (lines: Uint8Array, to: number) => Promise<void>;

const writers = new WeakMap<SessionSink, LineWriter>();

/** Remembers what takes the lines of a sink. */
export function setLineWriter(sink: SessionSink, writer: LineWriter): void {
  writers.set(sink, writer);
}

/** What takes the lines of a sink, if there is such a way. */
export function lineWriterOf(sink: SessionSink): LineWriter | undefined {
  return writers.get(sink);
}
