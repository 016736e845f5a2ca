/**
 * What was said, across reloads of the page.
 *
 * @module
 */

import { type ContentBlock, textOf } from "../../../message.ts";
import type { PageStorage } from "./page_parts.ts";

/** How an answer ended, for people. */
export interface AnswerEnd {
  /** What it took. Empty where nothing is known. */
  readonly facts: string;
  /** What is not as it should be about its end, if anything. */
  readonly sentence: string | undefined;
  /** Whether it failed. */
  readonly failed: boolean;
}

/** One thing that was said. */
export interface Said {
  /** Who said it. */
  readonly role: "user" | "assistant";
  /** What was said. Nothing, where an answer failed before its first word. */
  readonly content: readonly ContentBlock[];
  /** How it ended, if it is an answer. */
  readonly end?: AnswerEnd | undefined;
}

/** A conversation of this tab. */
export interface Conversation {
  /** All that was said. */
  readonly said: readonly Said[];
  /** Name of the answer that is still to come, or to be read. */
  readonly pending: string | undefined;
  /** Adds to it. */
  add(said: Said): void;
  /** Notes which answer is to come, or that none is. */
  await(id: string | undefined): void;
  /** Takes back the last thing said. */
  takeBack(): void;
  /** Forgets all of it. */
  clear(): void;
}

const KEY = "edge-chat";
// What the worker takes, with some room.
const MAX_MESSAGES = 63;
const MAX_BYTES = 240 * 1024;
const MAX_TEXT_BYTES = 32 * 1024;

/**
 * Goes on with the conversation of this tab, or begins one.
 *
 * @param storage Where it is kept. A full one, or none that can be used, costs the
 * reloads alone.
 * @returns The conversation.
 */
export function openConversation(storage: PageStorage): Conversation {
  const kept = read(storage);
  let said: readonly Said[] = kept.said;
  let pending: string | undefined = kept.pending;

  function save(): void {
    try {
      storage.setItem(KEY, JSON.stringify({ said, pending }));
    } catch {
      // Then it lasts as long as the page.
    }
  }

  return {
    get said() {
      return said;
    },
    get pending() {
      return pending;
    },
    add(next) {
      said = [...said, next];
      save();
    },
    await(id) {
      pending = id;
      save();
    },
    takeBack() {
      said = said.slice(0, -1);
      save();
    },
    clear() {
      said = [];
      pending = undefined;
      save();
    },
  };
}

/**
 * Writes what to ask the worker: as much of the end of a conversation as it takes.
 *
 * @param said All that was said, the question last.
 * @returns The body of the request.
 */
export function questionBody(said: readonly Said[]): string {
  // Reasoning and tool calls are for people to see, and no part of a question.
  let messages = said
    .map(({ role, content }) => ({
      role,
      text: textOf({ content: [...content] }),
    }))
    .filter(({ text }) => text.trim() !== "")
    .map(({ role, text }) => ({
      role,
      content: [{ type: "text", text: cut(text) }],
    }))
    .slice(-MAX_MESSAGES);
  for (;;) {
    const body = JSON.stringify({ messages });
    if (messages.length === 1 || bytesOf(body) <= MAX_BYTES) return body;
    messages = messages.slice(1);
  }
}

/** Cuts a text to what the worker takes, and never within a character. */
function cut(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MAX_TEXT_BYTES) return text;
  const whole = new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES));
  return whole.replace(/\ufffd$/, "");
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function read(
  storage: PageStorage,
): { said: Said[]; pending: string | undefined } {
  try {
    const { said, pending } = JSON.parse(storage.getItem(KEY) ?? "");
    return {
      said: said.filter(isSaid),
      pending: typeof pending === "string" ? pending : undefined,
    };
  } catch {
    return { said: [], pending: undefined };
  }
}

function isSaid({ role, content }: Partial<Said>): boolean {
  return (role === "user" || role === "assistant") && Array.isArray(content) &&
    content.every(({ type }) => typeof type === "string");
}
