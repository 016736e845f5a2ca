// Whoever comes, whenever and wherever to, reads what everybody else reads.
import { assertEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import type { ChunkStream, StreamChunk } from "../../../message.ts";
import { toChunkStream } from "../../../runtime/chunk_source.ts";
import { decodeSse } from "../../../runtime/wire/decode_sse.ts";
import { memoryResumeStore } from "../../../runtime/wire/memory_resume_store.ts";
import { resumable } from "../../../runtime/wire/resumable.ts";
import type { ResumeStore } from "../../../runtime/wire/resume_store.ts";
import { STOP, text } from "../_stub_adapter.ts";
import { ask, ID } from "./_keeping.ts";

/** Microtasks to wait. */
const pauses = fc.integer({ min: 0, max: 30 });

const plans = fc.record({
  /** How many chunks each read of the provider brings, and after how long. */
  reads: fc.array(
    fc.record({ count: fc.integer({ min: 1, max: 400 }), pause: pauses }),
    { maxLength: 6 },
  ),
  readers: fc.array(
    fc.record({
      /** When it comes. */
      pause: pauses,
      /** How many chunks it reads over each connection before the last. */
      parts: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** When the call is stopped, if it is. */
  stop: fc.option(pauses, { nil: undefined }),
});

async function wait(microtasks: number): Promise<void> {
  for (let at = 0; at < microtasks; at++) await undefined;
}

function streamOfReads(
  reads: readonly { count: number; pause: number }[],
): ChunkStream {
  const left = [...reads];
  let made = 0;
  return toChunkStream({
    async read() {
      const { count, pause } = left.shift() ?? { count: 0, pause: 0 };
      await wait(pause);
      if (count === 0) return { chunks: [STOP], done: true };
      const chunks = Array.from({ length: count }, () => text(`${made++}`));
      return { chunks, done: false };
    },
    cancel: () => Promise.resolve(),
  });
}

/** Reads some chunks over each connection, and the rest over the last. */
async function readInParts(
  store: ResumeStore,
  { pause, parts }: { pause: number; parts: readonly number[] },
): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  await wait(pause);
  for (const part of [...parts, Infinity]) {
    if (chunks.at(-1)?.type === "finish") break;
    const { body } = await ask(store, { received: chunks.length });
    const reader = decodeSse(body!).getReader();
    for (let at = 0; at < part; at++) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
    }
    await reader.cancel();
  }
  return chunks;
}

Deno.test("resumable() shows every reader the same response", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ reads, readers, stop }) => {
      const store = memoryResumeStore();
      const call = await resumable(streamOfReads(reads), { store, id: ID });

      const reading = readers.map((reader) => readInParts(store, reader));
      if (stop !== undefined) wait(stop).then(() => call.stop());
      await call.done;

      const whole = await readInParts(store, { pause: 0, parts: [] });
      const numbers = whole.slice(0, -1).map((chunk) => {
        return chunk.type === "text-delta" ? Number(chunk.text) : NaN;
      });
      assertEquals(numbers, numbers.map((_, at) => at));
      assertEquals(whole.at(-1)!.type, "finish");
      for (const chunks of await Promise.all(reading)) {
        assertEquals(chunks, whole);
      }
    }),
    { numRuns: 100 },
  );
});
