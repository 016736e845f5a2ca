/**
 * What a message must be. Unknown block types and source kinds are legal.
 *
 * @module
 */

import type { ContentBlock } from "./content_block.ts";
import type { Message } from "./message.ts";
import type { MessageSource } from "./message_source.ts";

const ROLES: readonly unknown[] = ["system", "user", "assistant"];

/** Throws a `TypeError` that names the argument unless `holds`. */
export function check(holds: boolean, path: string, wanted: string): void {
  if (!holds) {
    throw new TypeError(`Cannot create message: "${path}" is not ${wanted}`);
  }
}

/** Refuses all but objects. */
export function checkObject(value: unknown, path: string): void {
  check(typeof value === "object" && value !== null, path, "an object");
}

/** Refuses all but strings that say something. */
export function checkName(value: unknown, path: string): void {
  check(typeof value === "string" && value !== "", path, "a non-empty string");
}

/** Refuses content with a malformed block, at any depth. */
export function checkContent(
  content: readonly ContentBlock[],
  path: string,
): void {
  // Grows while it is walked, so depth cannot overflow the stack; a map, so that
  // a cycle ends.
  const pending = new Map([[content, path]]);
  for (const [blocks, at] of pending) {
    check(Array.isArray(blocks), at, "an array of blocks");
    for (const [index, block] of blocks.entries()) {
      checkBlock(block, `${at}[${index}]`);
      if (block.type === "tool-result") {
        pending.set(block.content, `${at}[${index}].content`);
      }
    }
  }
}

/** Refuses a message that is none. */
export function checkMessage(message: Message): void {
  checkName(message.id, "id");
  check(ROLES.includes(message.role), "role", "a role");
  checkContent(message.content, "content");
  checkSource(message.source);
}

function checkString(value: unknown, path: string): void {
  check(typeof value === "string", path, "a string");
}

function checkBlock(block: ContentBlock, path: string): void {
  checkObject(block, path);
  checkName(block.type, `${path}.type`);
  switch (block.type) {
    case "text":
    case "reasoning":
      return checkString(block.text, `${path}.text`);
    case "image":
      return checkObject(block.attachment, `${path}.attachment`);
    case "tool-call":
      checkString(block.id, `${path}.id`);
      checkString(block.name, `${path}.name`);
      return checkString(block.arguments, `${path}.arguments`);
    case "tool-result":
      return checkString(block.toolCallId, `${path}.toolCallId`);
    default:
      return;
  }
}

function checkSource(source: MessageSource): void {
  checkObject(source, "source");
  checkName(source.kind, "source.kind");
  switch (source.kind) {
    case "model":
      checkName(source.provider, "source.provider");
      return checkName(source.model, "source.model");
    case "tool":
      return checkName(source.callId, "source.callId");
    case "plugin":
      checkName(source.plugin, "source.plugin");
      if (source.form === "notice") {
        checkString(source.summary, "source.summary");
      }
      if (source.form === "snapshot") {
        check(Array.isArray(source.sections), "source.sections", "an array");
      }
      return;
    default:
      return;
  }
}
