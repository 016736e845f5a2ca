/**
 * What the way to a browser and back costs.
 *
 * @module
 */

import { createParser } from "eventsource-parser";
import type { ChunkStream, StreamChunk } from "../mod.ts";
import { takeChunkSource, toChunkStream } from "../runtime/chunk_source.ts";
import { encodeBatch } from "../runtime/wire/encode_batch.ts";
import {
  decodeSse,
  encodeSse,
  fromResponse,
  toResponse,
} from "../runtime/wire/mod.ts";
import { floor } from "./floor.ts";
import { cpu, type Figure, median } from "./report.ts";
import { EVENTS, workload } from "./workload.ts";

const ROUNDS = 21;
const WARM_UP = 5;
// What fits into one of the reads of the workload.
const BATCH = 53;

const FINISH: StreamChunk = { type: "finish", reason: { kind: "stop" } };

/** Times both floors and both ways in turn, in one process. */
export async function wire(): Promise<Figure[]> {
  const reads = workload();
  const batches = batchesOf(reads);
  const bytes = batches.map((batch) =>
    encodeBatch(batch, { format: "sse", replayState: false }).bytes
  );
  const whole: number[] = [];
  const piped: number[] = [];
  const own: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const least = await cpu(() => floor(reads));
    const leastOfOwn = await cpu(() => wireFloor(bytes));
    const asResponse = await cpu(() =>
      drain(fromResponse(toResponse(answer(batches))))
    );
    const asPipe = await cpu(() =>
      drain(decodeSse(answer(batches).pipeThrough(encodeSse())))
    );
    if (round < 0) continue;
    whole.push(asResponse / least);
    piped.push(asPipe / least);
    own.push(asResponse / leastOfOwn);
  }
  return [
    {
      name: "chunks to response and back",
      value: median(whole),
      target: 1,
      unit: "x F2",
    },
    {
      name: "chunks through encodeSse() and back",
      value: median(piped),
      target: 1,
      unit: "x F2",
    },
    {
      name: "chunks to response and back, to the floor of these bytes",
      value: median(own),
      target: 2,
      unit: "x F",
    },
  ];
}

/** The workload as an adapter would hand it over: a batch for each read. */
function batchesOf(reads: readonly Uint8Array[]): StreamChunk[][] {
  const chunks: StreamChunk[] = [];
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent({ data }) {
      if (data === "[DONE]") return;
      const text = JSON.parse(data).choices[0].delta.content;
      if (text !== undefined) {
        chunks.push({ type: "text-delta", index: 0, text });
      }
    },
  });
  for (const read of reads) parser.feed(decoder.decode(read, { stream: true }));
  chunks.push(FINISH);
  return Array.from(
    { length: Math.ceil(chunks.length / BATCH) },
    (_, k) => chunks.slice(k * BATCH, (k + 1) * BATCH),
  );
}

function answer(batches: readonly (readonly StreamChunk[])[]): ChunkStream {
  let k = 0;
  return toChunkStream({
    read() {
      const chunks = batches[k++]!;
      return Promise.resolve({ chunks, done: k === batches.length });
    },
    cancel: () => Promise.resolve(),
  });
}

/** Reads all there is, by whole reads, and checks that nothing is missing. */
async function drain(stream: ChunkStream): Promise<void> {
  const source = takeChunkSource(stream);
  let count = 0;
  for (let over = false; !over;) {
    const { chunks, done } = await source.read();
    count += chunks.length;
    over = done;
  }
  if (count !== EVENTS + 1) {
    throw new Error(`Cannot measure: ${count} chunks came`);
  }
}

/** The least a reader of the wire's own bytes must do. */
function wireFloor(reads: readonly Uint8Array[]): number {
  let characters = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent({ data }) {
      const { text } = JSON.parse(data);
      if (text !== undefined) characters += text.length;
    },
  });
  for (const bytes of reads) {
    parser.feed(decoder.decode(bytes, { stream: true }));
  }
  return characters;
}
