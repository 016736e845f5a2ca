// Fused transformers must show a consumer what a chain of real
// `TransformStream`s would have shown.
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { StreamChunk } from "../../message.ts";
import {
  type ChunkSource,
  takeChunkSource,
  toChunkStream,
} from "../../runtime/chunk_source.ts";
import { fuse } from "../../runtime/fused_source.ts";

/** What one stage does with the chunk of a given ordinal. */
interface StagePlan {
  readonly start: "nothing" | "enqueue" | "async";
  /** One action a chunk; the last one is for all that follow. */
  readonly actions: readonly Action[];
  readonly flush: "nothing" | "enqueue" | "async enqueue" | "throw";
}

type Action =
  | "pass"
  | "drop"
  | "double"
  | "async pass"
  | "async drop"
  | "enqueue, then throw"
  | "async throw"
  | "enqueue, then error"
  | "enqueue, then terminate";

interface Plan {
  /** Chunks of each network read. */
  readonly reads: readonly number[];
  readonly end: "close" | "error";
  readonly stages: readonly StagePlan[];
}

const QUIET: Action[] = ["pass", "drop", "double", "async pass", "async drop"];
const LOUD: Action[] = [
  "enqueue, then throw",
  "async throw",
  "enqueue, then error",
  "enqueue, then terminate",
];

const plans: fc.Arbitrary<Plan> = fc.record({
  reads: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
  end: fc.constantFrom<Plan["end"]>("close", "close", "error"),
  stages: fc.array(
    fc.record({
      start: fc.constantFrom<StagePlan["start"]>(
        "nothing",
        "nothing",
        "enqueue",
        "async",
      ),
      actions: fc.array(
        fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom(...QUIET) },
          { weight: 1, arbitrary: fc.constantFrom(...LOUD) },
        ),
        { minLength: 1, maxLength: 12 },
      ),
      flush: fc.constantFrom<StagePlan["flush"]>(
        "nothing",
        "enqueue",
        "async enqueue",
        "throw",
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

function text(value: string): StreamChunk {
  return { type: "text-delta", index: 0, text: value };
}

/** A transformer that follows a plan, and a journal of its endings. */
function transformerOf(
  plan: StagePlan,
  name: string,
  endings: string[],
): Transformer<StreamChunk, StreamChunk> {
  let count = 0;
  return {
    async start(controller) {
      if (plan.start === "enqueue") controller.enqueue(text(`${name}-start`));
      if (plan.start === "async") await undefined;
    },
    transform(chunk, controller) {
      const action = plan.actions[Math.min(count++, plan.actions.length - 1)]!;
      switch (action) {
        case "pass":
          return controller.enqueue(chunk);
        case "drop":
          return;
        case "double":
          controller.enqueue(chunk);
          return controller.enqueue(text(`${name}-twice`));
        case "async pass":
          return Promise.resolve().then(() => controller.enqueue(chunk));
        case "async drop":
          return Promise.resolve();
        case "enqueue, then throw":
          controller.enqueue(chunk);
          throw `${name}-thrown`;
        case "async throw":
          return Promise.reject(`${name}-rejected`);
        case "enqueue, then error":
          controller.enqueue(chunk);
          return controller.error(`${name}-errored`);
        case "enqueue, then terminate":
          controller.enqueue(chunk);
          return controller.terminate();
      }
    },
    async flush(controller) {
      endings.push(`${name} flush`);
      if (plan.flush === "async enqueue") await undefined;
      if (plan.flush === "throw") throw `${name}-flush`;
      if (plan.flush !== "nothing") controller.enqueue(text(`${name}-flush`));
    },
    cancel() {
      endings.push(`${name} cancel`);
    },
  };
}

function sourceOf(plan: Plan): ChunkSource & { cancelled: number } {
  let reads = 0;
  let count = 0;
  return {
    cancelled: 0,
    read() {
      if (reads === plan.reads.length) {
        return plan.end === "close"
          ? Promise.resolve({ chunks: [], done: true })
          : Promise.reject("source");
      }
      const chunks = Array.from(
        { length: plan.reads[reads++]! },
        () => text(`${count++}`),
      );
      return Promise.resolve({ chunks, done: false });
    },
    cancel() {
      this.cancelled++;
      return Promise.resolve();
    },
  };
}

interface Outcome {
  readonly chunks: StreamChunk[];
  readonly end: string;
  readonly endings: string[];
}

async function drain(
  stream: ReadableStream<StreamChunk>,
  endings: string[],
): Promise<Outcome> {
  const chunks: StreamChunk[] = [];
  const reader = stream.getReader();
  let end: string;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
    }
    end = "close";
  } catch (error) {
    end = String(error);
  }
  // A real chain stops its far ends some promises later.
  for (let k = 0; k < 50; k++) await undefined;
  return { chunks, end, endings };
}

function fused(plan: Plan): Promise<Outcome> {
  const endings: string[] = [];
  const transformers = plan.stages.map((stage, k) =>
    transformerOf(stage, `s${k}`, endings)
  );
  return drain(toChunkStream(fuse(sourceOf(plan), transformers)), endings);
}

function chained(plan: Plan): Promise<Outcome> {
  const endings: string[] = [];
  const stream = plan.stages.reduce<ReadableStream<StreamChunk>>(
    (stream, stage, k) =>
      stream.pipeThrough(
        new TransformStream(transformerOf(stage, `s${k}`, endings)),
      ),
    toChunkStream(sourceOf(plan)),
  );
  return drain(stream, endings);
}

/** Whether any stage may end the stream other than by its input's end. */
function isQuiet(plan: Plan): boolean {
  return plan.stages.every((stage) =>
    stage.flush !== "throw" &&
    stage.actions.every((action) => QUIET.includes(action))
  );
}

Deno.test("fuse() shows exactly what a chain shows when no stage ends early", async () => {
  await fc.assert(
    fc.asyncProperty(plans.filter(isQuiet), async (plan) => {
      const ours = await fused(plan);
      const real = await chained(plan);

      if (plan.end === "close") assertEquals(ours.chunks, real.chunks);
      else startsWith(ours.chunks, real.chunks);
      assertEquals(ours.end, real.end);
      assertEquals(ours.endings, real.endings);
    }),
    { numRuns: 500 },
  );
});

Deno.test("fuse() loses nothing a chain shows when a stage ends early", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const ours = await fused(plan);
      const real = await chained(plan);

      // A real chain drops what is queued when it errors. Ours never does.
      startsWith(ours.chunks, real.chunks);
    }),
    { numRuns: 500 },
  );
});

Deno.test("fuse() ends every stage at most once", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { endings } = await fused(plan);

      const stages = endings.map((ending) => ending.split(" ")[0]);
      assertEquals(new Set(stages).size, stages.length);
    }),
    { numRuns: 500 },
  );
});

Deno.test("fuse() is indifferent to how chunks are spread over reads", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const total = plan.reads.reduce((sum, count) => sum + count, 0);
      const together = await fused({ ...plan, reads: total ? [total] : [] });
      const apart = await fused({ ...plan, reads: Array(total).fill(1) });

      assertEquals(together.chunks, apart.chunks);
      assertEquals(together.end, apart.end);
    }),
    { numRuns: 500 },
  );
});

Deno.test("fuse() cancels its source exactly when a stage ends it early", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const source = sourceOf(plan);
      let ended = false;
      const read = source.read;
      source.read = async () => {
        try {
          const batch = await read.call(source);
          ended ||= batch.done;
          return batch;
        } catch (error) {
          ended = true;
          throw error;
        }
      };
      const transformers = plan.stages.map((stage, k) =>
        transformerOf(stage, `s${k}`, [])
      );

      await drain(toChunkStream(fuse(source, transformers)), []);

      assertEquals(source.cancelled, ended ? 0 : 1);
    }),
    { numRuns: 500 },
  );
});

Deno.test("takeChunkSource() gives back the source of a stream nobody read", () => {
  const source = sourceOf({ reads: [], end: "close", stages: [] });

  assert(takeChunkSource(toChunkStream(source)) === source);
});

function startsWith(
  whole: readonly StreamChunk[],
  part: readonly StreamChunk[],
): void {
  assertEquals(whole.slice(0, part.length), part);
}
