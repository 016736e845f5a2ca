/**
 * Any body through the decoders of the wire.
 *
 * @module
 */

import type { StreamChunk } from "../../mod.ts";
import {
  decodeNdjson,
  type DecodeOptions,
  decodeSse,
} from "../../runtime/wire/mod.ts";
import { encodeBatch } from "../../runtime/wire/encode_batch.ts";
import { errorChain } from "../../mod.ts";
import { checkEnd } from "./check_chunks.ts";
import { consume, type Consumed, type Leave } from "./consume.ts";
import { type BodyEnd, type CountedBody, countedBody } from "./counted_body.ts";
import { countParsing } from "./counted_parsing.ts";
import { drive } from "./drive.ts";
import { hostileValue } from "./hostile_value.ts";
import { makeAnyChunk } from "./make_any_chunk.ts";
import { mutate } from "./make_body.ts";
import { makePieces } from "./make_pieces.ts";
import type { Random } from "./random.ts";
import type { Scenario, Surroundings } from "./scenario.ts";
import { watchedSignal } from "./watched_signal.ts";

// How often a character may be parsed: a delta in part, then as a whole.
const MAX_PARSED = 2;

// What is no event and may come all the same.
const ADDED: readonly string[] = [
  ": keep-alive\n\n",
  "\n",
  "\r",
  "id: 1\n",
  "event: error\n",
  "retry: 1e9\n",
  "data: \n\n",
  "\ufeff",
  "[".repeat(10_000),
  '"'.repeat(1_000),
  "\\".repeat(1_001),
];

// What is an event, and of which few are chunks.
const EVENTS: readonly string[] = [
  '{"type":"finish","reason":{"kind":"stop"}}',
  '{"type":"finish","reason":{"kind":"paused"}}',
  '{"type":"finish","reason":{"kind":"error","failure":{"message":"m","code":"c"}}}',
  '{"type":"finish","reason":{"kind":"error","failure":{"message":"","code":"c"}}}',
  '{"type":"finish","reason":{"kind":"aborted"}}',
  '{"type":"finish","reason":{"kind":"aborted","failure":{"message":"m","code":1}}}',
  '{"type":"text-delta","index":-1,"text":"a"}',
  '{"type":"text-delta","index":0,"text":"a"]',
  '{"type":"text-delta","index":0,"text":"a","text":"b"}',
  '{"type":"usage","usage":{"inputTokens":1e999,"outputTokens":0}}',
  '{"type":"block-end","index":0,"block":{"type":"chart","__proto__":[[[]]]}}',
  "{}",
  "null",
  "",
];

/** A body, and how it comes. */
interface WirePlan {
  readonly format: "sse" | "ndjson";
  readonly answer: readonly StreamChunk[];
  /** What was done to the answer. */
  readonly deed: "nothing" | "cut" | "mangled";
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly limits: DecodeOptions;
  readonly end: Exclude<BodyEnd, "keep-alive">;
  readonly cancelThrows: boolean;
  readonly leave: Leave;
}

/** Reads a body that may hold anything. */
export const wireScenario: Scenario = async (surroundings) => {
  const { random, broken } = surroundings;
  const plan = makePlan(random);
  const seen = await read(surroundings, plan);
  if (seen.error !== undefined) {
    broken(`nothing is thrown: ${errorChain(seen.error.value)}`);
  }
  if (!seen.stayed) return;
  checkEnd(seen.chunks, broken);
  if (plan.leave.how !== "read on" || plan.end !== "close") return;
  const told = JSON.stringify(seen.chunks);
  checkDeed(plan, { told, chunks: seen.chunks, broken });
  // Where a field is no data, its length is held against no limit in one read.
  if (plan.limits.maxEventLength !== undefined) return;
  const again = JSON.stringify((await read(surroundings, plan)).chunks);
  if (told !== again) broken(`the same wherever it is cut: ${told} ${again}`);
};

function makePlan(random: Random): WirePlan {
  const format = random.pick(["sse", "ndjson"] as const);
  const answer = random.list(8, () => makeAnyChunk(random));
  answer.push({ type: "finish", reason: { kind: "stop" } });
  const { bytes: encoded } = encodeBatch(answer, {
    format,
    replayState: true,
  });
  const limited = random.chance(0.2);
  const deed = limited
    ? "mangled"
    : random.pick(["nothing", "cut", "mangled", "mangled"] as const);
  const cut = random.below(encoded.length + 1);
  return {
    format,
    answer,
    deed,
    bytes: deed === "mangled"
      ? mangle(random, encoded, format)
      : encoded.slice(0, deed === "cut" ? cut : undefined),
    limits: limited
      ? {
        maxEventLength: random.pick([1, 60, 1_000]),
        maxDepth: random.pick([1, 2, 64]),
        maxEvents: random.pick([1, 5, 1_000]),
      }
      : {},
    end: random.pick(["close", "close", "error", "stall"] as const),
    cancelThrows: random.chance(0.1),
    leave: {
      after: random.below(random.pick([2, 12])),
      how: random.chance(0.6)
        ? "read on"
        : random.pick(["cancel", "break", "abort"] as const),
    },
  };
}

function mangle(
  random: Random,
  encoded: Uint8Array,
  format: WirePlan["format"],
): Uint8Array<ArrayBuffer> {
  const end = format === "sse" ? "\n\n" : "\n";
  const events = new TextDecoder().decode(encoded).split(end);
  for (let k = random.below(3); k > 0; k--) {
    const event = random.pick(EVENTS);
    const framed = format === "sse" ? `data: ${event}` : event;
    events.splice(random.below(events.length), 0, framed);
  }
  let text = events.join(end);
  for (let k = random.below(4); k > 0; k--) {
    const at = random.below(text.length + 1);
    text = random.chance(0.5)
      ? mutate(random, text)
      : text.slice(0, at) + random.pick(ADDED) + text.slice(at);
  }
  const bytes = new TextEncoder().encode(text);
  if (random.chance(0.2) && bytes.length > 0) {
    bytes.set(random.bytes(1), random.below(bytes.length));
  }
  return bytes;
}

/** Holds what is no more than cut, or not even that, to what was encoded. */
function checkDeed(
  { deed, answer }: WirePlan,
  { told, chunks, broken }: {
    readonly told: string;
    readonly chunks: readonly StreamChunk[];
    readonly broken: Surroundings["broken"];
  },
): void {
  if (deed === "mangled" || told === JSON.stringify(answer)) return;
  if (deed === "nothing") return broken(`what was encoded comes: ${told}`);
  const came = chunks.slice(0, -1);
  if (JSON.stringify(came) !== JSON.stringify(answer.slice(0, came.length))) {
    broken(`what came before a cut is whole: ${told}`);
  }
  const last = chunks.at(-1);
  const code = last?.type === "finish" && last.reason.kind === "error"
    ? last.reason.failure.code
    : "none";
  if (code !== "STREAM_CLOSED") broken(`a cut told as one: ${code}`);
}

async function read(
  { random, time, broken }: Surroundings,
  plan: WirePlan,
): Promise<Consumed> {
  const { bytes, end, leave, cancelThrows } = plan;
  const { controller, signal, listeners } = watchedSignal();
  const pieces = makePieces(random, bytes);
  const body = countedBody(pieces, {
    end,
    error: hostileValue(random),
    keepAliveMs: 0,
    cancelError: cancelThrows ? { value: new Error("No") } : undefined,
    byob: random.chance(0.2),
    onRead: () => {},
  });
  const abort = () => controller.abort(hostileValue(random));
  const decode = plan.format === "sse" ? decodeSse : decodeNdjson;
  if (leave.how === "abort" && random.chance(0.1)) abort();
  const seen: Consumed = { chunks: [], stayed: true };
  using parsing = countParsing();
  const stream = decode(body.stream, { ...plan.limits, signal });
  const work = consume(stream, seen, { leave, abort, close: () => {} });
  const ended = await drive(time, work, () => {
    // No clock of the wire's own ends a body that goes silent.
    if (end !== "stall") broken("an end");
    abort();
  });
  if (!ended) broken("an end after an abort");
  checkLeft(body, plan, { seen, broken });
  if (listeners() > 0) broken("no listener on the signal");
  if (time.next()) broken("no timer");
  const parsed = parsing.characters();
  if (parsed > MAX_PARSED * bytes.length) broken(`little parsing: ${parsed}`);
  if (body.reads() > pieces.length + 2) broken(`few reads: ${body.reads()}`);
  return seen;
}

function checkLeft(
  body: CountedBody,
  { end, cancelThrows }: WirePlan,
  { seen, broken }: { seen: Consumed; broken: Surroundings["broken"] },
): void {
  if (body.isOpen()) broken("no open body");
  if (body.stream.locked !== true) broken("a body of its own");
  // A body that has just failed cannot be cancelled.
  if (seen.cancelError !== undefined && !cancelThrows && end !== "error") {
    broken("a cancel that succeeds");
  }
}
