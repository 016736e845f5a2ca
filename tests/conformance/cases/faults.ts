/** What goes wrong between a provider and a call. @module */

import { mockDeepSeek } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { equal } from "../check.ts";
import { collect, deepSeek, failureIn, request, textIn } from "../kit.ts";
import { provide } from "../provider.ts";

const TEXT = ["One ", "two ", "three"];

/** Cases of faults, over real connections where they can be exact. */
export const FAULTS: readonly ConformanceCase[] = [
  {
    name: "a response that is cut ends in STREAM_CLOSED, after what came",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: TEXT,
        cutAfterEvents: 3,
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(textIn(chunks), "One two ");
      equal(failureIn(chunks).code, "STREAM_CLOSED");
    },
  },
  {
    name: "a connection that is reset ends in TRANSPORT, after what came",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: TEXT,
        // Time for what came before to arrive: a reset overtakes it otherwise.
        delayMs: 150,
        tail: ": the reset is next\n\n",
        cutAfterEvents: 3,
        end: "reset",
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(textIn(chunks), "One two ");
      equal(failureIn(chunks).code, "TRANSPORT");
    },
  },
  {
    name: "an event that is no JSON ends in MALFORMED_RESPONSE",
    async run(env) {
      const { baseURL } = await provide(env, {
        text: TEXT,
        cutAfterEvents: 3,
        tail: 'data: {"choices":[\n\n',
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(textIn(chunks), "One two ");
      equal(failureIn(chunks).code, "MALFORMED_RESPONSE");
    },
  },
  {
    name: "a call that fails tells first what it has cost",
    async run(env) {
      const usage = { prompt_tokens: 30, completion_tokens: 9 };
      const { baseURL } = await provide(env, {
        text: TEXT,
        cutAfterEvents: 3,
        tail: `data: ${JSON.stringify({ choices: [], usage })}\n\n` +
          'data: {"choices":[\n\n',
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(failureIn(chunks).code, "MALFORMED_RESPONSE");
      const cost = chunks.at(-2);
      equal(cost?.type === "usage" && cost.usage.outputTokens, 9);
    },
  },
  {
    name: "a provider that falls silent ends in TIMEOUT, and is hung up on",
    async run(env) {
      const { baseURL, stopped } = await provide(env, {
        text: TEXT,
        cutAfterEvents: 3,
        end: "stall",
      });
      const runtime = deepSeek(baseURL, { streamIdleTimeoutMs: 1_000 });

      const chunks = await collect(runtime.stream(request()));

      equal(textIn(chunks), "One two ");
      equal(failureIn(chunks).code, "TIMEOUT");
      await stopped();
    },
  },
  {
    name: "a provider that never answers ends in TIMEOUT",
    async run(env) {
      const { baseURL } = await provide(env, { headersDelayMs: 60_000 });
      const runtime = deepSeek(baseURL, { streamIdleTimeoutMs: 300 });

      const chunks = await collect(runtime.stream(request()));

      equal(failureIn(chunks).code, "TIMEOUT");
    },
  },
  {
    name: "a provider that sends comments alone ends in TIMEOUT",
    async run(env) {
      const { baseURL, stopped } = await provide(env, {
        cutAfterEvents: 0,
        end: "keep-alive",
        keepAliveMs: 10,
      });
      const runtime = deepSeek(baseURL, { progressTimeoutMs: 1_000 });

      const chunks = await collect(runtime.stream(request()));

      equal(failureIn(chunks).code, "TIMEOUT");
      await stopped();
    },
  },
  {
    name: "a server that cannot be reached ends in TRANSPORT",
    async run() {
      const runtime = deepSeek("http://127.0.0.1:1");

      const chunks = await collect(runtime.stream(request()));

      equal(failureIn(chunks).code, "TRANSPORT");
    },
  },
  {
    name: "an answer without content ends in EMPTY_RESPONSE",
    async run(env) {
      const { baseURL } = await provide(env, { text: "" });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(failureIn(chunks).code, "EMPTY_RESPONSE");
    },
  },
  {
    name: "a page in the place of an answer ends in an error, not in text",
    async run(env) {
      const { baseURL } = await provide(env, {
        body: "<html><title>Log in</title></html>",
      });

      const chunks = await collect(deepSeek(baseURL).stream(request()));

      equal(textIn(chunks), "");
      equal(failureIn(chunks).code, "MALFORMED_RESPONSE");
    },
  },
  {
    name: "characters survive being cut at every byte",
    async run() {
      const { fetch } = mockDeepSeek([{
        text: "Größe 😀 日本語",
        cuts: "every byte",
      }]);

      const chunks = await collect(
        deepSeek("http://localhost", { fetch }).stream(request()),
      );

      equal(textIn(chunks), "Größe 😀 日本語");
    },
  },
];
