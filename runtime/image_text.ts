/**
 * The words that go with images to a model.
 *
 * They are the same for the same image every time, so that what a provider has
 * cached of the conversation stays valid.
 *
 * @module
 */

import type { CallId, ImageAttachmentRef } from "../message.ts";

/**
 * Writes the line that names an image: it goes before the image itself, so that
 * text can refer to it.
 *
 * @param ref The image.
 * @param callId The tool call it came from, where a format has no place for images
 * in the result itself.
 * @returns The line.
 */
export function imageLine(ref: ImageAttachmentRef, callId?: CallId): string {
  const from = callId === undefined ? "" : ` from tool call ${callId}`;
  return `[image${from}: ${describe(ref)}]`;
}

/**
 * Writes the line that stands in the place of an image the model does not get.
 *
 * @param ref The image.
 * @returns The line.
 */
export function imagePlaceholder(ref: ImageAttachmentRef): string {
  return `[image not shown: ${describe(ref)}]`;
}

function describe(
  { attachmentId, mediaType, name }: ImageAttachmentRef,
): string {
  const what = `${attachmentId}, ${mediaType}`;
  // Whoever named the file must not get to write lines of the conversation.
  return name === undefined ? what : `${name.replace(/\s+/g, " ")}, ${what}`;
}
