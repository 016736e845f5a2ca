// Fused transformers must show a consumer what a chain of real
// `TransformStream`s would have shown.
import { assertEquals } from "@std/assert";
import fc from "../fast_check.ts";
import type { StreamChunk } from "../../message.ts";
import { type ChunkSource, toChunkStream } from "../../runtime/chunk_source.ts";
import { fuse } from "../../runtime/fuse.ts";
import { turn } from "./_scripted_source.ts";
import { text } from "./_stub_adapter.ts";

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
  /** Whether the end comes by itself, with the last read, or as a failure. */
  readonly end: "close" | "close at once" | "error";
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
  end: fc.constantFrom<Plan["end"]>("close", "close at once", "error"),
  stages: fc.array(
    fc.record({
      start: fc.constantFrom<StagePlan["start"]>(
        ...["nothing", "nothing", "enqueue", "async"] as const,
      ),
      actions: fc.array(
        fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom(...QUIET) },
          { weight: 1, arbitrary: fc.constantFrom(...LOUD) },
        ),
        { minLength: 1, maxLength: 12 },
      ),
      flush: fc.constantFrom<StagePlan["flush"]>(
        ...["nothing", "enqueue", "async enqueue", "throw"] as const,
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

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

interface PlannedSource extends ChunkSource {
  cancelled: number;
  ended: boolean;
}

function sourceOf({ reads, end }: Plan): PlannedSource {
  let position = 0;
  let count = 0;
  return {
    cancelled: 0,
    ended: false,
    read() {
      const over = position >= reads.length;
      const done = over ||
        end === "close at once" && position === reads.length - 1;
      this.ended ||= done;
      if (over && end === "error") return Promise.reject("source");
      const length = reads[position++] ?? 0;
      const chunks = Array.from({ length }, () => text(`${count++}`));
      return Promise.resolve({ chunks, done });
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

/** Reads a stream to its end, or leaves it after so many chunks. */
async function drain(
  stream: ReadableStream<StreamChunk>,
  endings: string[],
  limit = Infinity,
): Promise<Outcome> {
  const chunks: StreamChunk[] = [];
  const reader = stream.getReader();
  let end = "close";
  try {
    while (chunks.length < limit) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
    }
    if (chunks.length === limit) await reader.cancel("left");
  } catch (error) {
    end = String(error);
  }
  // A real chain stops its far ends some promises later.
  await turn();
  return { chunks, end, endings };
}

function fused(
  plan: Plan,
  source: ChunkSource = sourceOf(plan),
  limit?: number,
): Promise<Outcome> {
  const endings: string[] = [];
  const transformers = plan.stages.map((stage, k) =>
    transformerOf(stage, `s${k}`, endings)
  );
  return drain(toChunkStream(fuse(source, transformers)), endings, limit);
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

/** Which stages may end the stream other than by their input's end. */
function loudStages({ stages }: Plan): number[] {
  return [...stages.keys()].filter((k) =>
    stages[k]!.flush === "throw" ||
    stages[k]!.actions.some((action) => LOUD.includes(action))
  );
}

function assertStartsWith(
  whole: readonly StreamChunk[],
  part: readonly StreamChunk[],
): void {
  assertEquals(whole.slice(0, part.length), part);
}

async function hold(
  arbitrary: fc.Arbitrary<Plan>,
  property: (plan: Plan) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, property), { numRuns: 500 });
}

Deno.test("fuse() shows exactly what a chain shows when no stage ends early", async () => {
  const quiet = plans.filter((plan) => loudStages(plan).length === 0);

  await hold(quiet, async (plan) => {
    const ours = await fused(plan);
    const real = await chained(plan);

    // A real chain drops what is queued when it errors. Ours never does.
    if (plan.end === "error") assertStartsWith(ours.chunks, real.chunks);
    else assertEquals(ours.chunks, real.chunks);
    assertEquals(ours.end, real.end);
    assertEquals(ours.endings, real.endings);
  });
});

Deno.test("fuse() ends as a chain ends when one stage ends early", async () => {
  // Of two ends in a real chain, it is chance which comes first.
  const single = plans.filter((plan) =>
    loudStages(plan).length === 1 && plan.end !== "error"
  );

  await hold(single, async (plan) => {
    const ours = await fused(plan);
    const real = await chained(plan);

    // So it is for the stages before, which may have flushed by then.
    const loud = loudStages(plan)[0]!;
    const after = ({ endings }: Outcome) =>
      endings.filter((ending) => Number(ending[1]) >= loud);
    assertStartsWith(ours.chunks, real.chunks);
    assertEquals(ours.end, real.end);
    assertEquals(after(ours), after(real));
  });
});

Deno.test("fuse() loses nothing a chain shows, whatever the stages do", async () => {
  await hold(plans, async (plan) => {
    const ours = await fused(plan);
    const real = await chained(plan);

    assertStartsWith(ours.chunks, real.chunks);
  });
});

Deno.test("fuse() ends every stage at most once, whenever the consumer leaves", async () => {
  await hold(plans, async (plan) => {
    for (let limit = 0; limit < 8; limit++) {
      const { endings } = await fused(plan, sourceOf(plan), limit);

      const stages = endings.map((ending) => ending.split(" ")[0]);
      assertEquals(new Set(stages).size, stages.length);
    }
  });
});

Deno.test("fuse() is indifferent to how chunks are spread over reads", async () => {
  await hold(plans, async (plan) => {
    const total = plan.reads.reduce((sum, count) => sum + count, 0);
    const together = await fused({ ...plan, reads: total ? [total] : [] });
    const apart = await fused({ ...plan, reads: Array(total).fill(1) });

    assertEquals(together.chunks, apart.chunks);
    assertEquals(together.end, apart.end);
  });
});

Deno.test("fuse() cancels its source exactly when it is left or ended early", async () => {
  await hold(plans, async (plan) => {
    for (const limit of [0, 1, 3, Infinity]) {
      const source = sourceOf(plan);

      await fused(plan, source, limit);

      assertEquals(source.cancelled, source.ended ? 0 : 1);
    }
  });
});
