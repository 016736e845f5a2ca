/**
 * From references to the bytes that are sent.
 *
 * @module
 */

import type { AttachmentId, ImageAttachmentRef } from "../message.ts";
import { isBytes } from "./_is_bytes.ts";
import type { AttachmentStore } from "./attachment_store.ts";
import {
  TIMEOUT_CODE,
  UNKNOWN_CODE,
  UNSUPPORTED_CONTENT_CODE,
} from "./codes.ts";
import { LlmError } from "./error.ts";
import { errorChain } from "./error_chain.ts";
import { excerpt } from "./excerpt.ts";
import { failureOf } from "./failure_of.ts";
import { raceTimeout } from "./race_timeout.ts";
import { sniffImage } from "./sniff_image.ts";
import { toBase64 } from "./to_base64.ts";

/** An image of a request. */
export interface RequestImage {
  /** Where its bytes are. */
  readonly attachment: ImageAttachmentRef;
  /** Where the block is in the request, such as `messages[0].content[1]`. */
  readonly path: string;
}

/** How {@linkcode readImages} reads. */
export interface ReadImagesOptions {
  /** Who has the bytes. */
  readonly attachments: AttachmentStore;
  /** Milliseconds to wait for all of them: the `streamIdleTimeoutMs`. */
  readonly timeoutMs: number;
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the images of a request, each once however often it occurs.
 *
 * @param images The images.
 * @param options Who has them, and who waits.
 * @returns Their bytes as base64, in the same order.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if bytes are not what their reference
 * says; `TIMEOUT` if the store does not answer; else what the store fails with, its
 * code kept, or `UNKNOWN`.
 * @throws The reason of the signal, as soon as it aborts.
 */
export async function readImages(
  images: readonly RequestImage[],
  { attachments, timeoutMs, signal }: ReadImagesOptions,
): Promise<string[]> {
  // Ends the reads that are left once one has failed.
  const stop = new AbortController();
  return await raceTimeout((signal) => {
    const reads = new Map<AttachmentId, Promise<StoredImage>>();
    return Promise.all(images.map(async (image) => {
      const { attachmentId } = image.attachment;
      const read = reads.get(attachmentId) ??
        readImage(image, { attachments, signal });
      reads.set(attachmentId, read);
      return checkImage(image, await read);
    })).catch((error) => {
      stop.abort(error);
      throw error;
    });
  }, {
    limitMs: timeoutMs,
    signals: [signal, stop.signal],
    tooLate: () => tooLate(timeoutMs),
  });
}

function tooLate(timeoutMs: number): LlmError {
  return new LlmError(
    `Cannot send request: the attachment store did not answer within the streamIdleTimeoutMs of ${timeoutMs} ms`,
    TIMEOUT_CODE,
  );
}

/** What a store has under one id. */
interface StoredImage {
  /** What it is, in the words of {@linkcode describe}. */
  readonly description: string;
  readonly base64: string;
}

async function readImage(
  { attachment, path }: RequestImage,
  { attachments, signal }: {
    attachments: AttachmentStore;
    signal: AbortSignal;
  },
): Promise<StoredImage> {
  let bytes: unknown;
  try {
    bytes = await attachments.read(attachment, { signal });
  } catch (cause) {
    if (failureOf(cause).code !== UNKNOWN_CODE) throw cause;
    throw new LlmError(
      `Cannot read attachment "${attachment.attachmentId}" of "${path}": ${
        excerpt(errorChain(cause))
      }`,
      UNKNOWN_CODE,
      { cause },
    );
  }
  if (!isBytes(bytes)) {
    return { description: "what is no Uint8Array", base64: "" };
  }
  const description = describe(bytes.length, sniffImage(bytes) ?? "no image");
  return { description, base64: toBase64(bytes) };
}

// Providers refuse what is not what it is said to be, in words that name no block.
function checkImage(
  { attachment, path }: RequestImage,
  { description, base64 }: StoredImage,
): string {
  const expected = describe(attachment.bytes, attachment.mediaType);
  if (description === expected) return base64;
  throw new LlmError(
    `Cannot send request: the attachment store must have ${expected} for "${path}", not ${description}`,
    UNSUPPORTED_CONTENT_CODE,
  );
}

function describe(bytes: number, what: string): string {
  return `${bytes} bytes of ${what}`;
}
