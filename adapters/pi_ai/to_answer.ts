/**
 * From what a model said to what pi-ai takes for it.
 *
 * @module
 */

import type { ContentBlock, Message } from "../../message.ts";
import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { recordIn } from "../../runtime/json_record.ts";
import type {
  PiAiAnswer,
  PiAiModelRecord,
  PiAiToolCall,
} from "./pi_ai_module.ts";
import {
  type PiAiReplayState,
  readReplayState,
  type ReplayEntry,
} from "./replay_state.ts";
import { unsupportedBlock } from "./unsupported_block.ts";

/** What the messages so far have said of the calls in them. */
export interface KnownCalls {
  /** Names of the tools, by the id in the message. */
  readonly names: Map<string, string>;
  /** Ids that the provider knows, by the id in the message. */
  readonly ids: Map<string, string>;
}

/** How {@linkcode toAnswer} writes a message. */
export interface ToAnswerOptions {
  /** Where the message is. */
  readonly path: string;
  /** Takes what is known of the calls in it. */
  readonly calls: KnownCalls;
  /** The model it is for. */
  readonly model: PiAiModelRecord;
  /** Where to report what was left out. */
  readonly context?: LlmAdapterContext | undefined;
}

// It was paid for long ago, and counts nothing any more.
const NO_USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/**
 * Writes an assistant message. With the replay state of the very model it is for, it
 * goes back as it came. Any other was said by somebody else: pi-ai drops its thinking,
 * which no other model can use.
 *
 * @param message The message.
 * @param options Where it is, and for whom.
 * @returns The message.
 * @throws {LlmError} `UNSUPPORTED_CONTENT` if there is no place for a block,
 * `INVALID_REPLAY_STATE` if it carries a malformed envelope.
 */
export function toAnswer(
  message: Message,
  options: ToAnswerOptions,
): PiAiAnswer {
  const { path, calls } = options;
  const state = replayState(message, options);
  const content = message.content.map((block, k) =>
    toBlock(block, state?.blocks[k] ?? {}, `${path}.content[${k}]`)
  );
  for (const [k, block] of message.content.entries()) {
    if (block.type !== "tool-call") continue;
    calls.names.set(block.id, block.name);
    calls.ids.set(block.id, state?.blocks[k]?.id ?? block.id);
  }
  const { v: _, ...response } = state?.response ?? { v: 1 };
  return {
    // Nobody's: pi-ai must not take it for an answer of the model it is for.
    api: "",
    provider: "",
    model: "",
    ...response,
    role: "assistant",
    content,
    usage: NO_USAGE,
    stopReason: content.some(({ type }) => type === "toolCall")
      ? "toolUse"
      : "stop",
    timestamp: 0,
  };
}

function replayState(
  { source, content }: Message,
  { path, model, context }: ToAnswerOptions,
): PiAiReplayState | undefined {
  if (source.kind !== "model" || source.replayState === undefined) {
    return undefined;
  }
  const at = `${path}.source.replayState`;
  const { state, unusable } = readReplayState(source.replayState, {
    blockCount: content.length,
    model,
    path: at,
  });
  if (unusable !== undefined) {
    context?.diagnostic({
      code: "REPLAY_STATE_LEFT_OUT",
      message: `Left out "${at}": ${unusable}`,
    });
  }
  return state;
}

function toBlock(
  block: ContentBlock,
  entry: ReplayEntry,
  path: string,
): PiAiAnswer["content"][number] {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text, ...entry };
    case "reasoning":
      return { type: "thinking", thinking: block.text, ...entry };
    case "tool-call":
      return {
        type: "toolCall",
        id: block.id,
        name: block.name,
        // What a model wrote badly, pi-ai shows it as nothing.
        arguments:
          (recordIn(block.arguments) ?? {}) as PiAiToolCall["arguments"],
        ...entry,
      };
    default:
      throw unsupportedBlock(block, path);
  }
}
