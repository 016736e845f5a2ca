/**
 * What a message must be. Unknown source kinds are legal.
 *
 * @module
 */

import { findContentFault } from "./find_content_fault.ts";
import {
  type Fault,
  type Fields,
  type FieldsByTag,
  filled,
  findFault,
  must,
  text,
} from "./find_fault.ts";

const SOURCES: FieldsByTag = new Map<unknown, Fields>([
  ["model", { provider: filled, model: filled }],
  ["tool", { callId: filled }],
  ["plugin", { plugin: filled }],
]);

const FORMS: FieldsByTag = new Map<unknown, Fields>([
  ["snapshot", {
    sections: (value, path) => must(Array.isArray(value), path, "an array"),
  }],
  ["notice", { summary: text }],
]);

const ROLES: readonly unknown[] = ["system", "user", "assistant"];

const MESSAGE: Fields = {
  id: filled,
  role: (role, path) =>
    must(ROLES.includes(role), path, '"system", "user" or "assistant"'),
  content: findContentFault,
  source: findSourceFault,
};

/**
 * Finds what is wrong with a message: what an adapter could not send, or could
 * only send as nonsense.
 *
 * @param message The message.
 * @param path What to call it: nothing, if its parts are to be named alone.
 * @returns The first fault, if there is one.
 */
export function findMessageFault(
  message: unknown,
  path: string,
): Fault | undefined {
  return findFault(message, path, MESSAGE);
}

function findSourceFault(source: unknown, path: string): Fault | undefined {
  const { kind, form } = Object(source);
  return findFault(source, path, SOURCES.get(kind) ?? { kind: filled }) ??
    findFault(source, path, (kind === "plugin" && FORMS.get(form)) || {});
}
