/**
 * What others than the model say in a session.
 *
 * @module
 */

import type { Message, ToolResultMessage, UserMessage } from "../../message.ts";
import { must, object, refuse } from "../../message/find_fault.ts";
import { findMessageFault } from "../../message/find_message_fault.ts";
import type { SessionEvent } from "./session_event.ts";
import type { SessionLog } from "./session_log.ts";

/**
 * The messages that others take the place of. `nodes` of what a `TokenMeter`
 * measures have the seq of each.
 */
export interface ReplaceRange {
  /** Seq of the event that the first of them came with. */
  from: number;
  /** Seq of the event that the last of them came with. */
  to: number;
}

/** Logs a message of the user, of the program, or of a tool. */
export async function appendMessage(
  log: SessionLog,
  message: UserMessage | ToolResultMessage,
): Promise<SessionEvent> {
  refuse(
    findMessageFault(message, "message") ??
      must(message.role === "user", "message.role", '"user"'),
    "append message",
  );
  const extra = { surfaceOp: { op: "append" } } as const;
  return await (isToolResult(message)
    ? log.append("tool/result", { message }, extra)
    : log.append("user/message", { message }, extra));
}

/** Logs that messages take the place of others. */
export async function replaceMessages(
  log: SessionLog,
  messages: readonly Message[],
  range: ReplaceRange,
): Promise<SessionEvent> {
  refuse(object(range, "range"), "replace messages");
  const { from, to } = range;
  return await log.append("context/replace", { messages }, {
    surfaceOp: { op: "replace", from, to },
  });
}

function isToolResult(message: Message): message is ToolResultMessage {
  return message.source.kind === "tool";
}
