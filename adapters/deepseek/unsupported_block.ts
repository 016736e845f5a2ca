/**
 * How content fails that the format has no place for.
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
  return new LlmError(
    `Cannot send request: "${path}" must be a block the chat format has a place for, not "${block.type}"`,
    UNSUPPORTED_CONTENT_CODE,
  );
}
