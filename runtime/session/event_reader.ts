/**
 * From what was kept of a log to sound events.
 *
 * @module
 */

import type { Fault } from "../../message/find_fault.ts";
import { HarnessError } from "../error.ts";
import { isCount } from "../read_shape.ts";
import { type ByteLine, createByteLines } from "./_byte_lines.ts";
import { findLoss } from "./_event_json.ts";
import { checkSessionEvent } from "./check_session_event.ts";
import { SESSION_LOG_VERSION, type SessionEvent } from "./session_event.ts";
import {
  SessionLogError,
  type SessionLogProblem,
  UNSUPPORTED_LOG_VERSION_CODE,
} from "./session_log_error.ts";

/** Options for reading what was kept of a log. */
export interface ReadLogOptions {
  /**
   * Where to stop: after the event of that `seq`, or before the first line or event
   * that cannot be read, which fails otherwise. What follows is not looked at.
   *
   * @default {the end}
   */
  upTo?: number | "corruption" | undefined;
  /** Hears of what was left out. */
  onProblem?: ((problem: SessionLogProblem) => void) | undefined;
}

/** Options for {@linkcode createEventReader}. */
export interface EventReaderOptions extends ReadLogOptions {
  /** The seq the first event must have. Absent means any. */
  readonly first?: number | undefined;
  /** Takes an event and its line, or tells why it cannot. */
  readonly take: (event: SessionEvent, line: Uint8Array) => Fault | undefined;
}

/** Reads one log. */
export interface EventReader {
  /** Bytes of all that was read, but for what was torn. Absent without bytes. */
  readonly byteLength: number | undefined;
  /** Whether the last line lacks its line end. */
  readonly open: boolean;
  /**
   * Reads bytes, or an event.
   *
   * @returns Whether nothing more is wanted.
   * @throws {HarnessError} `CORRUPT_LOG` for what cannot be read,
   * `UNSUPPORTED_LOG_VERSION` for a log of a newer version.
   */
  feed(input: unknown): boolean;
  /** Reads what is left. Throws like `feed`. */
  end(): void;
}

type Place = Pick<SessionLogProblem, "line" | "offset">;

/**
 * Makes the reader of one log.
 *
 * @param options What it is read for.
 * @returns The reader.
 * @throws {TypeError} If an option is wrong in kind.
 * @throws {RangeError} If `upTo` is not a positive integer.
 */
export function createEventReader(
  { upTo, onProblem, first, take }: EventReaderOptions,
): EventReader {
  checkUpTo(upTo);
  const lines = createByteLines();
  // A mark of the byte order is skipped where it may be, and nowhere else.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  let next = first;
  let sessionId: unknown;
  let given = 0;
  let byteLength: number | undefined;
  let open = false;
  let over = false;

  function readLines(found: Iterable<ByteLine>): void {
    for (const line of found) {
      if (over) return;
      readLine(line);
    }
  }

  function readLine({ number, offset, bytes, open: cut }: ByteLine): void {
    const place = { line: number, offset };
    const content = number === 1 ? withoutMark(bytes) : bytes;
    let text: string;
    let event: unknown;
    try {
      text = decoder.decode(content);
      event = text.trim() === "" ? undefined : JSON.parse(text);
    } catch {
      if (!cut) throw corruption(place, "is no JSON");
      over = true;
      // Nobody was told that this had been written.
      return report("torn", place, "breaks off");
    }
    if (event !== undefined) {
      readEvent(event, cut ? encoder.encode(`${text}\n`) : content, place);
    }
    byteLength = offset + bytes.length;
    open = cut;
  }

  function readObject(value: unknown, place: Place): void {
    // Data lies one deeper than when it was logged.
    const fault = findLoss(value, "", -1);
    if (fault) throw corruption(place, `is unsound: ${fault}`);
    const text = JSON.stringify(value) ?? "null";
    readEvent(JSON.parse(text), encoder.encode(`${text}\n`), place);
  }

  function readEvent(event: unknown, line: Uint8Array, place: Place): void {
    const { seq } = Object(event);
    checkVersion(event);
    if (isCount(seq) && next !== undefined) {
      if (seq < next) {
        // What follows is of that one, whatever its numbers say.
        if (![undefined, sessionId].includes(sessionBegunBy(event))) {
          throw corruption(place, "begins another session");
        }
        return report("repeated", place, `is event ${seq}, which came before`);
      }
      if (seq > next) {
        const state = `is event ${seq}, and event ${next} is missing`;
        throw corruption(place, state);
      }
    }
    if (typeof upTo === "number" && Number(seq) > upTo) {
      over = true;
      return;
    }
    const sound = checkSessionEvent(
      event,
      (fault) => corruption(place, `is unsound: ${fault}`),
    );
    const fault = take(sound, line);
    if (fault) throw corruption(place, `is unsound: ${fault}`);
    next = sound.seq + 1;
    sessionId ??= sessionBegunBy(sound);
    over = sound.seq === upTo;
  }

  function report(
    kind: SessionLogProblem["kind"],
    place: Place,
    state: string,
  ): void {
    onProblem?.(problemOf(kind, place, state));
  }

  function guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (upTo !== "corruption" || !(error instanceof SessionLogError)) {
        throw error;
      }
      over = true;
      onProblem?.(error.problem);
    }
  }

  return {
    get byteLength() {
      return byteLength;
    },
    get open() {
      return open;
    },
    feed(input) {
      guard(() => {
        if (!ArrayBuffer.isView(input)) {
          return readObject(input, { line: ++given });
        }
        byteLength ??= 0;
        readLines(lines.feed(toBytes(input)));
      });
      return over;
    },
    end: () => guard(() => readLines(lines.end())),
  };
}

function problemOf(
  kind: SessionLogProblem["kind"],
  place: Place,
  state: string,
): SessionLogProblem {
  const { line, offset } = place;
  const name = offset === undefined
    ? `entry ${line}`
    : `line ${line}, at byte ${offset},`;
  return Object.freeze({ kind, message: `${name} ${state}`, ...place });
}

/** Names the session that an event begins, if it begins one. */
function sessionBegunBy(event: unknown): unknown {
  const { type, data } = Object(event);
  return type === "session/start" ? Object(data).sessionId : undefined;
}

function corruption(place: Place, state: string): SessionLogError {
  return new SessionLogError(problemOf("corrupt", place, state));
}

function checkVersion(event: unknown): void {
  const { type, data } = Object(event);
  const { version } = Object(data);
  if (type !== "session/start" || !(version > SESSION_LOG_VERSION)) return;
  throw new HarnessError(
    `Cannot read session log: it is of version ${version}, and this module reads versions up to ${SESSION_LOG_VERSION}`,
    UNSUPPORTED_LOG_VERSION_CODE,
  );
}

function checkUpTo(value: unknown): void {
  if (value === undefined || value === "corruption" || isCount(value)) return;
  const message =
    'Cannot read session log: "options.upTo" must be a positive integer or "corruption"';
  throw typeof value === "number"
    ? new RangeError(message)
    : new TypeError(message);
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  const marked = first === 0xef && second === 0xbb && third === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

function toBytes(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
