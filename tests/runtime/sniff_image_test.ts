import { assertEquals } from "@std/assert";
import { sniffImage } from "../../runtime/sniff_image.ts";
import { gif, latin1, png } from "./_images.ts";

const IMAGES: [what: string, bytes: Uint8Array, mediaType: string][] = [
  ["a PNG image", png(), "image/png"],
  ["a JPEG image", latin1("\xff\xd8\xff\xe0"), "image/jpeg"],
  ["a GIF image of 1987", latin1("GIF87a"), "image/gif"],
  ["a GIF image of 1989", gif(), "image/gif"],
  ["a WebP image", latin1("RIFF\x00?\xffaWEBPVP8 "), "image/webp"],
];

for (const [what, bytes, mediaType] of IMAGES) {
  Deno.test(`sniffImage() knows ${what}`, () => {
    assertEquals(sniffImage(bytes), mediaType);
  });

  Deno.test(`sniffImage() does not take for ${what} what only starts to be one`, () => {
    const beginning = mediaType === "image/webp" ? 11 : 2;

    assertEquals(sniffImage(bytes.subarray(0, beginning)), undefined);
  });
}

for (
  const [what, text] of [
    ["nothing", ""],
    ["a sound", "RIFF\x00\x00\x00\x00WAVEfmt "],
    ["a GIF image of another year", "GIF90a"],
    ["a PNG image that lost a carriage return", "\x89PNG\n\x1a\n\x00\x00"],
    ["an image after a space", " GIF89a"],
    ["a PDF", "%PDF-1.7\n%\xc4\xe5"],
    ["an HEIC image", "\x00\x00\x00\x18ftypheic"],
    ["an SVG image", "<svg xmlns="],
  ] as const
) {
  Deno.test(`sniffImage() does not know ${what}`, () => {
    assertEquals(sniffImage(latin1(text)), undefined);
  });
}
