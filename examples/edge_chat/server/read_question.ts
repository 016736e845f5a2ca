/**
 * From a request to the messages of a call.
 *
 * @module
 */

import {
  createAssistantMessage,
  createUserMessage,
  type Message,
  type TextBlock,
} from "../../../mod.ts";
import { readBody } from "./read_body.ts";
import { refuse } from "./refuse.ts";

const BODY = { maxBytes: 256 * 1024, maxMs: 30_000 };
const MAX_MESSAGES = 64;
const MAX_TEXT_BYTES = 32 * 1024;

/** What answers were made by, as far as the client may say. */
const SOURCE = { provider: "client", model: "client" };

/**
 * Reads a conversation: `{"messages": [{"role": "user", "content": [{"type":
 * "text", "text": "…"}]}, …]}`, the last message the user's. Whatever else it
 * says goes no further.
 *
 * @param request The request.
 * @returns The messages, or the refusal to send.
 */
export async function readQuestion(
  request: Request,
): Promise<Message[] | Response> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";", 1);
  if (type.trim().toLowerCase() !== "application/json") {
    return refuse(415, "its content type must be application/json");
  }
  const text = await readBody(request, BODY);
  if (text instanceof Response) return text;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse(400, "its body must be JSON");
  }
  const messages = fieldOf(body, "messages");
  if (!Array.isArray(messages) || messages.length === 0) {
    return refuse(400, '"messages" must be a list that is not empty');
  }
  if (messages.length > MAX_MESSAGES) {
    return refuse(413, `"messages" must be at most ${MAX_MESSAGES}`);
  }
  const read: Message[] = [];
  for (const [at, message] of messages.entries()) {
    const result = readMessage(message, `messages[${at}]`);
    if (result instanceof Response) return result;
    read.push(result);
  }
  return read.at(-1)?.role === "user"
    ? read
    : refuse(400, 'the last of "messages" must be of the role "user"');
}

function readMessage(value: unknown, path: string): Message | Response {
  const role = fieldOf(value, "role");
  if (role !== "user" && role !== "assistant") {
    return refuse(400, `"${path}.role" must be "user" or "assistant"`);
  }
  const blocks = fieldOf(value, "content");
  if (!Array.isArray(blocks) || blocks.length === 0) {
    return refuse(400, `"${path}.content" must be a list that is not empty`);
  }
  const content: TextBlock[] = [];
  for (const [at, block] of blocks.entries()) {
    const text = fieldOf(block, "text");
    if (
      fieldOf(block, "type") !== "text" || typeof text !== "string" ||
      text.trim() === ""
    ) {
      return refuse(400, `"${path}.content[${at}]" must be a block of text`);
    }
    if (new TextEncoder().encode(text).length > MAX_TEXT_BYTES) {
      return refuse(
        413,
        `"${path}.content[${at}].text" must be at most ${MAX_TEXT_BYTES} bytes`,
      );
    }
    content.push({ type: "text", text });
  }
  return role === "user"
    ? createUserMessage({ content })
    : createAssistantMessage({ content, source: SOURCE });
}

/** A field that is the value's own, whatever the value is. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null &&
      Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
