/**
 * Images that nobody has the bytes of.
 *
 * @module
 */

import type { AttachmentStore } from "./attachment_store.ts";
import { UNSUPPORTED_CONTENT_CODE } from "./codes.ts";
import { LlmError } from "./error.ts";
import type { RequestImage } from "./read_images.ts";

/**
 * Makes sure that there is a store for images, before anything is done for them.
 *
 * @param images The images, at least one.
 * @param attachments The store, as an adapter was configured.
 * @returns The same store.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if there is none.
 */
export function storeFor(
  [first]: readonly RequestImage[],
  attachments: AttachmentStore | undefined,
): AttachmentStore {
  if (attachments !== undefined) return attachments;
  throw new LlmError(
    `Cannot send request: "${first?.path}" must be left out, or "options.attachments" of the adapter be a store that has the image`,
    UNSUPPORTED_CONTENT_CODE,
  );
}
