import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "../fast_check.ts";
import {
  CallId,
  type ContentBlock,
  type FinishReason,
  type StreamChunk,
} from "../../message.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";
import { fold } from "./_assembler_chunks.ts";

type Indexed = Extract<StreamChunk, { index: number }>;

/** Plain objects: equality tells them from those without a prototype. */
function record<T>(
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<T>;
}

const index = fc.constantFrom(0, 1, 2, -1, 2 ** 40);
const callId = fc.constantFrom("", "a", "b").map(CallId);
const name = fc.constantFrom("", "read", "write");
const text = fc.string({ unit: "binary", maxLength: 4 });

/** Blocks that deltas can make. */
const deltaBlock = fc.oneof(
  record({ type: fc.constantFrom("text", "reasoning"), text }),
  record({
    type: fc.constant("tool-call"),
    id: callId,
    name,
    arguments: text,
  }),
) as fc.Arbitrary<ContentBlock>;

const block = fc.oneof(
  deltaBlock,
  record({
    type: fc.constant("chart"),
    points: fc.array(fc.nat()),
  }) as fc.Arbitrary<unknown> as typeof deltaBlock,
);

const hostileChunk = fc.oneof(
  record({
    type: fc.constant("block-start"),
    index,
    blockType: fc.constantFrom("text", "reasoning", "tool-call", "chart"),
  }),
  record({
    type: fc.constantFrom("text-delta", "reasoning-delta"),
    index,
    text,
  }),
  record({
    type: fc.constant("tool-call-delta"),
    index,
    id: callId,
    name: fc.option(name, { nil: undefined }),
    argumentsDelta: text,
  }),
  record({ type: fc.constant("block-end"), index, block }),
  record({
    type: fc.constant("usage"),
    usage: record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
  }),
) as fc.Arbitrary<StreamChunk>;

const finishChunk = record({
  type: fc.constant("finish"),
  reason: record({ kind: fc.constantFrom("stop", "max-tokens", "paused") }),
  replayState: fc.option(
    record({
      response: fc.nat(),
      blocks: fc.array(fc.nat(), { maxLength: 5 }),
    }),
  ),
}) as fc.Arbitrary<StreamChunk>;

const hostileStream = fc.array(
  fc.oneof({ weight: 20, arbitrary: hostileChunk }, finishChunk),
  { maxLength: 40 },
);

/** What a whole stream amounts to, written down in the slowest, plainest way. */
function model(all: StreamChunk[]) {
  const finishAt = all.findIndex(({ type }) => type === "finish");
  const chunks = finishAt < 0 ? all : all.slice(0, finishAt);
  const finish = all[finishAt] as StreamChunk & { type: "finish" } | undefined;
  const indexed = chunks.filter((chunk): chunk is Indexed => "index" in chunk);
  const indices = [...new Set(indexed.map((chunk) => chunk.index))];
  const usages = chunks.flatMap((c) => c.type === "usage" ? [c.usage] : []);
  const blocks = indices.map((at) =>
    blockOf(at, indexed.filter((chunk) => chunk.index === at))
  );
  const kept = blocks.map((block) =>
    finish?.reason.kind !== "max-tokens" || block?.type !== "tool-call"
  );
  const state = finish?.replayState as { blocks: unknown[] } | null | undefined;
  return {
    blocks: blocks.filter((_, at) => kept[at]),
    interrupted: blocks.filter((block) =>
      (block?.type === "text" || block?.type === "reasoning") &&
      block.text.trim() !== ""
    ),
    usage: usages.at(-1),
    finish: finish?.reason ?? { kind: "stop" } satisfies FinishReason,
    replayState: state &&
      (state.blocks.length === blocks.length
        ? { ...state, blocks: state.blocks.filter((_, at) => kept[at]) }
        : undefined),
  };
}

/** The block of one index, or `undefined` if deltas cannot make it. */
function blockOf(index: number, own: Indexed[]): ContentBlock | undefined {
  const type = kindOf(own[0]!);
  const endAt = own.findIndex((chunk) => chunk.type === "block-end");
  const deltas = (endAt < 0 ? own : own.slice(0, endAt))
    .filter((c) => c.type.endsWith("-delta") && kindOf(c) === type);
  const joined = deltas.map((c) =>
    c.type === "tool-call-delta" ? c.argumentsDelta : "text" in c ? c.text : ""
  ).join("");
  const calls = deltas.flatMap((c) => c.type === "tool-call-delta" ? [c] : []);
  const id = calls.findLast((c) => c.id)?.id ?? CallId(`call-${index}`);
  const name = calls.findLast((c) => c.name)?.name ?? "";
  const end = own[endAt];
  if (end?.type === "block-end") {
    const { block } = end;
    return block.type === "tool-call"
      ? { ...block, id: block.id || id, name: block.name || name }
      : block;
  }
  if (type === "text" || type === "reasoning") return { type, text: joined };
  if (type === "tool-call") return { type, id, name, arguments: joined };
  return undefined;
}

function kindOf(chunk: Indexed): ContentBlock["type"] {
  switch (chunk.type) {
    case "block-start":
      return chunk.blockType;
    case "text-delta":
      return "text";
    case "reasoning-delta":
      return "reasoning";
    case "tool-call-delta":
      return "tool-call";
    case "block-end":
      return chunk.block.type;
  }
}

Deno.test("BlockAssembler.blocks() agrees with the model on any stream", () => {
  fc.assert(
    fc.property(hostileStream, (chunks) => {
      const expected = model(chunks).blocks;
      const assembler = fold(...chunks);

      let blocks: (ContentBlock | undefined)[];
      try {
        blocks = assembler.blocks();
      } catch {
        assertEquals(expected.includes(undefined), true);
        return;
      }

      assertEquals(blocks, expected);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("BlockAssembler agrees with the model on all else about any stream", () => {
  fc.assert(
    fc.property(hostileStream, (chunks) => {
      const assembler = fold(...chunks);

      const { interrupted, usage, finish, replayState } = model(chunks);
      assertEquals<unknown>(assembler.interruptedBlocks(), interrupted);
      assertEquals(assembler.usage, usage);
      assertEquals(assembler.finish, finish);
      assertEquals(assembler.replayState, replayState);
    }),
    { numRuns: 1_000 },
  );
});

/** A block as deltas, cut at the given places. */
function deltasOf(block: ContentBlock, at: number, cuts: number[]): Indexed[] {
  const whole = "text" in block
    ? block.text
    : block.type === "tool-call"
    ? block.arguments
    : "";
  const bounds = [
    0,
    ...cuts.map((cut) => cut % (whole.length + 1)).sort(
      (a, b) => a - b,
    ),
    whole.length,
  ];
  return bounds.slice(1).map((bound, k): Indexed => {
    const piece = whole.slice(bounds[k], bound);
    return block.type === "tool-call"
      ? {
        type: "tool-call-delta",
        index: at,
        id: block.id,
        name: block.name,
        argumentsDelta: piece,
      }
      : block.type === "reasoning"
      ? { type: "reasoning-delta", index: at, text: piece }
      : { type: "text-delta", index: at, text: piece };
  });
}

Deno.test("BlockAssembler.blocks() is the same wherever deltas are cut", () => {
  const part = record({
    block: deltaBlock,
    cuts: fc.array(fc.nat(), { maxLength: 6 }),
  });
  fc.assert(fc.property(fc.array(part), (parts) => {
    const cut = parts.flatMap(({ block, cuts }, at) =>
      deltasOf(block, at, cuts)
    );
    const uncut = parts.flatMap(({ block }, at) => deltasOf(block, at, []));

    assertEquals(fold(...cut).blocks(), fold(...uncut).blocks());
  }));
});

Deno.test("BlockAssembler.blocks() is the same with and without ends that match", () => {
  fc.assert(fc.property(fc.array(deltaBlock), (blocks) => {
    const open = blocks.flatMap((block, at) => deltasOf(block, at, []));
    const made = fold(...open).blocks();
    const ends = made.map((block, index): StreamChunk => ({
      type: "block-end",
      index,
      block,
    }));

    assertEquals(fold(...open, ...ends.reverse()).blocks(), made);
  }));
});

Deno.test("BlockAssembler.writable folds as push() does", async () => {
  await fc.assert(
    fc.asyncProperty(hostileStream, async (chunks) => {
      const piped = new BlockAssembler();

      await ReadableStream.from(chunks).pipeTo(piped.writable);

      const pushed = fold(...chunks);
      assertEquals(piped.interruptedBlocks(), pushed.interruptedBlocks());
      assertStrictEquals(piped.usage, pushed.usage);
      assertEquals(piped.finish, pushed.finish);
    }),
    { numRuns: 50 },
  );
});
