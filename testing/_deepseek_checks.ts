/**
 * What DeepSeek refuses, where that has bitten clients.
 *
 * @module
 */

import { isRecord, type JsonRecord } from "../runtime/json_record.ts";
import type { MockReply } from "./mock_reply.ts";

/**
 * Checks the key of a request.
 *
 * @param authorization The header, if there is one.
 * @param apiKey The only key to accept. Absent: any will do.
 * @returns The refusal, or `undefined` if there is nothing to refuse.
 */
export function checkKey(
  authorization: string | null,
  apiKey: string | undefined,
): MockReply | undefined {
  const key = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (key === undefined) {
    return refusal(
      401,
      "Authentication Fails (auth header format should be Bearer sk-...)",
      "authentication_error",
    );
  }
  if (apiKey === undefined || key === apiKey) return undefined;
  // The real service shows the end of the key, which clients must not repeat.
  return refusal(
    401,
    `Authentication Fails, Your api key: ****${key.slice(-4)} is invalid`,
    "authentication_error",
  );
}

/**
 * Checks the body of a chat completion request.
 *
 * @param body The body, parsed: `undefined` if it was no JSON.
 * @returns The refusal, or `undefined` if there is nothing to refuse.
 */
export function checkCompletion(body: unknown): MockReply | undefined {
  const problem = isRecord(body)
    ? bodyProblem(body)
    : "Failed to parse the request body as JSON";
  return problem === undefined ? undefined : refusal(400, problem);
}

/**
 * Writes a refusal the way DeepSeek does.
 *
 * @param status HTTP status.
 * @param message What is wrong.
 * @param type Kind of the error.
 * @returns The reply.
 */
export function refusal(
  status: number,
  message: string,
  type: string = "invalid_request_error",
): MockReply {
  const error = { message, type, param: null, code: "invalid_request_error" };
  return { status, body: { error } };
}

function bodyProblem(body: JsonRecord): string | undefined {
  const { model, messages, stream, tools, thinking } = body;
  if (typeof model !== "string" || model === "") return "Model Not Exist";
  if (stream !== true) return 'Only "stream": true is served here';
  if (!Array.isArray(messages) || messages.length === 0) {
    return "Empty input messages";
  }
  if (Array.isArray(tools) && tools.length === 0) {
    return "[] is too short - 'tools'";
  }
  // Thinking is on unless a request turns it off.
  const thinks = !isRecord(thinking) || thinking["type"] !== "disabled";
  return messagesProblem(messages, thinks);
}

function messagesProblem(
  messages: readonly unknown[],
  thinks: boolean,
): string | undefined {
  let unanswered = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    if (!isRecord(message)) return `messages[${index}]: not an object`;
    if (message["role"] === "tool") {
      if (!unanswered.delete(message["tool_call_id"])) {
        return "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
      }
    } else if (unanswered.size > 0) {
      return UNANSWERED;
    }
    const problem = contentProblem(message);
    if (problem !== undefined) return `messages[${index}]: ${problem}`;
    const calls = toolCallsOf(message);
    if (calls.length === 0) continue;
    if (thinks && typeof message["reasoning_content"] !== "string") {
      return "The `reasoning_content` in the thinking mode must be passed back to the API.";
    }
    unanswered = new Set(calls.map((call) => isRecord(call) && call["id"]));
  }
  return unanswered.size > 0 ? UNANSWERED : undefined;
}

const UNANSWERED =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)";

function contentProblem(message: JsonRecord): string | undefined {
  const { role, content } = message;
  switch (role) {
    case "system":
    case "user":
      return typeof content === "string" || Array.isArray(content)
        ? undefined
        : "missing field `content`";
    case "assistant":
      return typeof content === "string" || toolCallsOf(message).length > 0
        ? undefined
        : "Invalid assistant message: content or tool_calls must be set";
    case "tool":
      return typeof content === "string" && content !== ""
        ? undefined
        : "missing field `content`";
    default:
      return `unknown variant \`${role}\``;
  }
}

function toolCallsOf(message: JsonRecord): readonly unknown[] {
  const calls = message["tool_calls"];
  return message["role"] === "assistant" && Array.isArray(calls) ? calls : [];
}
