/**
 * Where the bytes of images are.
 *
 * @module
 */

import type { ImageAttachmentRef } from "../message.ts";

/** Options for `read()` of an {@linkcode AttachmentStore}. */
export interface AttachmentReadOptions {
  /** Aborts when nobody waits for the bytes any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Keeps the bytes that messages only refer to.
 *
 * Messages stay small and plain JSON; whoever keeps the bytes (a folder, a bucket,
 * a database) gives them to an adapter when it has to send them. An adapter asks
 * for an image at every call it is part of.
 *
 * @example Give images from a place of one's own
 * ```ts
 * import { AttachmentId, type AttachmentStore, LlmError } from "@dsh/llm";
 * import { equal } from "node:assert/strict";
 *
 * const rows = new Map([["cat", Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]]);
 * const store: AttachmentStore = {
 *   async read({ attachmentId }, { signal } = {}) {
 *     signal?.throwIfAborted();
 *     const bytes = rows.get(attachmentId);
 *     if (bytes !== undefined) return bytes;
 *     throw new LlmError(`Cannot read "${attachmentId}": it is gone`, "IMAGE_GONE");
 *   },
 * };
 *
 * const bytes = await store.read({
 *   attachmentId: AttachmentId("cat"),
 *   mediaType: "image/png",
 *   bytes: 4,
 * });
 *
 * equal(bytes.length, 4);
 * ```
 */
export interface AttachmentStore {
  /**
   * Reads the bytes of an image, whole and as they were stored.
   *
   * @param ref Which image.
   * @param options Who waits.
   * @returns The bytes. Rejects where there are none, best with an `LlmError`: its
   * code is what the call then fails with.
   */
  read(
    ref: ImageAttachmentRef,
    options?: AttachmentReadOptions,
  ): Promise<Uint8Array>;
}
