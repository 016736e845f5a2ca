/**
 * Recorded answers: JSON lines, one payload a line, in the order they came.
 *
 * @module
 */

import type { TokenUsage } from "../../../message.ts";
import { frame } from "./_script.ts";
import { type Wire, WIRES } from "./_wires.ts";

// deno-lint-ignore no-explicit-any
type Payload = any;

/** A block, by hand. */
export interface RecordedBlock {
  /** What it is. */
  readonly type: "text" | "reasoning" | "tool-call";
  /** Its text, or the arguments of a call. */
  text: string;
}

/** A recorded answer. */
export interface Recording {
  /** Name of its file, and its place there if there are several. */
  readonly name: string;
  /** The protocol it was recorded on. */
  readonly wire: Wire;
  /** What the server sent, an event each. */
  readonly frames: readonly string[];
  /** What it comes to: its deltas, strung together. */
  readonly blocks: readonly RecordedBlock[];
  /** What it cost. */
  readonly usage: TokenUsage | undefined;
}

const [COMPLETIONS, MESSAGES, RESPONSES] = WIRES as [Wire, Wire, Wire];

/** Loads every recording in a folder. */
export function loadRecordings(folder: string): Recording[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).sort()
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => {
      const payloads: Payload[] = Deno.readTextFileSync(`${folder}/${name}`)
        .trim().split("\n").map((line) => JSON.parse(line));
      if (name.startsWith("chat-completions-")) {
        return [completion(name, payloads)];
      }
      if (name.startsWith("anthropic-messages-")) {
        return [message(name, payloads)];
      }
      const begins = payloads.flatMap(({ type }, k) =>
        type === "response.created" ? k : []
      );
      return begins.map((begin, k) =>
        response(`${name} #${k + 1}`, payloads.slice(begin, begins[k + 1]))
      );
    });
}

/** Collects pieces, a block for each key, in first-seen order. */
function collect() {
  const blocks = new Map<string, RecordedBlock>();
  return {
    blocks,
    add(type: RecordedBlock["type"], key: unknown, text = "") {
      const known = blocks.get(`${type} ${key}`);
      if (known === undefined) blocks.set(`${type} ${key}`, { type, text });
      else known.text += text;
    },
  };
}

function completion(name: string, payloads: Payload[]): Recording {
  const { blocks, add } = collect();
  for (const { choices } of payloads) {
    const delta = choices[0]?.delta ?? {};
    const reasoning = delta.reasoning_content || delta.reasoning;
    if (reasoning) add("reasoning", 0, reasoning);
    if (delta.content) add("text", 0, delta.content);
    for (const { index, function: tool } of delta.tool_calls ?? []) {
      add("tool-call", index, tool.arguments);
    }
  }
  const usage = payloads.findLast(({ usage }) => usage)?.usage;
  return {
    name,
    wire: COMPLETIONS,
    frames: [...payloads.map((one) => frame(one)), "data: [DONE]\n\n"],
    blocks: [...blocks.values()],
    usage: usage && counts({
      whole: usage.prompt_tokens,
      output: usage.completion_tokens,
      cached: usage.prompt_tokens_details?.cached_tokens,
      reasoning: usage.completion_tokens_details?.reasoning_tokens,
    }),
  };
}

function message(name: string, payloads: Payload[]): Recording {
  const { blocks, add } = collect();
  const types = new Map<number, RecordedBlock["type"]>();
  for (const { type, index, content_block, delta } of payloads) {
    if (type === "content_block_start") {
      const found = content_block.type === "thinking"
        ? "reasoning"
        : content_block.type === "text"
        ? "text"
        : "tool-call";
      types.set(index, found);
      add(found, index);
    }
    if (type === "content_block_delta") {
      const { text, thinking, partial_json } = delta;
      add(types.get(index)!, index, text ?? thinking ?? partial_json ?? "");
    }
  }
  // A call for which the model wrote nothing.
  for (const block of blocks.values()) {
    if (block.type === "tool-call") block.text ||= "{}";
  }
  const { usage } = payloads.find(({ type }) => type === "message_delta");
  return {
    name,
    wire: MESSAGES,
    frames: payloads.map((payload) => frame(payload)),
    blocks: [...blocks.values()],
    usage: counts({ whole: usage.input_tokens, output: usage.output_tokens }),
  };
}

function response(name: string, payloads: Payload[]): Recording {
  const { blocks, add } = collect();
  for (const { type, item, delta, output_index } of payloads) {
    if (type === "response.output_item.added") {
      if (item.type === "reasoning") add("reasoning", output_index);
      if (item.type === "message") add("text", output_index);
      if (item.type === "function_call") add("tool-call", output_index);
    }
    if (type === "response.reasoning_summary_text.delta") {
      add("reasoning", output_index, delta);
    }
    if (type === "response.output_text.delta") add("text", output_index, delta);
    if (type === "response.function_call_arguments.delta") {
      add("tool-call", output_index, delta);
    }
  }
  const { usage } = payloads.at(-1).response;
  return {
    name,
    wire: RESPONSES,
    frames: payloads.map((payload) => frame(payload)),
    blocks: [...blocks.values()],
    usage: counts({
      whole: usage.input_tokens,
      output: usage.output_tokens,
      cached: usage.input_tokens_details.cached_tokens,
      reasoning: usage.output_tokens_details.reasoning_tokens,
    }),
  };
}

/** Token counts, each token once. What is not there is not told. */
function counts({ whole, output, cached = 0, reasoning = 0 }: {
  whole: number;
  output: number;
  cached?: number;
  reasoning?: number;
}): TokenUsage {
  return {
    inputTokens: whole - cached,
    outputTokens: reasoning > output ? output + reasoning : output,
    ...(cached > 0 && { cacheReadTokens: cached }),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
}
