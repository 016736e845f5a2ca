/** Responses of another server, which it makes with the package. @module */

import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import { fromResponse, toResponse, type WireFormat } from "@dsh/llm/wire";
import { answer } from "../answer.ts";
import type { ConformanceCase } from "../case.ts";
import { equal, includes } from "../check.ts";
import {
  collect,
  collectPast,
  failureIn,
  readUntil,
  request,
  runtimeOf,
  textIn,
} from "../kit.ts";

const TEXT = ["Grüße ", "😀 ", "日本"];
const KEPT_ALIVE = { sse: "\n: keep-alive\n\n", ndjson: "\n\n" };
const FORMATS: readonly WireFormat[] = ["sse", "ndjson"];

/** Cases of `toResponse` and `fromResponse`. */
export const RESPONSES: readonly ConformanceCase[] = [
  ...FORMATS.flatMap((format): ConformanceCase[] => [
    {
      name: `a response in ${format} is read to its finish`,
      async run(env) {
        const { url } = await answer(env, { text: TEXT, format });

        const chunks = await collect(fromResponse(await fetch(url)));

        equal(textIn(chunks), TEXT.join(""));
        equal(chunks.at(-1), { type: "finish", reason: { kind: "stop" } });
      },
    },
    {
      name: `what keeps a response in ${format} alive is no chunk`,
      async run(env) {
        const { url } = await answer(env, { text: TEXT, format, delayMs: 60 });

        const response = await fetch(url);
        const copy = response.clone().text();
        const chunks = await collect(fromResponse(response));

        equal(chunks, textChunks(TEXT));
        includes(`\n${await copy}`, KEPT_ALIVE[format]);
      },
    },
    {
      name: `a response in ${format} that is cut ends in STREAM_CLOSED`,
      async run(env) {
        const { url } = await answer(env, {
          text: TEXT,
          format,
          breaks: [130],
        });

        const chunks = await collect(fromResponse(await fetch(url)));

        equal(failureIn(chunks).code, "STREAM_CLOSED");
      },
    },
    {
      name: `a reader of ${format} who leaves stops the call behind it`,
      async run(env) {
        const { url, seen, stopped } = await answer(env, {
          text: TEXT,
          format,
          hang: true,
        });
        const stream = fromResponse(await fetch(url));
        const reader = await readUntil(stream, "text-delta");

        await reader.cancel();

        await stopped();
        equal((await seen()).cancels, 1);
      },
    },
  ]),
  {
    name: "a response that is reset ends in STREAM_CLOSED",
    async run(env) {
      const { url } = await answer(env, {
        text: TEXT,
        breaks: [130],
        breakBy: "reset",
      });

      const chunks = await collect(fromResponse(await fetch(url)));

      equal(failureIn(chunks).code, "STREAM_CLOSED");
    },
  },
  {
    name: "a page of an error becomes a failure with its status",
    async run(env) {
      const { url } = await answer(env, { text: TEXT, refusals: [503] });

      const chunks = await collect(fromResponse(await fetch(url)));

      const { code, status } = failureIn(chunks);
      equal([code, status], ["SERVER", 503]);
    },
  },
  {
    name: "a signal ends the reading, and the call behind it",
    async run(env) {
      const { url, stopped } = await answer(env, { text: TEXT, hang: true });
      const controller = new AbortController();

      const chunks = await collectPast(
        fromResponse(await fetch(url), { signal: controller.signal }),
        TEXT.join(""),
        () => controller.abort(),
      );

      equal(failureIn(chunks, "aborted").code, "ABORTED");
      await stopped();
    },
  },
  {
    name: "a fetch that is aborted ends the reading",
    async run(env) {
      const { url, stopped } = await answer(env, { text: TEXT, hang: true });
      const controller = new AbortController();
      const { signal } = controller;

      const chunks = await collectPast(
        fromResponse(await fetch(url, { signal }), { signal }),
        TEXT.join(""),
        () => controller.abort(),
      );

      equal(failureIn(chunks, "aborted").code, "ABORTED");
      await stopped();
    },
  },
  {
    name: "toResponse() ends a body, and the call behind it, with its signal",
    async run() {
      const [first] = textChunks(TEXT);
      const adapter = scriptedAdapter([{ chunks: [first!], hang: true }]);
      const controller = new AbortController();
      const { signal } = controller;
      const { body } = toResponse(runtimeOf(adapter).stream(request()), {
        signal,
      });
      const reader = body!.getReader();
      await reader.read();
      const reading = reader.read();

      controller.abort();

      equal((await reading).done, true);
      equal(adapter.cancels.length, 1);
    },
  },
  {
    name: "toResponse() tells proxies to leave the stream alone",
    run() {
      const runtime = runtimeOf(scriptedAdapter());

      const { headers, body } = toResponse(runtime.stream(request()));

      equal(headers.get("content-type"), "text/event-stream; charset=utf-8");
      equal(headers.get("cache-control"), "no-cache, no-transform");
      equal(headers.get("x-accel-buffering"), "no");
      return body?.cancel();
    },
  },
];
