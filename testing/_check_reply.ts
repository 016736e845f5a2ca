/**
 * Refuses scripts that would play something else than what was meant.
 *
 * @module
 */

import type { MockReply } from "./mock_reply.ts";

// A record, so that no key can be forgotten.
const KEYS: Readonly<Record<keyof MockReply, true>> = {
  status: true,
  headers: true,
  headersDelayMs: true,
  body: true,
  reasoning: true,
  text: true,
  toolCalls: true,
  finishReason: true,
  usage: true,
  done: true,
  cuts: true,
  delayMs: true,
  keepAlives: true,
  keepAliveMs: true,
  cutAfterEvents: true,
  tail: true,
  cutAtByte: true,
  end: true,
  resetError: true,
};

/**
 * Checks that a value is a reply of known keys. What is in them shows when it is
 * played.
 *
 * @param reply The value.
 * @param path Where it is.
 * @throws {TypeError} If it is something else, or has another key.
 */
export function checkReply(reply: unknown, path: string): void {
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) {
    throw new TypeError(
      `Cannot mock DeepSeek: "${path}" must be a reply or a function`,
    );
  }
  const unknown = Object.keys(reply).find((key) => !Object.hasOwn(KEYS, key));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot mock DeepSeek: "${path}.${unknown}" must be left out, it is not part of a reply`,
  );
}

/**
 * Checks replies, and leaves functions for when they are called.
 *
 * @param replies The replies.
 * @throws {TypeError} If they are not a list, or one of them is not a reply.
 */
export function checkReplies(replies: unknown): void {
  if (!Array.isArray(replies)) {
    throw new TypeError(
      'Cannot mock DeepSeek: "replies" must be an array of replies',
    );
  }
  for (const [i, reply] of replies.entries()) {
    if (typeof reply !== "function") checkReply(reply, `replies[${i}]`);
  }
}
