/** Consumers who are slower than a provider. @module */

import type { StreamChunk } from "@dsh/llm";
import { mockDeepSeek, scriptedAdapter, textChunks } from "@dsh/llm/testing";
import { toResponse } from "@dsh/llm/wire";
import type { ConformanceCase } from "../case.ts";
import { check, equal } from "../check.ts";
import { deepSeek, delay, readUntil, request, runtimeOf } from "../kit.ts";
import { provide } from "../provider.ts";

const MEGABYTE = 1024 * 1024;

/** Cases of backpressure. */
export const BACKPRESSURE: readonly ConformanceCase[] = [
  {
    name: "nothing is requested before the first read",
    async run(env) {
      const { baseURL, seen } = await provide(env);
      const stream = deepSeek(baseURL).stream(request());

      await delay(20);

      equal((await seen()).requests, []);
      await stream.cancel();
    },
  },
  {
    name:
      "a consumer who stops reading leaves the next read of the body undone",
    async run() {
      const { fetch } = mockDeepSeek([{ text: Array(50).fill("word ") }]);
      const counting = countReads(fetch);
      const runtime = deepSeek("http://localhost", { fetch: counting.fetch });

      const reader = await readUntil(runtime.stream(request()), "text-delta");
      const before = counting.reads();
      await delay(20);

      // The head of the response, the first word, and no more.
      equal([before, counting.reads()], [2, 2]);
      await reader.cancel();
    },
  },
  {
    name: "a consumer who stops reading stops a provider that has much to say",
    // A fetch that reads it all takes that long on a busy machine.
    limitMs: 120_000,
    async run(env) {
      // More than the sockets and the fetch of any platform hold: Chromium's hold
      // 67 MB.
      const { baseURL, seen, stopped } = await provide(env, {
        flood: { text: "x".repeat(64 * 1024), times: 1_600 },
      });
      const stream = deepSeek(baseURL).stream(request());
      const reader = await readUntil(stream, "text-delta");

      const held = await staysBelow(
        80 * MEGABYTE,
        async () => (await seen()).sent,
      );

      await reader.cancel();
      check(held, "the provider has sent more than 80 MB");
      await stopped();
    },
  },
  {
    name: "a consumer who takes long between two reads is no TIMEOUT",
    async run() {
      const { fetch } = mockDeepSeek([{ text: ["One ", "two"] }]);
      const runtime = deepSeek("http://localhost", {
        fetch,
        streamIdleTimeoutMs: 400,
      });

      const reader = await readUntil(runtime.stream(request()), "text-delta");
      await delay(600);
      const rest: StreamChunk[] = [];
      while (true) {
        const { done, value } = await reader.read();
        if (done) break;
        rest.push(value);
      }

      equal(rest.at(-1), { type: "finish", reason: { kind: "stop" } });
    },
  },
  {
    name: "toResponse() makes no chunk that its reader did not ask for",
    async run() {
      const adapter = scriptedAdapter([textChunks(Array(50).fill("word "))]);
      let made = 0;
      const runtime = runtimeOf(adapter);
      runtime.on("llm/stream", {
        transformer: () => ({
          transform(chunk, controller) {
            made++;
            controller.enqueue(chunk);
          },
        }),
      });

      const { body } = toResponse(runtime.stream(request()));
      const reader = body!.getReader();
      await reader.read();
      await delay(20);

      check(made <= 2, `${made} chunks were made for one read`);
      await reader.cancel();
    },
  },
];

/** Waits until a number grows no more, or is above a limit. */
async function staysBelow(
  limit: number,
  measure: () => Promise<number>,
): Promise<boolean> {
  let last = -1;
  for (let unchanged = 0; unchanged < 5; unchanged++) {
    const now = await measure();
    if (now > limit) return false;
    if (now !== last) unchanged = 0;
    last = now;
    await delay(100);
  }
  return true;
}

function countReads(fetch: typeof globalThis.fetch) {
  let reads = 0;

  async function counted(
    ...args: Parameters<typeof globalThis.fetch>
  ): Promise<Response> {
    const response = await fetch(...args);
    const reader = response.body!.getReader();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        reads++;
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    }, { highWaterMark: 0 });
    return new Response(body, response);
  }

  return { fetch: counted as typeof globalThis.fetch, reads: () => reads };
}
