import { Buffer } from "node:buffer";
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { AttachmentId } from "../../message.ts";
import { LlmError } from "../../runtime/error.ts";
import { memoryAttachmentStore } from "../../runtime/memory_attachment_store.ts";
import { gif, imageRef, latin1, png } from "./_images.ts";

Deno.test("put() tells what a message needs to refer to the image", async () => {
  const store = memoryAttachmentStore();

  const ref = await store.put(gif(5, 4));

  assertEquals(ref, {
    attachmentId: AttachmentId(
      "sha256-be86f94951d01ad7493f35ac4a960d72dcc172f3fb22a132df136a0ca9fa9b9f",
    ),
    mediaType: "image/gif",
    bytes: 11,
    width: 5,
    height: 4,
  });
  assert(Object.isFrozen(ref));
});

Deno.test("put() leaves out a size that the image does not tell", async () => {
  const ref = await memoryAttachmentStore().put(latin1("\xff\xd8\xff\xe0"));

  assertEquals(Object.keys(ref), ["attachmentId", "mediaType", "bytes"]);
});

Deno.test("put() gives the same bytes the same id in every store, and others another", async () => {
  const store = memoryAttachmentStore();

  const [first, again, other] = await Promise.all([
    store.put(png()),
    memoryAttachmentStore().put(png()),
    store.put(png(9, 9)),
  ]);

  assertEquals(first.attachmentId, again.attachmentId);
  assert(first.attachmentId !== other.attachmentId);
});

Deno.test("put() takes the media type that the bytes have", async () => {
  const ref = await memoryAttachmentStore().put(png(), "image/png");

  assertEquals(ref.mediaType, "image/png");
});

Deno.test("put() keeps the bytes of the moment it was called", async () => {
  const store = memoryAttachmentStore();
  const bytes = png();

  const putting = store.put(bytes);
  bytes.fill(0);
  const ref = await putting;

  assertEquals(await store.read(ref), png());
});

Deno.test("put() copies the bytes of a Buffer too", async () => {
  const store = memoryAttachmentStore();
  const bytes = Buffer.from(png());

  const ref = await store.put(bytes);
  bytes.fill(0);

  const read = await store.read(ref);
  assertEquals(read, png());
  assertStrictEquals(Object.getPrototypeOf(read), Uint8Array.prototype);
});

Deno.test("put() takes an image as large as may be", async () => {
  const { length } = png();

  const ref = await memoryAttachmentStore({ maxBytes: length }).put(png());

  assertEquals(ref.bytes, length);
});

Deno.test("put() takes an image of 20 MiB, and none that is larger, unless told otherwise", async () => {
  const store = memoryAttachmentStore();
  const tooLarge = new Uint8Array(20 * 1024 * 1024 + 1);
  tooLarge.set(png());

  const { bytes } = await store.put(tooLarge.subarray(0, -1));

  assertEquals(bytes, 20_971_520);
  await assertRejects(
    () => store.put(tooLarge),
    RangeError,
    'Cannot store image: "bytes" must be at most 20971520 bytes, not 20971521',
  );
});

const REFUSED: [
  what: string,
  bytes: unknown,
  mediaType: unknown,
  message: string,
][] = [
  ["nothing", new Uint8Array(), undefined, '"bytes" must not be empty'],
  ["text", "GIF89a", undefined, '"bytes" must be a Uint8Array'],
  ["undefined", undefined, undefined, '"bytes" must be a Uint8Array'],
  [
    "a buffer",
    png().buffer,
    undefined,
    '"bytes" must be a Uint8Array',
  ],
  [
    "wider elements",
    new Uint16Array(png().buffer),
    undefined,
    '"bytes" must be a Uint8Array',
  ],
  [
    "a PDF",
    latin1("%PDF-1.7\n%\xc4\xe5"),
    undefined,
    '"bytes" must be a PNG, JPEG, WebP or GIF image, not what begins with "%PDF-1.7.%.."',
  ],
  [
    "an HEIC image",
    latin1("\0\0\0\x18ftypheicmore"),
    undefined,
    'not what begins with "....ftypheic"',
  ],
  [
    "a PNG image said to be a JPEG image",
    png(),
    "image/jpeg",
    '"mediaType" must be "image/png", as the bytes are',
  ],
  [
    "a media type that is none",
    png(),
    null,
    '"mediaType" must be "image/png", as the bytes are',
  ],
];

for (const [what, bytes, mediaType, message] of REFUSED) {
  Deno.test(`put() refuses ${what}`, async () => {
    const store = memoryAttachmentStore();

    const error = await assertRejects(
      () =>
        store.put(
          bytes as Uint8Array,
          mediaType as string,
        ),
      TypeError,
    );

    assert(error.message.startsWith("Cannot store image: "), error.message);
    assert(error.message.endsWith(message), error.message);
  });
}

Deno.test("put() says why it fails on a page that cannot hash", async () => {
  const store = memoryAttachmentStore();
  const { subtle } = crypto;
  Object.defineProperty(crypto, "subtle", {
    value: undefined,
    configurable: true,
  });
  const restore = () =>
    Object.defineProperty(crypto, "subtle", {
      value: subtle,
      configurable: true,
    });

  const failure = store.put(png()).finally(restore);

  await assertRejects(
    () => failure,
    TypeError,
    "Cannot store image: the page must be served over https, for browsers to hash",
  );
});

Deno.test("read() returns bytes that may be changed", async () => {
  const store = memoryAttachmentStore();
  const ref = await store.put(png());

  const first = await store.read(ref);
  first.fill(0);
  const second = await store.read(ref);

  assertNotStrictEquals(first, second);
  assertEquals(second, png());
});

Deno.test("read() goes by the id alone", async () => {
  const store = memoryAttachmentStore();
  const { attachmentId } = await store.put(png());

  const bytes = await store.read(imageRef(attachmentId, { name: "cat.png" }));

  assertEquals(bytes, png());
});

Deno.test("read() rejects with UNSUPPORTED_CONTENT what was never put", async () => {
  const error = await assertRejects(
    () => memoryAttachmentStore().read(imageRef("a1")),
    LlmError,
    'Cannot read attachment "a1": the store does not have it',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
});

Deno.test("read() rejects with the reason when the signal is aborted already", async () => {
  const store = memoryAttachmentStore();
  const ref = await store.put(png());
  const signal = AbortSignal.abort("stop it");

  const reason = await store.read(ref, { signal }).catch((error) => error);

  assertStrictEquals(reason, "stop it");
});

Deno.test("read() takes a signal that is not aborted", async () => {
  const store = memoryAttachmentStore();
  const ref = await store.put(png());
  const { signal } = new AbortController();

  assertEquals(await store.read(ref, { signal }), png());
});

for (const maxBytes of [0, -1, 1.5, NaN, Infinity]) {
  Deno.test(`memoryAttachmentStore() refuses a maxBytes of ${maxBytes}`, () => {
    assertThrows(
      () => memoryAttachmentStore({ maxBytes }),
      RangeError,
      'Cannot make attachment store: "options.maxBytes" must be a positive integer',
    );
  });
}

Deno.test("memoryAttachmentStore() refuses a maxBytes that is no number", () => {
  assertThrows(
    () => memoryAttachmentStore({ maxBytes: "1" as unknown as number }),
    TypeError,
    '"options.maxBytes" must be',
  );
});
