/**
 * Response bodies that arrive the way real ones do, faults included.
 *
 * @module
 */

import { assertDelay, pause } from "./_pause.ts";

/** How a body arrives, and how it goes wrong. */
export interface BodyFaults {
  /**
   * Where reads begin, as byte offsets into the whole body. Exact through an
   * injected `fetch` only: sockets merge small writes.
   *
   * @default {one read for each event}
   */
  cuts?: readonly number[] | "every byte" | undefined;
  /**
   * Milliseconds before each read.
   *
   * @default {0}
   */
  delayMs?: number | undefined;
  /**
   * Comments that precede the first event, each a read of its own.
   *
   * @default {0}
   */
  keepAlives?: number | undefined;
  /**
   * Milliseconds before each of these comments.
   *
   * @default {1000}
   */
  keepAliveMs?: number | undefined;
  /** How many events are delivered. Absent: all. */
  cutAfterEvents?: number | undefined;
  /** Bytes sent after the events that are delivered: garbage, say. */
  tail?: string | Uint8Array | undefined;
  /** How many bytes of all this are delivered. Absent: all. */
  cutAtByte?: number | undefined;
  /**
   * What comes then: a clean close, a failing read, silence until the reader
   * gives up, or comments until then.
   *
   * @default {"close"}
   */
  end?: "close" | "reset" | "stall" | "keep-alive" | undefined;
  /**
   * What the failing read of a `"reset"` fails with.
   *
   * @default {a `TypeError`}
   */
  resetError?: unknown;
}

/** Options for {@linkcode faultyBody}. */
export interface FaultyBodyOptions extends BodyFaults {
  /**
   * Called when the reader gives up before the end.
   *
   * @param reason Why.
   */
  onCancel?: ((reason: unknown) => void) | undefined;
}

/** One read to come. */
interface PlannedRead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly delayMs: number;
}

const KEEP_ALIVE = encode(": keep-alive\n\n");

/**
 * Makes a body of events. It is pulled: a read exists once it is asked for.
 *
 * @example Cut a body in the middle of its second event
 * ```ts
 * import { faultyBody } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const body = faultyBody(["data: 1\n\n", "data: 2\n\n"], { cutAtByte: 12 });
 *
 * equal(await new Response(body).text(), "data: 1\n\ndat");
 * ```
 *
 * @param events The events in order, each with the blank line that ends it.
 * @param options How they arrive, and what goes wrong.
 * @returns The body.
 * @throws {RangeError} If a delay, a count or an offset is out of its range.
 */
export function faultyBody(
  events: readonly (string | Uint8Array)[],
  options: FaultyBodyOptions = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { end = "close", keepAliveMs = 1_000, onCancel } = options;
  const { resetError = new TypeError("Cannot read body: connection reset") } =
    options;
  if (end === "keep-alive" && keepAliveMs === 0) {
    // Reads that never wait would starve the timers of whoever loops over them.
    throw new RangeError(
      'Cannot make body: "keepAliveMs" must be greater than 0 where comments have no end',
    );
  }
  const reads = planReads(events, options);
  const cancelled = new AbortController();
  let position = 0;

  return new ReadableStream({
    async pull(controller) {
      const next = reads[position++] ??
        (end === "keep-alive" ? keepAlive(keepAliveMs) : undefined);
      if (next !== undefined) {
        await pause(next.delayMs, cancelled.signal);
        if (!cancelled.signal.aborted) controller.enqueue(next.bytes);
      } else if (end === "reset") {
        controller.error(resetError);
      } else if (end === "close") {
        controller.close();
      }
      // A stall enqueues nothing, so the read in hand stays pending.
    },
    cancel(reason) {
      cancelled.abort();
      onCancel?.(reason);
    },
  }, { highWaterMark: 0 });
}

function planReads(
  events: readonly (string | Uint8Array)[],
  options: BodyFaults,
): PlannedRead[] {
  const { cuts, delayMs = 0, keepAlives = 0, keepAliveMs = 1_000 } = options;
  const { cutAfterEvents = events.length, cutAtByte, tail = "" } = options;
  assertDelay("delayMs", delayMs);
  assertDelay("keepAliveMs", keepAliveMs);
  assertCount("keepAlives", keepAlives);
  assertCount("cutAfterEvents", cutAfterEvents);
  assertCount("cutAtByte", cutAtByte ?? 0);

  const delivered = [...events.slice(0, cutAfterEvents), tail];
  const reads = [
    ...Array.from({ length: keepAlives }, () => keepAlive(keepAliveMs)),
    ...delivered.map((event) => ({ bytes: encode(event), delayMs })),
  ];
  if (cuts === undefined && cutAtByte === undefined) {
    return reads.filter(({ bytes }) => bytes.length > 0);
  }

  // Offsets count from the start of the body, wherever its reads began.
  const body = concatenate(reads.map(({ bytes }) => bytes));
  const length = Math.min(cutAtByte ?? body.length, body.length);
  if (cuts !== undefined) {
    return split(body, boundaries(cuts, length))
      .map((bytes) => ({ bytes, delayMs }));
  }
  let offset = 0;
  return reads.flatMap(({ bytes, delayMs }) => {
    const kept = bytes.slice(0, Math.max(0, length - offset));
    offset += bytes.length;
    return kept.length === 0 ? [] : [{ bytes: kept, delayMs }];
  });
}

function keepAlive(delayMs: number): PlannedRead {
  // The reader may transfer what it gets.
  return { bytes: KEEP_ALIVE.slice(), delayMs };
}

function boundaries(
  cuts: readonly number[] | "every byte",
  length: number,
): number[] {
  if (cuts === "every byte") return Array.from({ length }, (_, i) => i + 1);
  for (const [i, cut] of cuts.entries()) assertCount(`cuts[${i}]`, cut);
  const inside = cuts.filter((cut) => cut < length);
  return [...inside.toSorted((a, b) => a - b), length];
}

function split(
  body: Uint8Array<ArrayBuffer>,
  ends: readonly number[],
): Uint8Array<ArrayBuffer>[] {
  let start = 0;
  const parts = ends.map((end) => body.slice(start, start = end));
  return parts.filter((part) => part.length > 0);
}

function concatenate(
  parts: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(
    parts.reduce((length, part) => length + part.length, 0),
  );
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function encode(event: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof event === "string"
    ? new TextEncoder().encode(event)
    : event.slice();
}

function assertCount(path: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new RangeError(
    `Cannot make body: "${path}" must be a non-negative integer`,
  );
}
