/**
 * Recorded responses: JSON lines, one payload a line, in the order they came.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { DeepSeekAdapter } from "../adapters/deepseek/adapter.ts";
import type { StreamChunk, TokenUsage } from "../message.ts";

const READ_SIZES = [1, 7, 100, 1_460, 16 * 1024, Infinity];
// Reads of one byte take long where there are many bytes.
const MAX_BYTES_FOR_SINGLE_READS = 20_000;

/** A recorded response. */
export interface Recording {
  /** Name of its file. */
  readonly name: string;
  /** What the server sent, parsed. */
  readonly payloads: readonly Payload[];
  /** What the server sent, as events. */
  readonly bytes: Uint8Array;
}

/** What recorded payloads look like, as far as the tests go by it. */
export interface Payload {
  choices: {
    delta: {
      content?: string | null;
      reasoning_content?: string | null;
      reasoning?: string | null;
      tool_calls?: {
        index: number;
        id?: string;
        function: { name?: string; arguments?: string };
      }[];
    };
    finish_reason?: string | null;
  }[];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    prompt_cache_hit_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number };
    completion_tokens_details?: { reasoning_tokens?: number };
  } | null;
}

/** Loads every recording of chat completions in a folder. */
export function loadRecordings(folder: string): Recording[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => /^chat-completions-.*\.jsonl$/.test(name))
    .sort()
    .map((name) => {
      const lines = Deno.readTextFileSync(`${folder}/${name}`).trim()
        .split("\n");
      const text = lines.map((line) => `data: ${line}\n\n`).join("") +
        "data: [DONE]\n\n";
      return {
        name,
        payloads: lines.map((line) => JSON.parse(line)),
        bytes: new TextEncoder().encode(text),
      };
    });
}

async function replay(
  { bytes }: Recording,
  size: number,
): Promise<StreamChunk[]> {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  }, { highWaterMark: 0 });
  const adapter = new DeepSeekAdapter({
    apiKey: "sk-recorded",
    fetch: () => Promise.resolve(new Response(body)),
  });

  const chunks: StreamChunk[] = [];
  const stream = adapter.stream({ provider: "ds", model: "m", messages: [] });
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

type Block =
  | { type: "text" | "reasoning"; text: string }
  | { type: "tool-call"; id: string; name: string; arguments: string };

/** The blocks of a recording: its deltas, strung together by hand. */
function expectedBlocks({ payloads }: Recording): Block[] {
  const blocks: Block[] = [];
  const calls = new Map<number, Block & { type: "tool-call" }>();
  let open: Block | undefined;

  function append(type: "text" | "reasoning", text: string): void {
    if (open?.type !== type) blocks.push(open = { type, text: "" });
    if (open.type === type) open.text += text;
  }

  for (const { choices } of payloads) {
    const delta = choices[0]?.delta;
    if (delta === undefined) continue;
    const reasoning = delta.reasoning_content || delta.reasoning;
    if (reasoning) append("reasoning", reasoning);
    if (delta.content) append("text", delta.content);
    for (const { index, id, function: tool } of delta.tool_calls ?? []) {
      open = undefined;
      let call = calls.get(index);
      if (call === undefined) {
        call = { type: "tool-call", id: id!, name: tool.name!, arguments: "" };
        calls.set(index, call);
        blocks.push(call);
      }
      call.arguments += tool.arguments ?? "";
    }
  }
  return blocks;
}

function expectedUsage({ payloads }: Recording): TokenUsage | undefined {
  const usage = payloads.findLast(({ usage }) => usage)?.usage;
  if (!usage) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  const cached = usage.prompt_cache_hit_tokens ??
    usage.prompt_tokens_details?.cached_tokens;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  return {
    inputTokens: prompt - ((cached ?? 0) > prompt ? 0 : cached ?? 0),
    outputTokens: completion + ((reasoning ?? 0) > completion ? reasoning! : 0),
    ...(cached !== undefined && { cacheReadTokens: cached }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  };
}

function expectedFinish(recording: Recording): string {
  const reason = recording.payloads.flatMap(({ choices }) => choices)
    .findLast((choice) => choice.finish_reason)?.finish_reason;
  if (reason === "length") return "max-tokens";
  const hasCalls = expectedBlocks(recording)
    .some(({ type }) => type === "tool-call");
  return hasCalls ? "tool-calls" : "stop";
}

/** Holds chunks to their grammar. Returns the blocks, each the sum of its deltas. */
function checkedBlocks(chunks: readonly StreamChunk[]): Block[] {
  const blocks: Block[] = [];
  const open = new Set<number>();
  let usages = 0;
  chunks.forEach((chunk, at) => {
    switch (chunk.type) {
      case "block-start":
        assertEquals(chunk.index, blocks.length);
        open.add(chunk.index);
        blocks.push(
          chunk.blockType === "tool-call"
            ? { type: "tool-call", id: "", name: "", arguments: "" }
            : { type: chunk.blockType as "text" | "reasoning", text: "" },
        );
        return;
      case "text-delta":
      case "reasoning-delta": {
        const block = blocks[chunk.index]!;
        assert(open.has(chunk.index));
        assert(block.type !== "tool-call" && chunk.text !== "");
        assertEquals(chunk.type, `${block.type}-delta`);
        block.text += chunk.text;
        return;
      }
      case "tool-call-delta": {
        const block = blocks[chunk.index]!;
        assert(open.has(chunk.index));
        assert(block.type === "tool-call");
        block.id = chunk.id;
        block.name = chunk.name ?? block.name;
        block.arguments += chunk.argumentsDelta;
        return;
      }
      case "block-end":
        assert(open.delete(chunk.index));
        assertEquals<unknown>(chunk.block, blocks[chunk.index]);
        return;
      case "usage":
        assertEquals(++usages, 1);
        assertEquals(at, chunks.length - 2);
        return;
      case "finish":
        assertEquals(at, chunks.length - 1);
        assertEquals(open.size, 0);
    }
  });
  return blocks;
}

/** Registers the tests of a recording: it is replayed in reads of every size. */
export function testRecording(recording: Recording): void {
  const { name, bytes } = recording;
  for (const size of READ_SIZES) {
    if (size === 1 && bytes.length > MAX_BYTES_FOR_SINGLE_READS) continue;
    const reads = size === Infinity ? "one read" : `reads of ${size} bytes`;
    Deno.test(`DeepSeekAdapter makes its deltas of ${name} in ${reads}`, async () => {
      const chunks = await replay(recording, size);

      const last = chunks.at(-1);
      const usage = chunks.find((chunk) => chunk.type === "usage")?.usage;
      assertEquals(checkedBlocks(chunks), expectedBlocks(recording));
      assertEquals(usage, expectedUsage(recording));
      assertEquals<unknown>(
        last?.type === "finish" && last.reason.kind,
        expectedFinish(recording),
      );
    });
  }
}
