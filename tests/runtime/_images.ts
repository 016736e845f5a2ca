/**
 * Images in small: what they begin with, and blocks that refer to them.
 *
 * @module
 */

import {
  AttachmentId,
  type ImageAttachmentRef,
  type ImageBlock,
} from "../../message.ts";

/** Bytes from Latin-1 text. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** A number in so many bytes, as Latin-1 text. */
export function uint(
  value: number,
  bytes: number,
  order: "big" | "little" = "big",
): string {
  const text = Array.from(
    { length: bytes },
    (_, i) => String.fromCharCode(value >>> (8 * i) & 0xff),
  );
  return (order === "big" ? text.reverse() : text).join("");
}

/** The beginning of a PNG image. */
export function png(width = 3, height = 2): Uint8Array<ArrayBuffer> {
  return latin1(
    `\x89PNG\r\n\x1a\n${uint(13, 4)}IHDR${uint(width, 4)}${uint(height, 4)}`,
  );
}

/** The beginning of a GIF image. */
export function gif(width = 3, height = 2): Uint8Array<ArrayBuffer> {
  return latin1(
    `GIF89a${uint(width, 2, "little")}${uint(height, 2, "little")};`,
  );
}

/** A reference to a PNG image. */
export function imageRef(
  id: string,
  facts: Partial<ImageAttachmentRef> = {},
): ImageAttachmentRef {
  return {
    attachmentId: AttachmentId(id),
    mediaType: "image/png",
    bytes: png().length,
    ...facts,
  };
}

/** A block with a reference to a PNG image. */
export function imageBlock(
  id: string,
  facts: Partial<ImageAttachmentRef> = {},
): ImageBlock {
  return { type: "image", attachment: imageRef(id, facts) };
}
