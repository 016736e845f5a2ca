/** Listeners and transformers around a call. @module */

import { type LlmStreamListener, toTransformStream } from "@dsh/llm";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { check, equal, rejects } from "../check.ts";
import {
  collect,
  readUntil,
  request,
  runtimeOf,
  textIn,
  upperCase,
} from "../kit.ts";

function hello() {
  const adapter = scriptedAdapter([textChunks(["a", "b"])]);
  return { adapter, runtime: runtimeOf(adapter) };
}

function mark(log: string[], name: string): LlmStreamListener {
  return (_, next) => {
    log.push(`${name} in`);
    const stream = next();
    log.push(`${name} out`);
    return stream;
  };
}

/** Cases of the pipeline. */
export const PIPELINE: readonly ConformanceCase[] = [
  {
    name: "listeners nest, the first one outermost",
    run() {
      const { runtime } = hello();
      const log: string[] = [];
      runtime.on("llm/stream", mark(log, "first"));
      runtime.on("llm/stream", mark(log, "second"));

      runtime.stream(request());

      equal(log, ["first in", "second in", "second out", "first out"]);
    },
  },
  {
    name: "a listener sends another request on",
    async run() {
      const { runtime, adapter } = hello();
      runtime.on(
        "llm/stream",
        (options, next) => next({ ...options, model: "other" }),
      );

      await collect(runtime.stream(request()));

      equal(adapter.requests.map(({ model }) => model), ["other"]);
    },
  },
  {
    name: "a listener answers later, through a promise",
    async run() {
      const { runtime } = hello();
      runtime.on("llm/stream", async (_, next) => {
        await Promise.resolve();
        return next();
      });

      equal(textIn(await collect(runtime.stream(request()))), "ab");
    },
  },
  {
    name: "a listener pipes through a TransformStream of the platform",
    async run() {
      const { runtime } = hello();
      runtime.on(
        "llm/stream",
        (_, next) => next().pipeThrough(new TransformStream(upperCase())),
      );

      equal(textIn(await collect(runtime.stream(request()))), "AB");
    },
  },
  {
    name: "fused transformers start, transform and flush in order",
    async run() {
      const { runtime } = hello();
      const log: string[] = [];
      for (const name of ["outer", "inner"]) {
        runtime.on("llm/stream", {
          transformer: () => ({
            start: () => void log.push(`${name} start`),
            transform(chunk, controller) {
              if (chunk.type === "text-delta") log.push(name + chunk.text);
              controller.enqueue(chunk);
            },
            flush: () => void log.push(`${name} flush`),
          }),
        });
      }

      await collect(runtime.stream(request()));

      equal(log.filter((entry) => entry.endsWith("start")).length, 2);
      equal(log.slice(2), [
        "innera",
        "outera",
        "innerb",
        "outerb",
        "inner flush",
        "outer flush",
      ]);
    },
  },
  {
    name: "a fused transformer that takes its time keeps the order",
    async run() {
      const { runtime } = hello();
      runtime.on("llm/stream", {
        transformer: () => ({
          async transform(chunk, controller) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            controller.enqueue(chunk);
          },
        }),
      });
      runtime.on("llm/stream", { transformer: upperCase });

      equal(textIn(await collect(runtime.stream(request()))), "AB");
    },
  },
  {
    name: "a fused transformer that throws loses nothing that went before",
    async run() {
      const { runtime, adapter } = hello();
      const failure = new Error("Broken");
      runtime.on("llm/stream", {
        transformer: () => ({
          transform(chunk, controller) {
            if (chunk.type === "block-end") throw failure;
            controller.enqueue(chunk);
          },
        }),
      });
      const reader = runtime.stream(request()).getReader();

      const types: (string | undefined)[] = [];
      for (let i = 0; i < 3; i++) types.push((await reader.read()).value?.type);
      const error = await rejects(reader.read());

      equal(types, ["block-start", "text-delta", "text-delta"]);
      check(error === failure, "the error is another");
      equal(adapter.cancels.length, 1);
    },
  },
  {
    name: "a fused transformer hears of another that fails before it",
    async run() {
      const { runtime } = hello();
      const failure = new Error("Broken");
      const reasons: unknown[] = [];
      runtime.on("llm/stream", {
        transformer: () => ({ cancel: (reason) => void reasons.push(reason) }),
      });
      runtime.on("llm/stream", {
        transformer: () => ({
          transform() {
            throw failure;
          },
        }),
      });

      const error = await rejects(collect(runtime.stream(request())));

      check(error === failure, "the error is another");
      equal([reasons.length, reasons[0] === failure], [1, true]);
    },
  },
  {
    name: "terminate() ends a call early, and what follows flushes",
    async run() {
      const { runtime, adapter } = hello();
      let flushed = 0;
      runtime.on("llm/stream", {
        transformer: () => ({ flush: () => void flushed++ }),
      });
      runtime.on("llm/stream", {
        transformer: () => ({
          transform(chunk, controller) {
            controller.enqueue(chunk);
            if (chunk.type === "text-delta") controller.terminate();
          },
        }),
      });

      const chunks = await collect(runtime.stream(request()));

      equal(chunks.map(({ type }) => type), ["block-start", "text-delta"]);
      equal([flushed, adapter.cancels.length], [1, 1]);
    },
  },
  {
    name: "a fused transformer hears of a consumer who leaves",
    async run() {
      const { runtime } = hello();
      const reasons: unknown[] = [];
      runtime.on("llm/stream", {
        transformer: () => ({ cancel: (reason) => void reasons.push(reason) }),
      });
      const reader = await readUntil(runtime.stream(request()), "text-delta");

      await reader.cancel("enough");

      equal(reasons, ["enough"]);
    },
  },
  {
    name: "toTransformStream() calls cancel() for a consumer who leaves",
    async run() {
      const { runtime, adapter } = hello();
      const reasons: unknown[] = [];
      const stream = runtime.stream(request()).pipeThrough(
        toTransformStream({ cancel: (reason) => void reasons.push(reason) }),
      );
      const reader = await readUntil(stream, "text-delta");

      await reader.cancel("enough");

      equal(reasons, ["enough"]);
      equal(adapter.cancels, ["enough"]);
    },
  },
  {
    name: "toTransformStream() calls cancel() for a source that fails",
    async run() {
      const failure = new Error("Broken");
      const reasons: unknown[] = [];
      const source = new ReadableStream({
        start: (controller) => controller.error(failure),
      });
      const stream = source.pipeThrough(
        toTransformStream({ cancel: (reason) => void reasons.push(reason) }),
      );

      const error = await rejects(collect(stream));

      check(error === failure, "the error is another");
      check(reasons[0] === failure, "cancel() was given another reason");
    },
  },
  {
    name: "a stream that is teed gives both branches every chunk",
    async run() {
      const { runtime } = hello();

      const [a, b] = runtime.stream(request()).tee();
      const [left, right] = await Promise.all([collect(a), collect(b)]);

      equal(textIn(left), "ab");
      equal(left, right);
    },
  },
];
