/**
 * Keeps sessions in Deno KV.
 *
 * @module
 */

import type { SessionEvent, SessionSink } from "../../runtime/session/mod.ts";

/** A session in a database. */
export interface KvSession {
  /** Takes its events. */
  readonly sink: SessionSink;
  /** Reads them back. */
  events(): AsyncIterable<SessionEvent>;
}

/** A piece of an event, and whether another follows. */
type Piece = [text: string, more: boolean];

// A value holds 64 KiB, with up to two bytes for each UTF-16 unit.
const PIECE_LENGTH = 30_000;
// A commit holds 800 KiB, and 80 KiB of keys.
const PIECES_A_COMMIT = 12;

/**
 * Finds the place of a session in a database.
 *
 * The key itself holds the seq of the last event. Pieces of events lie below it,
 * and count up to that one: so an event is there as a whole or not at all, and of
 * two processes that write the same session the slower one fails.
 *
 * @param kv The database. Closed by whoever opened it.
 * @param key The key of the session.
 * @returns The place.
 */
export function kvSession(kv: Deno.Kv, key: Deno.KvKey): KvSession {
  /** What the database holds under the key, as far as is known. */
  let head: Deno.KvEntryMaybe<number> | undefined;

  async function write(events: readonly SessionEvent[]): Promise<void> {
    head ??= await kv.get<number>(key);
    const { seq: last = 0 } = events.at(-1) ?? {};
    const pieces = events.flatMap((event) =>
      cut(JSON.stringify(event)).map((piece, part): [Deno.KvKey, Piece] => [
        [...key, event.seq, part],
        piece,
      ])
    );
    for (let from = 0; from < pieces.length; from += PIECES_A_COMMIT) {
      const atomic = kv.atomic();
      for (const [key, piece] of pieces.slice(from, from + PIECES_A_COMMIT)) {
        atomic.set(key, piece);
      }
      if (from + PIECES_A_COMMIT >= pieces.length) await move(atomic, last);
      else await commit(atomic);
    }
  }

  /** Makes the events up to one those that count. */
  async function move(atomic: Deno.AtomicOperation, to: number): Promise<void> {
    const versionstamp = await commit(atomic.set(key, to));
    head = { key, value: to, versionstamp };
  }

  async function commit(atomic: Deno.AtomicOperation): Promise<string> {
    const known = head!;
    // What becomes of a commit that throws nobody knows: look again.
    head = undefined;
    const result = await atomic.check(known).commit();
    head = known;
    if (result.ok) return result.versionstamp;
    throw new Error("Cannot keep event: another process writes the session");
  }

  return {
    sink: {
      write: (event) => write([event]),
      writeAll: write,
      async resume({ revision }) {
        head = await kv.get<number>(key);
        if (head.value !== revision) await move(kv.atomic(), revision);
      },
    },
    async *events() {
      const { value: last } = await kv.get<number>(key);
      const end = [...key, (last ?? 0) + 1];
      let text: string | undefined = "";
      for await (
        const { key: at, value } of kv.list<Piece>({
          start: [...key, 1],
          end,
        })
      ) {
        if (at.at(-1) === 0) text = "";
        // What is left of a longer event that was not to be.
        if (text === undefined) continue;
        const [piece, more] = value;
        text += piece;
        if (more) continue;
        yield JSON.parse(text);
        text = undefined;
      }
    },
  };
}

function cut(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    const end = at + PIECE_LENGTH;
    pieces.push([text.slice(at, end), end < text.length]);
  }
  return pieces;
}
