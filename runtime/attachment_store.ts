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
 * @example Read from a server of one's own
 * ```ts
 * import { AttachmentId, type AttachmentStore } from "@dsh/llm";
 * import { deepEqual } from "node:assert/strict";
 *
 * const store: AttachmentStore = {
 *   async read({ attachmentId }, { signal = null } = {}) {
 *     const url = `data:text/plain,${attachmentId}`;
 *     const response = await fetch(url, { signal });
 *     return new Uint8Array(await response.arrayBuffer());
 *   },
 * };
 *
 * const bytes = await store.read({
 *   attachmentId: AttachmentId("A"),
 *   mediaType: "image/png",
 *   bytes: 1,
 * });
 *
 * deepEqual([...bytes], [65]);
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
