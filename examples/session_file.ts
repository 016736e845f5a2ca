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
import { openSessionFile } from "./session/session_file.ts";

const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["local"],
  scriptedAdapter([textChunks("Hello there"), textChunks("I am")]),
);
const path = await Deno.makeTempFile({ suffix: ".ndjson" });

// One process begins the conversation.
const file = await openSessionFile(path);
const session = await Session.create({ runtime, sink: ndjsonSink(file) });
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
const problems: string[] = [];
const resumed = await Session.from(await again.read(), {
  runtime,
  sink: ndjsonSink(again),
  onProblem: ({ kind }) => problems.push(kind),
});
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
