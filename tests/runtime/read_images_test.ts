import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ImageAttachmentRef } from "../../message.ts";
import type { AttachmentStore } from "../../runtime/attachment_store.ts";
import { LlmError } from "../../runtime/error.ts";
import { readImages, type RequestImage } from "../../runtime/read_images.ts";
import { toBase64 } from "../../runtime/to_base64.ts";
import { gif, imageRef, latin1, png } from "./_images.ts";
import { watchedSignal } from "./_stub_adapter.ts";

const PATH = "messages[0].content[0]";
const TIMEOUT_MS = 1_000;

function at(
  id: string,
  facts: Partial<ImageAttachmentRef> = {},
  path = PATH,
): RequestImage {
  return { attachment: imageRef(id, facts), path };
}

/** A store that answers every read alike, and what it was asked. */
function answering(
  answer: (ref: ImageAttachmentRef, signal: AbortSignal) => unknown,
): { attachments: AttachmentStore; ids: string[]; signals: AbortSignal[] } {
  const ids: string[] = [];
  const signals: AbortSignal[] = [];
  return {
    ids,
    signals,
    attachments: {
      read(ref, options) {
        ids.push(ref.attachmentId);
        signals.push(options!.signal!);
        return answer(ref, options!.signal!) as Promise<Uint8Array>;
      },
    },
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** What reading one image fails with. */
async function failure(
  answer: () => unknown,
  facts: Partial<ImageAttachmentRef> = {},
): Promise<LlmError> {
  const { attachments } = answering(answer);
  return await assertRejects(
    () => readImages([at("a1", facts)], { attachments, timeoutMs: TIMEOUT_MS }),
    LlmError,
  );
}

Deno.test("readImages() returns base64 in the order of the images", async () => {
  const { attachments } = answering(async ({ mediaType }) => {
    if (mediaType === "image/png") await Promise.resolve();
    return mediaType === "image/png" ? png() : gif();
  });
  const facts = { mediaType: "image/gif", bytes: gif().length } as const;

  const read = await readImages([at("a"), at("b", facts)], {
    attachments,
    timeoutMs: TIMEOUT_MS,
  });

  assertEquals(read, [toBase64(png()), toBase64(gif())]);
});

Deno.test("readImages() reads an image once however often it occurs", async () => {
  const { attachments, ids } = answering(() => Promise.resolve(png()));

  const read = await readImages([at("a"), at("b"), at("a")], {
    attachments,
    timeoutMs: TIMEOUT_MS,
  });

  assertEquals(read.length, 3);
  assertEquals(ids, ["a", "b"]);
});

Deno.test("readImages() takes bytes that are no promise, and calls read() on its store", async () => {
  const attachments = {
    bytes: png(),
    read() {
      return this.bytes as unknown as Promise<Uint8Array>;
    },
  };

  const read = await readImages([at("a")], {
    attachments,
    timeoutMs: TIMEOUT_MS,
  });

  assertEquals(read, [toBase64(png())]);
});

Deno.test("readImages() leaves no timer and no listener behind", async () => {
  using time = new FakeTime();
  const { attachments } = answering(() => Promise.resolve(png()));
  const { signal, listeners } = watchedSignal();

  await readImages([at("a")], { attachments, timeoutMs: TIMEOUT_MS, signal });

  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

for (
  const [what, answer] of [
    ["rejects", () => Promise.reject(new Error("bucket is gone"))],
    ["throws", () => {
      throw new Error("bucket is gone");
    }],
  ] as const
) {
  Deno.test(`readImages() fails as UNKNOWN where a store ${what}, and tells its words`, async () => {
    const error = await failure(answer);

    assertEquals(error.code, "UNKNOWN");
    assertEquals(
      error.message,
      `Cannot read attachment "a1" of "${PATH}": bucket is gone`,
    );
    assertEquals((error.cause as Error).message, "bucket is gone");
  });
}

Deno.test("readImages() bounds the words of a store", async () => {
  const error = await failure(() => Promise.reject("x".repeat(10_000)));

  assert(error.message.length < 600);
});

Deno.test("readImages() passes a store's own failure on as it is", async () => {
  const own = new LlmError("Cannot read bucket: no key", "MISSING_CREDENTIAL");

  const error = await failure(() => Promise.reject(own));

  assertStrictEquals(error, own);
});

Deno.test("readImages() keeps the code of a failure of another copy of the module", async () => {
  const message = "Cannot read bucket: too many requests";
  const code = "RATE_LIMIT";
  const foreign = Object.assign(new Error(message), {
    code,
    failure: { message, code },
  });
  const { attachments } = answering(() => Promise.reject(foreign));

  const error = await readImages([at("a1")], {
    attachments,
    timeoutMs: TIMEOUT_MS,
  }).catch((error) => error);

  assertStrictEquals(error, foreign);
});

for (
  const [what, bytes] of [
    ["nothing", undefined],
    ["a buffer", png().buffer],
  ] as const
) {
  Deno.test(`readImages() refuses a store that answers with ${what} as UNSUPPORTED_CONTENT`, async () => {
    const error = await failure(() => Promise.resolve(bytes));

    assertEquals(error.code, "UNSUPPORTED_CONTENT");
    assertEquals(
      error.message,
      `Cannot send request: the attachment store must have 24 bytes of image/png for "${PATH}", not what is no Uint8Array`,
    );
  });
}

const MISMATCHES: [
  what: string,
  bytes: Uint8Array,
  facts: Partial<ImageAttachmentRef>,
  message: string,
][] = [
  [
    "of another media type",
    gif(),
    { bytes: gif().length },
    "not 11 bytes of image/gif",
  ],
  [
    "that are no image",
    latin1("<html>"),
    { bytes: 6 },
    "not 6 bytes of no image",
  ],
  [
    "of another size",
    png(),
    { bytes: 23 },
    "not 24 bytes of image/png",
  ],
];

for (const [what, bytes, facts, message] of MISMATCHES) {
  Deno.test(`readImages() refuses bytes ${what} as UNSUPPORTED_CONTENT`, async () => {
    const error = await failure(() => Promise.resolve(bytes), facts);

    assertEquals(error.code, "UNSUPPORTED_CONTENT");
    assert(error.message.endsWith(`for "${PATH}", ${message}`), error.message);
  });
}

Deno.test("readImages() checks each reference to bytes that are read once", async () => {
  const { attachments } = answering(() => Promise.resolve(png()));
  const images = [at("a"), at("a", { bytes: 1 }, "messages[9].content[0]")];

  const error = await assertRejects(
    () => readImages(images, { attachments, timeoutMs: TIMEOUT_MS }),
    LlmError,
  );

  assertEquals(
    error.message,
    'Cannot send request: the attachment store must have 1 bytes of image/png for "messages[9].content[0]", not 24 bytes of image/png',
  );
});

Deno.test("readImages() ends the other reads once one has failed", async () => {
  const own = new LlmError("Cannot read bucket: it is gone", "UNKNOWN_BUCKET");
  const { attachments, signals } = answering(({ attachmentId }) =>
    attachmentId === "a" ? Promise.reject(own) : never()
  );

  const error = await readImages([at("a"), at("b")], {
    attachments,
    timeoutMs: TIMEOUT_MS,
  }).catch((error) => error);

  assertStrictEquals(error, own);
  assertEquals(signals.map(({ reason }) => reason), [own, own]);
});

Deno.test("readImages() fails with TIMEOUT where a store never answers", async () => {
  using time = new FakeTime();
  const { attachments, signals } = answering(never);
  let error: unknown;
  const reading = readImages([at("a")], { attachments, timeoutMs: TIMEOUT_MS })
    .catch((reason) => error = reason);

  time.tick(TIMEOUT_MS - 1);
  await time.runMicrotasks();
  assertEquals(error, undefined);
  time.tick(1);
  await reading;

  assertEquals(error instanceof LlmError && [error.code, error.message], [
    "TIMEOUT",
    "Cannot send request: the attachment store did not answer within the streamIdleTimeoutMs of 1000 ms",
  ]);
  assertStrictEquals(signals[0]?.reason, error);
  assertFalse(time.next());
});

Deno.test("readImages() rejects with the reason of an abort at once, and tells the store", async () => {
  using time = new FakeTime();
  const { attachments, signals } = answering(never);
  const { signal, abort, listeners } = watchedSignal();
  const reading = readImages([at("a")], {
    attachments,
    timeoutMs: TIMEOUT_MS,
    signal,
  }).catch((reason) => reason);

  abort("stop it");

  assertStrictEquals(await reading, "stop it");
  assertStrictEquals(signals[0]?.reason, "stop it");
  assertEquals(listeners(), 0);
  assertFalse(time.next());
});

Deno.test("readImages() reads nothing when the signal is aborted already", async () => {
  const { attachments, ids } = answering(() => Promise.resolve(png()));

  const reason = await readImages([at("a")], {
    attachments,
    timeoutMs: TIMEOUT_MS,
    signal: AbortSignal.abort("stop it"),
  }).catch((reason) => reason);

  assertStrictEquals(reason, "stop it");
  assertEquals(ids, []);
});
