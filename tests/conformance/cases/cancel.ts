/** Consumers who leave. @module */

import { mockDeepSeek } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { equal, rejects } from "../check.ts";
import { collect, deepSeek, readUntil, request, upperCase } from "../kit.ts";
import { provide } from "../provider.ts";

const ENDLESS = {
  text: ["One ", "two"],
  cutAfterEvents: 3,
  end: "keep-alive",
  keepAliveMs: 20,
} as const;
const SILENT = { ...ENDLESS, end: "stall" } as const;

/** Cases of leaving, each of which a provider must notice. */
export const CANCEL: readonly ConformanceCase[] = [
  {
    name: "cancelling between chunks disconnects from the provider",
    async run(env) {
      const { baseURL, stopped } = await provide(env, ENDLESS);
      const stream = deepSeek(baseURL).stream(request());
      const reader = await readUntil(stream, "text-delta");

      await reader.cancel("enough");

      await stopped();
    },
  },
  {
    name: "cancelling a read that waits disconnects from the provider",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const stream = deepSeek(baseURL).stream(request());
      const reader = await readUntil(stream, "text-delta");
      const waiting = collectRest(reader);

      await reader.cancel();

      await waiting;
      await stopped();
    },
  },
  {
    name: "cancelling before the headers ends the request",
    async run(env) {
      const { baseURL, asked, stopped } = await provide(env, {
        headersDelayMs: 60_000,
      });
      const reader = deepSeek(baseURL).stream(request()).getReader();
      const waiting = reader.read();
      await asked();

      await reader.cancel();

      equal((await waiting).done, true);
      await stopped();
    },
  },
  {
    name: "cancelling stops the body that another fetch has brought",
    async run() {
      const { fetch, cancels } = mockDeepSeek([SILENT]);
      // Deaf to signals, as some are.
      const deaf: typeof fetch = (input, init) =>
        fetch(input, { ...init, signal: null });
      const runtime = deepSeek("http://localhost", { fetch: deaf });
      const reader = await readUntil(runtime.stream(request()), "text-delta");

      await reader.cancel();

      equal(cancels.length, 1);
    },
  },
  {
    name: "cancelling a stream nobody has read sends nothing",
    async run(env) {
      const { baseURL, seen } = await provide(env);

      await deepSeek(baseURL).stream(request()).cancel();

      equal((await seen()).requests, []);
    },
  },
  {
    name: "leaving a for await disconnects from the provider",
    needs: ["for-await"],
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);

      for await (const { type } of deepSeek(baseURL).stream(request())) {
        if (type === "text-delta") break;
      }

      await stopped();
    },
  },
  {
    name: "cancelling both branches of a tee disconnects from the provider",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const [a, b] = deepSeek(baseURL).stream(request()).tee();
      const reader = await readUntil(a, "text-delta");

      await Promise.all([reader.cancel(), b.cancel()]);

      await stopped();
    },
  },
  {
    name: "cancelling behind a TransformStream disconnects from the provider",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const stream = deepSeek(baseURL).stream(request())
        .pipeThrough(new TransformStream(upperCase()));
      const reader = await readUntil(stream, "text-delta");

      await reader.cancel();

      await stopped();
    },
  },
  {
    name: "a sink that fails disconnects from the provider",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const sink = new WritableStream({
        write({ type }) {
          if (type === "text-delta") throw new Error("Disk is full");
        },
      });

      const error = await rejects(
        deepSeek(baseURL).stream(request()).pipeTo(sink),
      );

      equal(`${error}`, "Error: Disk is full");
      await stopped();
    },
  },
  {
    name: "close() of the runtime disconnects every call",
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);
      const runtime = deepSeek(baseURL);
      const readers = await Promise.all(
        [1, 2].map(() => readUntil(runtime.stream(request()), "text-delta")),
      );
      const waiting = readers.map(collectRest);

      await runtime.close();

      await Promise.all(waiting);
      await stopped(2);
    },
  },
  {
    name: "reading to the end is no disconnect",
    async run(env) {
      const { baseURL, seen } = await provide(env, { text: "Hello" });

      await collect(deepSeek(baseURL).stream(request()));

      equal((await seen()).stops, 0);
    },
  },
];

async function collectRest<T>(
  reader: ReadableStreamDefaultReader<T>,
): Promise<void> {
  while (!(await reader.read()).done);
}
