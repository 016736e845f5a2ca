/**
 * A shorter way to the sinks of this module.
 *
 * A log has each event as a line, and a sink that keeps lines would only write the
 * same line again. So such a sink leaves here what takes lines as they are. Nothing
 * but speed depends on it.
 *
 * @module
 */

import { parseEvent } from "./_event_store.ts";
import type { SessionSink } from "./session_sink.ts";

/** Takes whole lines, each with its line end, and the seq of the last one. */
export type LineWriter = (lines: string, to: number) => Promise<void>;

const writers = new WeakMap<SessionSink, LineWriter>();

/** Remembers what takes the lines of a sink. */
export function setLineWriter(sink: SessionSink, writer: LineWriter): void {
  writers.set(sink, writer);
}

/** What is to be written. */
export interface Lines {
  /** The lines. */
  readonly lines: readonly string[];
  /** The seq of the last one. */
  readonly to: number;
  /** Hears which of them the sink has. */
  readonly taken: (lines: readonly string[]) => void;
}

/** Writes lines to a sink, all at once where it can. */
export async function writeLines(
  sink: SessionSink,
  { lines, to, taken }: Lines,
): Promise<void> {
  const writer = writers.get(sink);
  if (writer !== undefined) await writer(lines.join(""), to);
  else if (lines.length > 1 && sink.writeAll !== undefined) {
    await sink.writeAll(lines.map(parseEvent));
  } else {
    for (const line of lines) {
      const wait = sink.write(parseEvent(line));
      // A sink that is done at once costs no turn of the loop.
      if (wait !== undefined) await wait;
      taken([line]);
    }
    return;
  }
  taken(lines);
}
