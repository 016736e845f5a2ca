/** What platforms add to the streams of the package. @module */

import type { StreamChunk } from "@dsh/llm";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { check, equal, rejects } from "../check.ts";
import { collect, deepSeek, request, runtimeOf, textIn } from "../kit.ts";
import { provide } from "../provider.ts";

const CHUNKS = textChunks(["One ", "two"]);

/** Cases of what the package does without, so that not every platform has it. */
export const PLATFORM: readonly ConformanceCase[] = [
  {
    name: "chunks can be read with for await",
    needs: ["for-await"],
    async run() {
      const types: string[] = [];

      const stream = runtimeOf(scriptedAdapter([CHUNKS])).stream(request());
      for await (const { type } of stream) types.push(type);

      equal(types, CHUNKS.map(({ type }) => type));
    },
  },
  {
    name: "an adapter can answer with ReadableStream.from()",
    needs: ["readable-from"],
    async run() {
      const adapter = scriptedAdapter([ReadableStream.from(CHUNKS)]);

      equal(await collect(runtimeOf(adapter).stream(request())), CHUNKS);
    },
  },
  {
    name: "chunks can be handed over to another realm",
    needs: ["transferring"],
    async run() {
      const stream = runtimeOf(scriptedAdapter([CHUNKS])).stream(request());

      const moved = structuredClone(stream, { transfer: [stream] });

      equal(textIn(await collect(moved)), "One two");
    },
  },
  {
    name: "a pipe with a signal ends a call that waits",
    limitMs: 3_000,
    async run(env) {
      const { baseURL, stopped } = await provide(env, {
        text: ["One ", "two"],
        cutAfterEvents: 3,
        end: "stall",
      });
      const controller = new AbortController();
      const reason = new Error("enough");
      const { signal } = controller;
      const sink = new WritableStream<StreamChunk>({
        write(chunk) {
          if (textIn([chunk]) !== "two") return;
          // Once the pipe waits for what comes next.
          setTimeout(() => controller.abort(reason), 20);
        },
      });

      const error = await rejects(
        deepSeek(baseURL).stream(request()).pipeTo(sink, { signal }),
      );

      check(error === reason, `the reason is ${error}`);
      await stopped();
    },
  },
];
