import { assertEquals } from "@std/assert";
import type { ImageAttachmentRef } from "../../message.ts";
import { imageSize } from "../../runtime/image_size.ts";
import { gif, latin1, png, uint } from "./_images.ts";

type MediaType = ImageAttachmentRef["mediaType"];

/** A JPEG segment: the marker, its length, and what it holds. */
function segment(marker: number, content: string): string {
  return `\xff${uint(marker, 1)}${uint(content.length + 2, 2)}${content}`;
}

function frame(marker: number, width: number, height: number): string {
  return segment(marker, `\x08${uint(height, 2)}${uint(width, 2)}\x03`);
}

function jpeg(...segments: string[]): Uint8Array {
  return latin1(`\xff\xd8${segments.join("")}`);
}

function webp(kind: string, content: string): Uint8Array {
  return latin1(`RIFF${uint(0, 4)}WEBP${kind}${uint(0, 4)}${content}`);
}

const LOSSY = `\x00\x00\x00\x9d\x01\x2a`;
const THUMBNAIL = segment(0xe1, `Exif\xff\xd8${frame(0xc0, 9, 9)}`);

const SIZES: [
  what: string,
  bytes: Uint8Array,
  mediaType: MediaType,
  size: [number, number],
][] = [
  ["a PNG image", png(70_000, 258), "image/png", [70_000, 258]],
  ["a GIF image", gif(513, 258), "image/gif", [513, 258]],
  ["a JPEG image", jpeg(frame(0xc0, 513, 258)), "image/jpeg", [513, 258]],
  [
    "a progressive JPEG image",
    jpeg(segment(0xdb, "qt"), frame(0xc2, 513, 258)),
    "image/jpeg",
    [513, 258],
  ],
  [
    "a JPEG image with a thumbnail",
    jpeg(THUMBNAIL, frame(0xc0, 513, 258)),
    "image/jpeg",
    [513, 258],
  ],
  [
    "a JPEG image with fill bytes",
    jpeg("\xff\xff", frame(0xcf, 513, 258)),
    "image/jpeg",
    [513, 258],
  ],
  ...[0xc4, 0xc8, 0xcc].map((
    marker,
  ): [string, Uint8Array, MediaType, [number, number]] => [
    `a JPEG image with the segment ${marker.toString(16)} before its frame`,
    jpeg(frame(marker, 9, 9), frame(0xc1, 513, 258)),
    "image/jpeg",
    [513, 258],
  ]),
  [
    "a lossy WebP image, its scaling left aside",
    webp(
      "VP8 ",
      LOSSY + uint(513 | 0xc000, 2, "little") + uint(258 | 0x4000, 2, "little"),
    ),
    "image/webp",
    [513, 258],
  ],
  [
    "a lossless WebP image",
    webp("VP8L", `\x2f${uint(512 | 257 << 14 | 1 << 28, 4, "little")}`),
    "image/webp",
    [513, 258],
  ],
  [
    "an extended WebP image",
    webp(
      "VP8X",
      `\x10\0\0\0${uint(70_000, 3, "little")}${uint(257, 3, "little")}`,
    ),
    "image/webp",
    [70_001, 258],
  ],
];

for (const [what, bytes, mediaType, [width, height]] of SIZES) {
  Deno.test(`imageSize() reads the size of ${what}`, () => {
    assertEquals(imageSize(bytes, mediaType), { width, height });
  });

  Deno.test(`imageSize() reads it from ${what} in the middle of a buffer`, () => {
    const whole = new Uint8Array([9, 9, 9, ...bytes, 9, 9, 9]);

    const size = imageSize(whole.subarray(3, -3), mediaType);

    assertEquals(size, { width, height });
  });

  Deno.test(`imageSize() tells nothing of ${what} cut short`, () => {
    // The frame header of a JPEG image goes on after the size.
    const cut = mediaType === "image/jpeg" ? 3 : 2;

    assertEquals(imageSize(bytes.subarray(0, -cut), mediaType), undefined);
  });
}

const UNTOLD: [what: string, bytes: Uint8Array, mediaType: MediaType][] = [
  ["an image no pixel wide", png(0, 2), "image/png"],
  ["an image no pixel high", gif(2, 0), "image/gif"],
  ["a JPEG image without a frame", jpeg(segment(0xda, ""), "xx"), "image/jpeg"],
  ["a WebP image of a kind yet to come", webp("VP9 ", ""), "image/webp"],
];

for (const [what, bytes, mediaType] of UNTOLD) {
  Deno.test(`imageSize() tells nothing of ${what}`, () => {
    assertEquals(imageSize(bytes, mediaType), undefined);
  });
}
