/**
 * Listeners of every kind, some of which throw.
 *
 * @module
 */

import type {
  ChunkTransformer,
  LlmRuntime,
  LlmStreamListener,
  StreamChunk,
} from "../../mod.ts";
import { settle } from "./drive.ts";
import { hostileValue } from "./hostile_value.ts";
import type { Random } from "./random.ts";

/** What listeners have done, for the consumer's errors to be told from others. */
export interface Doings {
  /** What they threw. */
  readonly thrown: Set<unknown>;
  /** Whether all of them only pass on. */
  clean: boolean;
  /** Whether one returned what is no stream. */
  garbage: boolean;
  /** Whether one may have left a stream that it had asked for. */
  abandoned: boolean;
}

type Deed =
  | "drop"
  | "double"
  | "throw"
  | "reject"
  | "error"
  | "terminate"
  | "start throws"
  | "start rejects"
  | "flush adds"
  | "flush throws"
  | "cancel throws";

const DEEDS: readonly Deed[] = [
  "drop",
  "double",
  "throw",
  "reject",
  "error",
  "terminate",
  "start throws",
  "start rejects",
  "flush adds",
  "flush throws",
  "cancel throws",
];

const EXTRA: StreamChunk = { type: "text-delta", index: 99, text: "extra" };

/** Registers some listeners. */
export function addListeners(random: Random, runtime: LlmRuntime): Doings {
  const doings: Doings = {
    thrown: new Set(),
    clean: true,
    garbage: false,
    abandoned: false,
  };
  const misbehaves = random.chance(0.5);
  for (let k = random.below(5); k > 0; k--) {
    const deed = misbehaves && random.chance(0.5)
      ? random.pick(DEEDS)
      : undefined;
    if (deed !== undefined) doings.clean = false;
    const make = () => makeTransformer(random, deed, doings);
    if (random.chance(0.5)) {
      const absent = random.chance(0.1);
      runtime.on("llm/stream", {
        transformer: () => absent ? undefined : make(),
      });
    } else {
      // Thrown where the stream is made, it leaves what was to be piped there.
      if (deed === "start throws") doings.abandoned = true;
      const strange = misbehaves && random.chance(0.3);
      runtime.on(
        "llm/stream",
        strange ? strangeListener(random, doings) : piped(random, make),
      );
    }
  }
  return doings;
}

function piped(
  random: Random,
  make: () => ChunkTransformer,
): LlmStreamListener {
  const pipe: LlmStreamListener = (_options, next) =>
    next().pipeThrough(new TransformStream(make()));
  switch (random.below(4)) {
    case 0:
      return (_options, next) => next();
    case 1:
      return async function (options, next) {
        await settle();
        return pipe.call(this, options, next);
      };
    case 2:
      return (options, next) => next({ ...options, seed: 1 });
    default:
      return pipe;
  }
}

function strangeListener(random: Random, doings: Doings): LlmStreamListener {
  doings.clean = false;
  const error = hostileValue(random);
  switch (random.below(5)) {
    case 0:
      return () => {
        doings.thrown.add(error);
        throw error;
      };
    case 1:
      return () => {
        doings.thrown.add(error);
        return Promise.reject(error);
      };
    case 2:
      return () => {
        doings.garbage = true;
        return error as ReadableStream<StreamChunk>;
      };
    case 3:
      return () => ReadableStream.from([EXTRA]);
    default:
      return (_options, next) => {
        next().cancel().catch(() => {});
        return next();
      };
  }
}

function makeTransformer(
  random: Random,
  deed: Deed | undefined,
  { thrown }: Doings,
): ChunkTransformer {
  const at = random.below(8);
  const slow = random.chance(0.3);
  const error = hostileValue(random);
  let count = 0;

  function fail(): never {
    thrown.add(error);
    throw error;
  }

  function act(
    chunk: StreamChunk,
    controller: TransformStreamDefaultController<StreamChunk>,
  ): void | Promise<void> {
    if (count++ !== at) return controller.enqueue(chunk);
    switch (deed) {
      case "drop":
        return;
      case "throw":
        controller.enqueue(chunk);
        return fail();
      case "reject":
        thrown.add(error);
        return Promise.reject(error);
      case "error":
        thrown.add(error);
        return controller.error(error);
      case "terminate":
        return controller.terminate();
      case "double":
        controller.enqueue(chunk);
    }
    controller.enqueue(chunk);
  }

  return {
    start() {
      if (deed === "start throws") fail();
      if (deed === "start rejects") {
        thrown.add(error);
        return Promise.reject(error);
      }
    },
    transform(chunk, controller) {
      if (!slow) return act(chunk, controller);
      return settle().then(() => act(chunk, controller));
    },
    flush(controller) {
      if (deed === "flush adds") controller.enqueue(EXTRA);
      if (deed === "flush throws") fail();
    },
    cancel() {
      if (deed === "cancel throws") fail();
    },
  };
}
