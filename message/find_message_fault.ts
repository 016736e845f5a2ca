/**
 * What a message must be. Unknown source kinds are legal.
 *
 * @module
 */

import { type Fault, nameFault, objectFault, stringFault } from "./_fault.ts";
import { findContentFault } from "./find_content_fault.ts";
import type { Message } from "./message.ts";
import type { MessageSource } from "./message_source.ts";

const ROLES: readonly unknown[] = ["system", "user", "assistant"];

/**
 * Finds what is wrong with a message: what an adapter could not send, or could
 * only send as nonsense.
 *
 * @param message The message, an object.
 * @returns The first fault, its path counted from the message, if there is one.
 */
export function findMessageFault(message: Message): Fault | undefined {
  return nameFault(message.id, "id") ??
    roleFault(message.role) ??
    findContentFault(message.content, "content") ??
    objectFault(message.source, "source") ??
    sourceFault(message.source);
}

function roleFault(role: unknown): Fault | undefined {
  return ROLES.includes(role)
    ? undefined
    : { path: "role", wanted: '"system", "user" or "assistant"' };
}

function sourceFault(source: MessageSource): Fault | undefined {
  const fault = nameFault(source.kind, "source.kind");
  if (fault !== undefined) return fault;
  switch (source.kind) {
    case "model":
      return nameFault(source.provider, "source.provider") ??
        nameFault(source.model, "source.model");
    case "tool":
      return nameFault(source.callId, "source.callId");
    case "plugin":
      if (source.form === "snapshot" && !Array.isArray(source.sections)) {
        return { path: "source.sections", wanted: "an array" };
      }
      return nameFault(source.plugin, "source.plugin") ??
        (source.form === "notice"
          ? stringFault(source.summary, "source.summary")
          : undefined);
    default:
      return undefined;
  }
}
