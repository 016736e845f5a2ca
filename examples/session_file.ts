/**
 * A conversation in a file: a process is stopped while it writes, and the next one
 * goes on.
 *
 * Run with `deno run --allow-read=/tmp --allow-write=/tmp examples/session_file.ts`.
 *
 * @module
 */

import { deepEqual, equal } from "node:assert/strict";
import { createUserMessage, LlmRuntime, textOf } from "../mod.ts";
import { ndjsonSink, Session } from "../runtime/session/mod.ts";
import { scriptedAdapter, textChunks } from "../testing/mod.ts";
import { openSessionFile, type SessionFile } from "./session/session_file.ts";

const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["local"],
  scriptedAdapter([textChunks("Hello there"), textChunks("I am")]),
);
const path = await Deno.makeTempFile({ suffix: ".ndjson" });
const problems: string[] = [];

/** Begins the conversation of a file, or goes on with it. */
async function openSession(file: SessionFile): Promise<Session> {
  const sink = ndjsonSink(file);
  if (file.isNew) return await Session.create({ runtime, sink });
  return await Session.from(await file.read(), {
    runtime,
    sink,
    onProblem: ({ kind }) => problems.push(kind),
  });
}

// One process begins.
const file = await openSessionFile(path);
const session = await openSession(file);
await session.append(createUserMessage({ content: "Hello" }));
const { result } = session.request({
  config: { provider: "local", model: "any" },
});
equal((await result).kind, "message");

// It is stopped in the middle of a line.
await file.write(new TextEncoder().encode('{"seq":100,"type":"user/me'));
file.close();

// The next one cuts that line off, and goes on where the log ends.
const again = await openSessionFile(path);
const resumed = await openSession(again);
await resumed.append(createUserMessage({ content: "Are you still there?" }));
await resumed.request().result;
await resumed.close();

const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
deepEqual(problems, ["torn"]);
deepEqual(
  lines.map((line) => JSON.parse(line).seq),
  lines.map((_, k) => k + 1),
);
deepEqual(resumed.messages.map(textOf), [
  "Hello",
  "Hello there",
  "Are you still there?",
  "I am",
]);
again.close();
await Deno.remove(path);
