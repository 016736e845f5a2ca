/**
 * How large images are.
 *
 * @module
 */

import type { ImageAttachmentRef } from "../message.ts";

/** Width and height, in pixels. */
export interface ImageSize {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/**
 * Reads how large an image is from its header, without decoding it.
 *
 * @param bytes The image.
 * @param mediaType What kind of image it is.
 * @returns The size, or `undefined` if the header does not tell.
 */
export function imageSize(
  bytes: Uint8Array,
  mediaType: ImageAttachmentRef["mediaType"],
): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const [width, height] = READERS[mediaType](view) ?? [0, 0];
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    // The header is cut short.
    return undefined;
  }
}

type Reader = (view: DataView) => [width: number, height: number] | undefined;

const READERS: Record<ImageAttachmentRef["mediaType"], Reader> = {
  "image/png": (view) => [view.getUint32(16), view.getUint32(20)],
  "image/gif": (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  "image/jpeg": readJpeg,
  "image/webp": readWebp,
};

/** Walks the segments to the frame header, which is after any thumbnail. */
function readJpeg(view: DataView): [number, number] | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may come before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Every SOF marker but DHT, JPG and DAC, which share their range.
    if (
      marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    ) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    }
    at += 2 + view.getUint16(at + 2);
  }
}

function readWebp(view: DataView): [number, number] | undefined {
  switch (view.getUint32(12)) {
    // "VP8 "
    case 0x56503820:
      return [
        view.getUint16(26, true) & 0x3fff,
        view.getUint16(28, true) & 0x3fff,
      ];
    // "VP8L"
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, (bits >>> 14 & 0x3fff) + 1];
    }
    // "VP8X": 24 bits each
    case 0x56503858:
      return [
        (view.getUint32(24, true) & 0xffffff) + 1,
        (view.getUint32(26, true) >>> 8) + 1,
      ];
  }
}
