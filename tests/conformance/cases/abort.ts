/** Callers who give up by their signal. @module */

import { assemble, LlmAdapter } from "@dsh/llm";
import { scriptedAdapter } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { check, equal, rejects } from "../check.ts";
import {
  collect,
  collectPast,
  deepSeek,
  delay,
  failureIn,
  request,
  runtimeOf,
  textIn,
} from "../kit.ts";
import { provide } from "../provider.ts";

const HANGING = {
  text: ["One ", "two"],
  cutAfterEvents: 3,
  end: "stall",
} as const;

class Slow extends LlmAdapter {
  override prepareCall(): Promise<never> {
    return new Promise(() => {});
  }
  override stream(): never {
    throw new Error("never called");
  }
}

/** Cases of aborting. */
export const ABORT: readonly ConformanceCase[] = [
  {
    name: "a signal that is aborted already sends nothing",
    async run(env) {
      const { baseURL, seen } = await provide(env);
      const signal = AbortSignal.abort();

      const chunks = await collect(
        deepSeek(baseURL).stream(request({ signal })),
      );

      equal(chunks.length, 1);
      equal(failureIn(chunks, "aborted").code, "ABORTED");
      equal((await seen()).requests, []);
    },
  },
  {
    name: "an abort before the headers ends the call, and the request",
    async run(env) {
      const { baseURL, asked, stopped } = await provide(env, {
        headersDelayMs: 60_000,
      });
      const controller = new AbortController();
      const waiting = collect(
        deepSeek(baseURL).stream(request({ signal: controller.signal })),
      );
      await asked();

      controller.abort();

      const chunks = await waiting;
      equal(failureIn(chunks, "aborted").code, "ABORTED");
      await stopped();
    },
  },
  {
    name: "an abort between chunks keeps what came, and hangs up",
    async run(env) {
      const { baseURL, stopped } = await provide(env, {
        text: Array(200).fill("word "),
        delayMs: 10,
      });
      const controller = new AbortController();
      const { signal } = controller;
      const runtime = deepSeek(baseURL);
      runtime.on("llm/stream", {
        transformer: () => ({
          transform(chunk, output) {
            output.enqueue(chunk);
            if (chunk.type === "text-delta") controller.abort();
          },
        }),
      });

      const chunks = await collect(runtime.stream(request({ signal })));

      equal(textIn(chunks).startsWith("word "), true);
      equal(failureIn(chunks, "aborted").code, "ABORTED");
      await stopped();
    },
  },
  {
    name: "an abort ends a read that waits for a silent provider",
    async run(env) {
      const { baseURL, stopped } = await provide(env, HANGING);
      const controller = new AbortController();

      const chunks = await collectPast(
        deepSeek(baseURL).stream(request({ signal: controller.signal })),
        "One two",
        () => controller.abort(),
      );

      equal(textIn(chunks), "One two");
      equal(failureIn(chunks, "aborted").code, "ABORTED");
      await stopped();
    },
  },
  {
    name: "an abort ends a call whose adapter does not listen",
    async run() {
      const adapter = scriptedAdapter([{ hang: true, onAbort: "ignore" }]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);

      const chunks = await collect(
        runtimeOf(adapter).stream(request({ signal: controller.signal })),
      );

      equal(failureIn(chunks, "aborted").code, "ABORTED");
      equal(adapter.cancels.length, 1);
    },
  },
  {
    name: "a signal whose time is over aborts, and is no TIMEOUT",
    async run() {
      const adapter = scriptedAdapter([{ hang: true }]);
      const signal = AbortSignal.timeout(20);

      const chunks = await collect(
        runtimeOf(adapter).stream(request({ signal })),
      );

      equal(failureIn(chunks, "aborted").code, "ABORTED");
    },
  },
  {
    name: "assemble() rejects with the very reason of its signal",
    async run() {
      const reason = { why: "enough" };
      const controller = new AbortController();
      const adapter = scriptedAdapter([{ hang: true }]);
      setTimeout(() => controller.abort(reason), 20);

      const error = await rejects(
        assemble(runtimeOf(adapter).stream(request()), controller),
      );

      check(error === reason, "the reason is another");
    },
  },
  {
    name: "prepareCall() rejects with the very reason of its signal",
    async run() {
      const reason = { why: "enough" };
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 20);

      const error = await rejects(
        runtimeOf(new Slow()).prepareCall(
          { provider: "p", model: "any" },
          controller.signal,
        ),
      );

      check(error === reason, "the reason is another");
    },
  },
  {
    name: "an abort after the end changes nothing",
    async run(env) {
      const { baseURL, seen } = await provide(env, { text: "Hello" });
      const controller = new AbortController();

      const chunks = await collect(
        deepSeek(baseURL).stream(request({ signal: controller.signal })),
      );
      controller.abort();
      await delay(20);

      equal(chunks.at(-1)?.type, "finish");
      equal(textIn(chunks), "Hello");
      equal((await seen()).stops, 0);
    },
  },
];
