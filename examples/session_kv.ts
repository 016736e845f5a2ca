/**
 * A conversation in Deno KV: one server begins it, another goes on.
 *
 * Run with `deno run examples/session_kv.ts`. A server of your own passes a path or
 * a URL to `Deno.openKv()`, or nothing on Deno Deploy.
 *
 * @module
 */

import { deepEqual } from "node:assert/strict";
import { createUserMessage, LlmRuntime, textOf } from "../mod.ts";
import { Session } from "../runtime/session/mod.ts";
import { scriptedAdapter, textChunks } from "../testing/mod.ts";
import { kvSession } from "./session/kv_session.ts";

const kv = await Deno.openKv(":memory:");

const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["local"],
  scriptedAdapter([textChunks("Hello there"), textChunks("I am")]),
);

async function begin(id: string): Promise<void> {
  const { sink } = kvSession(kv, ["sessions", id]);
  const session = await Session.create({ runtime, sink });
  await session.append(createUserMessage({ content: "Hello" }));
  const config = { provider: "local", model: "any" };
  await session.request({ config }).result;
  await session.close();
}

async function goOn(id: string, question: string): Promise<string[]> {
  const { sink, events } = kvSession(kv, ["sessions", id]);
  const session = await Session.from(events(), { runtime, sink });
  await session.append(createUserMessage({ content: question }));
  // What is not asked for is as it was in the request before.
  await session.request().result;
  await session.close();
  return session.messages.map(textOf);
}

await begin("chat-1");
const texts = await goOn("chat-1", "Are you still there?");

deepEqual(texts, ["Hello", "Hello there", "Are you still there?", "I am"]);
kv.close();
