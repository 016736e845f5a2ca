/**
 * How content fails that pi-ai has no place for.
 *
 * @module
 */

import type { ContentBlock } from "../../message.ts";
import { UNSUPPORTED_CONTENT_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";

/**
 * Makes the failure of a request with a block that cannot be sent where it is.
 *
 * @param block The block.
 * @param path Where it is in the request.
 * @returns The failure.
 */
export function unsupportedBlock(block: ContentBlock, path: string): LlmError {
  return unsupportedContent(
    `"${path}" must be a block there is a place for, not "${block.type}"`,
  );
}

/** Makes the failure of a request with a message that cannot be sent. */
export function unsupportedContent(state: string): LlmError {
  return new LlmError(
    `Cannot send request: ${state}`,
    UNSUPPORTED_CONTENT_CODE,
  );
}
