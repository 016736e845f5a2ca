/** Responses that outlive a connection. @module */

import {
  connect,
  type ConnectState,
  memoryResumeStore,
  resumable,
} from "@dsh/llm/wire";
import { scriptedAdapter, textChunks } from "@dsh/llm/testing";
import { answer } from "../answer.ts";
import type { ConformanceCase } from "../case.ts";
import { equal } from "../check.ts";
import {
  collect,
  collectPast,
  failureIn,
  readUntil,
  request,
  runtimeOf,
  textIn,
} from "../kit.ts";

const TEXT = ["Grüße ", "😀 ", "日本", "\n", "!"];
// The shortest wait before a client comes back.
const random = () => 0;

/** Cases of `resumable`, `respondResumed` and `connect`. */
export const RESUMING: readonly ConformanceCase[] = [
  ...(["close", "reset"] as const).map((breakBy): ConformanceCase => ({
    name: `connect() reads on where connections ${breakBy}`,
    async run(env) {
      const { url, seen } = await answer(env, {
        text: TEXT,
        resume: true,
        breaks: [100, 150],
        breakBy,
      });

      const chunks = await collect(connect(url, { random }));

      equal(chunks, textChunks(TEXT));
      const { requests, calls } = await seen();
      equal([requests.length, calls], [3, 1]);
      equal(requests[0]?.lastEventId, undefined);
      equal(typeof requests[2]?.lastEventId, "string");
    },
  })),
  {
    name: "connect() waits out a server that is not there yet",
    async run(env) {
      const { url, seen } = await answer(env, {
        text: TEXT,
        resume: true,
        refusals: [503],
      });

      const chunks = await collect(connect(url, { random }));

      equal(textIn(chunks), TEXT.join(""));
      equal((await seen()).requests.length, 2);
    },
  },
  {
    name: "connect() tells what it does",
    async run(env) {
      const { url } = await answer(env, {
        text: TEXT,
        resume: true,
        breaks: [100],
      });
      const states: ConnectState[] = [];

      await collect(
        connect(url, { random, onState: (state) => states.push(state) }),
      );

      equal(states, [
        "connecting",
        "open",
        "waiting",
        "connecting",
        "open",
        "closed",
      ]);
    },
  },
  {
    name: "connect() that is aborted stops the call for everyone",
    async run(env) {
      const { url, seen } = await answer(env, {
        text: TEXT,
        resume: true,
        hang: true,
      });
      const controller = new AbortController();
      const { signal } = controller;

      const chunks = await collectPast(
        connect(url, { signal }),
        TEXT.join(""),
        () => controller.abort(),
      );

      equal(failureIn(chunks, "aborted").code, "ABORTED");
      let latest = await seen();
      while (latest.cancels === 0) latest = await seen();
      equal(latest.requests.at(-1)?.method, "DELETE");
    },
  },
  {
    name: "connect() that is cancelled disconnects, and the call goes on",
    async run(env) {
      const { url, seen, stopped } = await answer(env, {
        text: TEXT,
        resume: true,
        hang: true,
      });
      const reader = await readUntil(connect(url), "text-delta");

      await reader.cancel();

      await stopped();
      const { requests, cancels } = await seen();
      equal(requests.map(({ method }) => method), ["GET"]);
      equal(cancels, 0);
    },
  },
  {
    name: "connect() passes nothing on twice, whatever a server repeats",
    async run() {
      const { respond } = await resumable(
        runtimeOf(scriptedAdapter([textChunks(TEXT)])).stream(request()),
        { store: memoryResumeStore(), id: "1" },
      );
      let calls = 0;
      const fetch: typeof globalThis.fetch = async (input) => {
        calls++;
        // From its beginning each time, the first time not up to its end.
        const response = await respond(new Request(input));
        return calls > 1
          ? response
          : new Response((await response.text()).slice(0, 200), response);
      };

      const chunks = await collect(
        connect("http://localhost/", { fetch, random }),
      );

      equal(chunks, textChunks(TEXT));
      equal(calls, 2);
    },
  },
  {
    name: "connect() fails where there is no such response",
    async run(env) {
      const chunks = await collect(connect(`${env.url}/answers/none`));

      equal(failureIn(chunks).status, 404);
    },
  },
  {
    name:
      "a kept response has nothing for a client who has it all, or too much",
    async run() {
      const chunks = textChunks(TEXT);
      const { respond, done } = await resumable(
        runtimeOf(scriptedAdapter([chunks])).stream(request()),
        { store: memoryResumeStore(), id: "1" },
      );
      await done;

      const statuses = [];
      for (const id of [chunks.length, chunks.length + 1]) {
        const headers = { "last-event-id": `${id}` };
        const response = await respond(
          new Request("http://localhost/", { headers }),
        );
        await response.body?.cancel();
        statuses.push(response.status);
      }

      equal(statuses, [204, 400]);
    },
  },
  {
    name: "a kept response gives every reader all of it",
    async run() {
      const adapter = scriptedAdapter([textChunks(TEXT)]);
      const { respond } = await resumable(
        runtimeOf(adapter).stream(request()),
        { store: memoryResumeStore(), id: "1" },
      );
      const fetch: typeof globalThis.fetch = (input, init) =>
        respond(new Request(input, init));

      const readers = [1, 2].map(() =>
        collect(connect("http://localhost/", { fetch }))
      );

      for (const chunks of await Promise.all(readers)) {
        equal(chunks, textChunks(TEXT));
      }
      equal(adapter.requests.length, 1);
    },
  },
];
