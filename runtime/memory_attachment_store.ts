/**
 * Images kept in memory.
 *
 * @module
 */

import { AttachmentId, type ImageAttachmentRef } from "../message.ts";
import { isBytes } from "./_is_bytes.ts";
import type { AttachmentStore } from "./attachment_store.ts";
import { UNSUPPORTED_CONTENT_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import { imageSize } from "./image_size.ts";
import { COUNT, readShape, refusal } from "./read_shape.ts";
import { sniffImage } from "./sniff_image.ts";

/** Options for {@linkcode memoryAttachmentStore}. */
export interface MemoryAttachmentStoreOptions {
  /**
   * Most bytes of one image.
   *
   * @default {20_971_520}
   */
  maxBytes?: number | undefined;
}

/** An {@linkcode AttachmentStore} that can be written to. */
export interface MemoryAttachmentStore extends AttachmentStore {
  /**
   * Keeps an image. The same bytes always get the same id, here and in any other
   * such store: it is made of their SHA-256.
   *
   * Rejects with a `TypeError` what is no PNG, JPEG, WebP or GIF image, or is not
   * of the given media type, and with a `RangeError` what is too large.
   *
   * @param bytes The image. Copied: they may change afterwards.
   * @param mediaType What they should be, such as the `type` of a `File`. Absent:
   * whatever they are.
   * @returns What to put in an image block, frozen. A copy may be given a `name`.
   */
  put(
    bytes: Uint8Array,
    mediaType?: string,
  ): Promise<ImageAttachmentRef>;
}

/**
 * Makes a store that keeps images in memory, for as long as the store itself is
 * kept: nothing is ever thrown away before.
 *
 * Ids are hashes, which browsers make on pages served over https or from localhost
 * alone.
 *
 * @example Show an image to a model
 * ```ts
 * import {
 *   assemble,
 *   createUserMessage,
 *   LlmRuntime,
 *   memoryAttachmentStore,
 *   textOf,
 * } from "@dsh/llm";
 * import { DeepSeekAdapter } from "@dsh/llm/deepseek";
 * import { mockDeepSeek } from "@dsh/llm/testing";
 * import { equal } from "node:assert/strict";
 *
 * const attachments = memoryAttachmentStore();
 * const attachment = await attachments.put(
 *   Uint8Array.from(atob("R0lGODlhAQABAAAAADs="), (char) => char.charCodeAt(0)),
 * );
 * const { fetch } = mockDeepSeek([{ text: "A single pixel" }]);
 * const runtime = new LlmRuntime();
 * runtime.registerAdapter(
 *   ["deepseek"],
 *   new DeepSeekAdapter({ apiKey: "sk-example", fetch, attachments }),
 * );
 *
 * const answer = await assemble(runtime.stream({
 *   provider: "deepseek",
 *   model: "deepseek-v4-flash-vision-exp",
 *   messages: [createUserMessage({
 *     content: [
 *       { type: "text", text: "What is this?" },
 *       { type: "image", attachment },
 *     ],
 *   })],
 * }));
 *
 * equal(attachment.mediaType, "image/gif");
 * equal(textOf(answer.message()), "A single pixel");
 * ```
 *
 * @param options How large images may be.
 * @returns The store, empty.
 * @throws {TypeError} If `maxBytes` is not a number.
 * @throws {RangeError} If it is not a positive integer.
 */
export function memoryAttachmentStore(
  options: MemoryAttachmentStoreOptions = {},
): MemoryAttachmentStore {
  const { maxBytes = 20 * 1024 * 1024 } = options;
  readShape({ maxBytes }, { maxBytes: COUNT }, {
    path: "options",
    error: refusal("make attachment store"),
  });
  const images = new Map<AttachmentId, Uint8Array<ArrayBuffer>>();

  return {
    async put(bytes, mediaType) {
      const sniffed = checkImage(bytes, mediaType, { maxBytes });
      // Before the first await, and never with slice(), which in a Buffer of Node's
      // copies nothing.
      const copy = new Uint8Array(bytes);
      const attachmentId = await contentId(copy);
      images.set(attachmentId, copy);
      return Object.freeze({
        attachmentId,
        mediaType: sniffed,
        bytes: copy.length,
        ...imageSize(copy, sniffed),
      });
    },

    // Async, so that whatever is wrong rejects.
    // deno-lint-ignore require-await
    async read({ attachmentId }, { signal } = {}) {
      signal?.throwIfAborted();
      const bytes = images.get(attachmentId);
      if (bytes === undefined) {
        throw new LlmError(
          `Cannot read attachment "${attachmentId}": the store does not have it`,
          UNSUPPORTED_CONTENT_CODE,
        );
      }
      return bytes.slice();
    },
  };
}

function checkImage(
  bytes: unknown,
  mediaType: unknown,
  { maxBytes }: { maxBytes: number },
): ImageAttachmentRef["mediaType"] {
  if (!isBytes(bytes)) throw notStored('"bytes" must be a Uint8Array');
  if (bytes.length === 0) throw notStored('"bytes" must not be empty');
  if (bytes.length > maxBytes) {
    throw new RangeError(
      `Cannot store image: "bytes" must be at most ${maxBytes} bytes, not ${bytes.length}`,
    );
  }
  const sniffed = sniffImage(bytes);
  if (sniffed === undefined) {
    throw notStored(
      `"bytes" must be a PNG, JPEG, WebP or GIF image, not what begins with ${
        beginning(bytes)
      }`,
    );
  }
  if (mediaType !== undefined && mediaType !== sniffed) {
    throw notStored(`"mediaType" must be "${sniffed}", as the bytes are`);
  }
  return sniffed;
}

// Formats name themselves: "%PDF-1.7", "<svg xmlns=", "....ftypheic".
function beginning(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  return JSON.stringify(text.replace(/[^\x20-\x7e]/g, "."));
}

async function contentId(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AttachmentId> {
  const { subtle } = crypto;
  if (subtle === undefined) {
    throw notStored("the page must be served over https, for browsers to hash");
  }
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0"));
  return AttachmentId(`sha256-${hex.join("")}`);
}

function notStored(state: string): TypeError {
  return new TypeError(`Cannot store image: ${state}`);
}
