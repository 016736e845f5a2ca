/**
 * Bodies, from none of the format to almost all of it.
 *
 * @module
 */

import { type Corpus, PARTS } from "./corpus.ts";
import type { Random } from "./random.ts";

const ADDED: readonly string[] = [
  "",
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  '"',
  "\\",
  "\\u",
  "\\ud83d",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\0",
  "\ufeff",
  "data: ",
  "event: error\n",
  "[DONE]",
  "data: [DONE]\n\n",
  "null",
  '{"error":',
];

const VALUES: readonly string[] = [
  "null",
  "true",
  "false",
  "0",
  "-1",
  "1e400",
  "0.5",
  "9007199254740993",
  '""',
  '" "',
  '"x"',
  '"stop"',
  '"tool_calls"',
  '"length"',
  '"\\ud800"',
  "[]",
  "[null]",
  '["x"]',
  "{}",
  '{"a":{}}',
  '[{"type":"text","text":"y"}]',
  '"__proto__"',
  '{"__proto__":{"content":"z"},"constructor":1}',
];

const JSON_VALUE =
  /(?<=[:,[])(?:null|true|false|-?[\d.e+]+|"(?:[^"\\]|\\.)*"|\[\]|\{\})/g;

// Longer ones only take longer.
const MOST_EVENTS = 30;

/**
 * Makes a body.
 *
 * @param random Decides.
 * @param corpus Recorded responses.
 * @param secret A text that must not come back; the body may hold it.
 * @returns The bytes.
 */
export function makeBody(
  random: Random,
  corpus: Corpus,
  secret: string,
): Uint8Array<ArrayBuffer> {
  if (random.chance(0.05)) return random.bytes(random.below(300));
  let text = random.chance(0.5)
    ? random.list(8, () => random.pick(PARTS)).join("") +
      (random.chance(0.5) ? "data: [DONE]\n\n" : "")
    : excerpt(random, random.pick(corpus)).join("");
  if (random.chance(0.05)) text = unframed(random, text);
  if (random.chance(0.1)) {
    text = text.replaceAll("\n", random.pick(["\r\n", "\r"]));
  }
  // Many are left as they are: what is right must come out right.
  const mutations = random.chance(0.4) ? 0 : 1 + random.below(3);
  for (let k = 0; k < mutations; k++) text = mutate(random, text);
  if (random.chance(0.2)) text = insert(random, text, secret);
  const bytes = new TextEncoder().encode(text);
  if (random.chance(0.9) || bytes.length === 0) return bytes;
  for (let k = random.below(4); k >= 0; k--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return bytes;
}

/** A recorded response, or its end alone. */
function excerpt(random: Random, events: readonly string[]): readonly string[] {
  if (events.length <= MOST_EVENTS) return events;
  const start = random.below(events.length - MOST_EVENTS);
  const part = events.slice(start, start + random.below(MOST_EVENTS));
  return random.chance(0.7) ? [...part, ...events.slice(-3)] : part;
}

/** Bare JSON, a page, or one line without end, of what would be events. */
function unframed(random: Random, text: string): string {
  switch (random.below(3)) {
    case 0:
      return text.replace(/^data: /, "");
    case 1:
      return `<html>${text}`;
    default:
      return text.replaceAll("\n", " ");
  }
}

/** Breaks a text somewhere, or puts one value in the place of another. */
export function mutate(random: Random, text: string): string {
  const start = random.below(text.length + 1);
  const length = random.below(random.chance(0.8) ? 12 : 400);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, start) + text.slice(start + length);
    case 1:
      return insert(random, text, random.pick(ADDED));
    case 2:
      return text.slice(0, start + length) + text.slice(start);
    case 3:
      return text.slice(0, start);
    default:
      return replaceValue(random, text);
  }
}

function insert(random: Random, text: string, added: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + added + text.slice(at);
}

/** Puts another value in the place of one, so that the JSON stays whole. */
function replaceValue(random: Random, text: string): string {
  const values = [...text.matchAll(JSON_VALUE)];
  if (values.length === 0) return text;
  const { index, 0: value } = random.pick(values);
  return text.slice(0, index) + random.pick(VALUES) +
    text.slice(index + value.length);
}
