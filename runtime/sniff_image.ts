/**
 * What kind of image bytes are.
 *
 * @module
 */

import type { ImageAttachmentRef } from "../message.ts";

// What every file of a kind begins with, as Latin-1 text. Any byte may be where a
// "?" is.
const BEGINNINGS: readonly [string, ImageAttachmentRef["mediaType"]][] = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["RIFF????WEBP", "image/webp"],
];

/**
 * Finds out the media type of an image from its first bytes.
 *
 * @param bytes The image.
 * @returns The media type, or `undefined` if it is none that models take.
 */
export function sniffImage(
  bytes: Uint8Array,
): ImageAttachmentRef["mediaType"] | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return BEGINNINGS.find(([beginning]) =>
    [...beginning].every((char, i) => char === "?" || char === start[i])
  )?.[1];
}
