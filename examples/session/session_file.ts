/**
 * Keeps sessions in files.
 *
 * @module
 */

import type { NdjsonHandle } from "../../runtime/session/mod.ts";

/** A file that holds one session, as lines of JSON. */
export interface SessionFile extends NdjsonHandle {
  /** Whether it held nothing when it was opened: a session is to begin in it. */
  readonly isNew: boolean;
  /** Reads it from the beginning. */
  read(): Promise<ReadableStream<Uint8Array>>;
  /** Closes it. */
  close(): void;
}

/**
 * Opens a file, a new one if need be.
 *
 * @param path Where.
 * @returns The file.
 */
export async function openSessionFile(path: string): Promise<SessionFile> {
  const file = await Deno.open(path, {
    read: true,
    // Each write goes to the end, wherever that is after a `truncate`.
    append: true,
    create: true,
  });
  const { size } = await file.stat();
  return {
    isNew: size === 0,
    async write(bytes) {
      for (let at = 0; at < bytes.length;) {
        at += await file.write(bytes.subarray(at));
      }
    },
    truncate: (length) => file.truncate(length),
    sync: () => file.syncData(),
    async read() {
      const { readable } = await Deno.open(path);
      return readable;
    },
    close: () => file.close(),
  };
}
