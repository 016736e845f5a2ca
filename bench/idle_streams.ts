/**
 * What an open stream holds while nothing comes.
 *
 * @module
 */

import process from "node:process";
import type { StreamChunk } from "../mod.ts";
import { client, REQUEST } from "./client.ts";
import type { Figure } from "./report.ts";

const STREAMS = 10_000;

/** Opens many streams that wait for their second event, and weighs the heap. */
export async function idleStreams(): Promise<Figure> {
  const first = new TextEncoder().encode(
    'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n',
  );
  const runtime = client(() => {
    let sent = false;
    return new ReadableStream({
      pull(controller) {
        if (sent) return new Promise(() => {});
        sent = true;
        controller.enqueue(first);
      },
    }, { highWaterMark: 0 });
  }, 3);
  const before = heap();
  const readers: ReadableStreamDefaultReader<StreamChunk>[] = [];
  const pending: Promise<unknown>[] = [];
  for (let k = 0; k < STREAMS; k++) {
    const reader = runtime.stream(REQUEST).getReader();
    readers.push(reader);
    await reader.read();
    const { value } = await reader.read();
    if (value?.type !== "text-delta") {
      throw new Error("Cannot measure: no text");
    }
    pending.push(reader.read());
  }
  const each = (heap() - before) / STREAMS;
  await Promise.all(readers.map((reader) => reader.cancel()));
  await Promise.all(pending);
  return {
    name: `heap of an idle stream, 3 fused listeners, ${STREAMS} open`,
    value: each / 1024,
    target: 12,
    unit: "KB",
  };
}

function heap(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) {
    throw new Error("Cannot weigh the heap: run with --v8-flags=--expose-gc");
  }
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}
