/**
 * From bytes to lines, with the places they had.
 *
 * @module
 */

/** A line, as it came. */
export interface ByteLine {
  /** Its bytes, the line end included. */
  readonly bytes: Uint8Array;
  /** Which line, from 1. */
  readonly number: number;
  /** Where it begins, in bytes. */
  readonly offset: number;
  /** Whether the bytes ended before the line did. */
  readonly open: boolean;
}

/** Cuts bytes into lines. */
export interface ByteLines {
  /** Takes some bytes, and hands out the lines they end. */
  feed(bytes: Uint8Array): Iterable<ByteLine>;
  /** Hands out what is left. */
  end(): Iterable<ByteLine>;
}

const LINE_END = 10;

/** Makes what cuts the bytes of one log. */
export function createByteLines(): ByteLines {
  // Joined once, not grown read by read: that would cost the square.
  let partial: Uint8Array[] = [];
  let number = 0;
  let offset = 0;

  function take(rest: Uint8Array, open: boolean): ByteLine {
    const bytes = partial.length === 0 ? rest : join([...partial, rest]);
    partial = [];
    number++;
    const line = { bytes, number, offset, open };
    offset += bytes.length;
    return line;
  }

  return {
    *feed(bytes) {
      let start = 0;
      let end = bytes.indexOf(LINE_END);
      while (end !== -1) {
        yield take(bytes.subarray(start, end + 1), false);
        start = end + 1;
        end = bytes.indexOf(LINE_END, start);
      }
      // Copied: whoever reads a file may fill the same buffer again.
      if (start < bytes.length) partial.push(bytes.slice(start));
    },
    *end() {
      if (partial.length > 0) yield take(new Uint8Array(), true);
    },
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
