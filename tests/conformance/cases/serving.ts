/** Servers of the runtime's own. @module */

import {
  connect,
  fromResponse,
  memoryResumeStore,
  respondResumed,
  resumable,
  toResponse,
  type WireFormat,
} from "@dsh/llm/wire";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { ConformanceCase, Env, Served } from "../case.ts";
import { check, equal } from "../check.ts";
import {
  collect,
  deepSeek,
  failureIn,
  readUntil,
  request,
  runtimeOf,
  textIn,
} from "../kit.ts";
import { provide } from "../provider.ts";

const FORMATS: readonly WireFormat[] = ["sse", "ndjson"];
const SILENT = {
  text: ["One ", "two"],
  cutAfterEvents: 3,
  end: "stall",
} as const;

/** Serves requests while a function runs. */
async function serving(
  env: Env,
  handler: (request: Request) => Promise<Response>,
  run: (url: string) => Promise<void>,
): Promise<void> {
  const served: Served | undefined = await env.serve?.(handler);
  check(served !== undefined, "there is no server");
  try {
    await run(served.url);
  } finally {
    await served.close();
  }
}

/** Cases of serving, each with a client in the same runtime. */
export const SERVING: readonly ConformanceCase[] = [
  ...FORMATS.flatMap((format): ConformanceCase[] => [
    {
      name: `a server passes a provider's answer on in ${format}`,
      needs: ["serving"],
      async run(env) {
        const { baseURL } = await provide(env, { text: ["Grüße ", "😀"] });

        await serving(
          env,
          // deno-lint-ignore require-await
          async ({ signal }) =>
            toResponse(deepSeek(baseURL).stream(request()), { format, signal }),
          async (url) => {
            const chunks = await collect(fromResponse(await fetch(url)));

            equal(textIn(chunks), "Grüße 😀");
          },
        );
      },
    },
    {
      name: `a client of ${format} who leaves stops a call that is silent`,
      needs: ["serving"],
      async run(env) {
        const { baseURL, stopped } = await provide(env, SILENT);

        await serving(
          env,
          // deno-lint-ignore require-await
          async ({ signal }) =>
            toResponse(deepSeek(baseURL).stream(request()), {
              format,
              signal,
              keepAliveMs: 20,
            }),
          async (url) => {
            const stream = fromResponse(await fetch(url));
            const reader = await readUntil(stream, "text-delta");

            await reader.cancel();

            await stopped();
          },
        );
      },
    },
  ]),
  {
    name: "a client who leaves is noticed without a byte's being sent",
    needs: ["serving"],
    async run(env) {
      const { baseURL, stopped } = await provide(env, SILENT);

      await serving(
        env,
        // deno-lint-ignore require-await
        async ({ signal }) =>
          toResponse(deepSeek(baseURL).stream(request()), {
            signal,
            keepAliveMs: false,
          }),
        async (url) => {
          const stream = fromResponse(await fetch(url));
          const reader = await readUntil(stream, "text-delta");

          await reader.cancel();

          await stopped();
        },
      );
    },
  },
  {
    name: "a server hands a provider's failure on",
    needs: ["serving"],
    async run(env) {
      const { baseURL } = await provide(env, {
        status: 429,
        body: { error: { message: "Slow down" } },
      });

      await serving(
        env,
        // deno-lint-ignore require-await
        async () => toResponse(deepSeek(baseURL).stream(request())),
        async (url) => {
          const chunks = await collect(fromResponse(await fetch(url)));

          equal(failureIn(chunks).code, "RATE_LIMIT");
        },
      );
    },
  },
  {
    name: "a server keeps a response for a client who comes back",
    needs: ["serving"],
    async run(env) {
      const adapter = scriptedAdapter([textChunks(["One ", "two"])]);
      const store = memoryResumeStore();
      const id = "1";
      const { done } = await resumable(
        runtimeOf(adapter).stream(request()),
        { store, id },
      );
      await done;

      await serving(
        env,
        (request) => respondResumed(request, { store, id }),
        async (url) => {
          const headers = { "last-event-id": "2" };

          const response = await fetch(url, { headers });
          const rest = await collect(fromResponse(response));
          const whole = await collect(connect(url));

          equal(textIn(rest), "two");
          equal(textIn(whole), "One two");
        },
      );
    },
  },
];
