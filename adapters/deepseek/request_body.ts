/**
 * From a request to the text that is sent.
 *
 * @module
 */

import { UNSUPPORTED_OPTION_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { readImages } from "../../runtime/read_images.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { storeFor } from "../../runtime/store_for.ts";
import {
  serializeRequest,
  type SerializeRequestOptions,
} from "./serialize_request.ts";
import type { WrittenImage } from "./serialize_user_message.ts";

/**
 * Reads what of a request is not at hand, and writes its text.
 *
 * @param signal Aborts when nobody waits for the text any more.
 * @returns The text. Rejects as {@linkcode readImages} does.
 */
export type WriteBody = (signal: AbortSignal) => Promise<string>;

/**
 * Writes a request as the JSON text of a chat completion call.
 *
 * Whatever is wrong with it is found here, before anything is read.
 *
 * @param request The request.
 * @param options How to write it.
 * @returns The text, or how to get it where there are images.
 * @throws {LlmError} What {@linkcode serializeRequest} throws, and
 * `UNSUPPORTED_OPTION` for a tool or a format that JSON cannot hold.
 */
export function requestBody(
  request: GenerateOptions,
  { config, context }: Omit<SerializeRequestOptions, "images">,
): string | WriteBody {
  const images: WrittenImage[] = [];
  const body = serializeRequest(request, { config, context, images });
  const text = toJson(body);
  if (images.length === 0) return text;
  const { streamIdleTimeoutMs: timeoutMs } = config;
  const attachments = storeFor(images, config.attachments);
  return async (signal) => {
    const read = await readImages(images, { attachments, timeoutMs, signal });
    for (const [i, { attachment, part }] of images.entries()) {
      part.image_url.url = `data:${attachment.mediaType};base64,${read[i]}`;
    }
    return toJson(body);
  };
}

function toJson(body: Record<string, unknown>): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new LlmError(
      "Cannot send request: its values must be ones that JSON can hold",
      UNSUPPORTED_OPTION_CODE,
      { cause },
    );
  }
}
