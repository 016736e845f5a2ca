/** Conversations that outlive a process. @module */

import { createUserMessage, isAgentLoopRequest, textOf } from "@dsh/llm";
import {
  decodeSessionNdjson,
  encodeSessionNdjson,
  installRetry,
  reconstructRequest,
  Session,
  type SessionEvent,
} from "@dsh/llm/session";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import type { ConformanceCase } from "../case.ts";
import { check, equal, rejects } from "../check.ts";
import { bytes, collect, deepSeek, delay, runtimeOf, textIn } from "../kit.ts";
import { provide } from "../provider.ts";

const CONFIG = { provider: "p", model: "deepseek-v4-flash" };

/** Cases of sessions. */
export const SESSIONS: readonly ConformanceCase[] = [
  {
    name: "a session goes on from the bytes of its log",
    async run() {
      const runtime = runtimeOf(
        scriptedAdapter([textChunks("Grüße 😀"), textChunks("Still here")]),
      );
      const session = await Session.create({ runtime });
      await session.append(createUserMessage({ content: "Hello" }));
      await session.request({ config: CONFIG }).result;
      await session.close();
      const log = session.events().pipeThrough(encodeSessionNdjson());
      const kept = new Uint8Array(await new Response(log).arrayBuffer());

      const again = await Session.from(bytes(kept), { runtime });
      await again.append(createUserMessage({ content: "And now?" }));
      const result = await again.request().result;

      equal(result.kind, "message");
      equal(again.messages.map(textOf), [
        "Hello",
        "Grüße 😀",
        "And now?",
        "Still here",
      ]);
    },
  },
  {
    name: "a log tells the very request that was made",
    async run() {
      const adapter = scriptedAdapter();
      const session = await Session.create({ runtime: runtimeOf(adapter) });
      await session.append(createUserMessage({ content: "Hi" }));
      await session.request({ config: CONFIG }).result;

      const events = [...session.eventsFrom(1)];
      const answer = events.find(({ type }) => type === "assistant/message");
      check(answer !== undefined, "there is no answer in the log");

      const { signal: _, ...sent } = adapter.requests[0]!;
      equal(reconstructRequest(events, answer.seq), sent);
    },
  },
  {
    name: "a log that is cut in the middle of a line is read up to there",
    async run() {
      const session = await Session.create({
        runtime: runtimeOf(scriptedAdapter()),
      });
      await session.append(createUserMessage({ content: "Grüße" }));
      await session.append(createUserMessage({ content: "Hi" }));
      const log = session.events();
      await session.close();
      const text = await new Response(log.pipeThrough(encodeSessionNdjson()))
        .text();
      const lines = text.trimEnd().split("\n");

      const events = await collect(
        decodeSessionNdjson(bytes(text.slice(0, text.lastIndexOf("Hi")))),
      );

      equal(events.length, lines.length - 1);
    },
  },
  {
    name: "a log with a line that is no event is refused",
    async run() {
      const error = await rejects(
        collect(decodeSessionNdjson(bytes('{"seq":1}\n', '{"seq":2}\n'))),
      );

      equal((error as { code?: string }).code, "CORRUPT_LOG");
    },
  },
  {
    name: "events count once the sink has them, one after the other",
    async run() {
      const kept: SessionEvent[] = [];
      const session = await Session.create({
        runtime: runtimeOf(scriptedAdapter()),
        sink: {
          async write(event) {
            await delay(1);
            kept.push(event);
          },
        },
      });

      await Promise.all(
        ["a", "b", "c"].map((content) =>
          session.append(createUserMessage({ content }))
        ),
      );

      equal(kept.map(({ seq }) => seq), kept.map((_, i) => i + 1));
      equal(session.messages.map(textOf), ["a", "b", "c"]);
    },
  },
  {
    name: "a request that failed is tried again, over real HTTP",
    async run(env) {
      const { baseURL, seen } = await provide(
        env,
        { status: 503, body: { error: { message: "Overloaded" } } },
        { text: "Hello" },
      );
      const runtime = deepSeek(baseURL, {
        retryPolicy: { mode: "normal", backoff: { initialDelayMs: 10 } },
      });
      const session = await Session.create({ runtime });
      installRetry(session);
      await session.append(createUserMessage({ content: "Hi" }));

      const result = await session.request({ config: CONFIG }).result;

      equal(result.kind, "message");
      equal((await seen()).requests.length, 2);
      const told = [...session.eventsFrom(1)].map(({ type }) => type)
        .filter((type) => type.startsWith("llm/"));
      equal(told, ["llm/retry", "llm/retry-started"]);
      await session.close();
    },
  },
  {
    name: "a request that was refused for good is not tried again",
    async run(env) {
      const { baseURL, seen } = await provide(env, {
        status: 401,
        body: { error: { message: "No such key" } },
      });
      const session = await Session.create({ runtime: deepSeek(baseURL) });
      installRetry(session);
      await session.append(createUserMessage({ content: "Hi" }));

      const result = await session.request({ config: CONFIG }).result;

      equal(result.kind, "error");
      equal((await seen()).requests.length, 1);
      await session.close();
    },
  },
  {
    name: "what a session asks for is marked as its own, and frozen",
    async run() {
      const runtime = runtimeOf(scriptedAdapter());
      const seen: boolean[] = [];
      runtime.on("llm/stream", (options, next) => {
        seen.push(isAgentLoopRequest(options), Object.isFrozen(options));
        return next();
      });
      const session = await Session.create({ runtime });
      await session.append(createUserMessage({ content: "Hi" }));

      await session.request({ config: CONFIG }).result;

      equal(seen, [true, true]);
    },
  },
  {
    name: "a request that is aborted keeps what came, and disconnects",
    async run(env) {
      const { baseURL, stopped } = await provide(env, {
        text: ["One ", "two"],
        cutAfterEvents: 3,
        end: "stall",
      });
      const controller = new AbortController();
      const runtime = deepSeek(baseURL);
      runtime.on("llm/stream", {
        transformer: () => ({
          transform(chunk, output) {
            output.enqueue(chunk);
            if (textIn([chunk]) !== "two") return;
            // Once the session waits for what comes next.
            setTimeout(() => controller.abort(), 20);
          },
        }),
      });
      const session = await Session.create({ runtime });
      await session.append(createUserMessage({ content: "Hi" }));

      const result = await session
        .request({ config: CONFIG, signal: controller.signal }).result;

      check(result.kind === "interrupted", `it is ${result.kind}`);
      equal(result.message && textOf(result.message), "One two");
      await stopped();
    },
  },
];
