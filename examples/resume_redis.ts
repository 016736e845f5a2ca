/**
 * Responses in Redis: two servers, one of which goes away while a client reads.
 *
 * Needs a Redis at 127.0.0.1. Run with
 * `deno run --allow-net=127.0.0.1 examples/resume_redis.ts 6379`.
 *
 * @module
 */

import { equal } from "node:assert/strict";
import { assemble, LlmRuntime, textOf } from "../mod.ts";
import { connect, respondResumed, resumable } from "../runtime/wire/mod.ts";
import { scriptedAdapter, textChunks } from "../testing/mod.ts";
import { redisClient } from "./resume/redis_client.ts";
import { redisResumeStore } from "./resume/redis_resume_store.ts";

const [port = "6379"] = Deno.args;

const runtime = new LlmRuntime();
const chunks = textChunks("Hello from another server".split(/(?= )/));
runtime.registerAdapter(["local"], scriptedAdapter([{ chunks, delayMs: 50 }]));

// What each server runs. None keeps anything that another could not find.
function startServer() {
  const redis = redisClient({ hostname: "127.0.0.1", port: Number(port) });
  const store = redisResumeStore(redis);

  async function handle(request: Request): Promise<Response> {
    if (request.method !== "POST") {
      const id = new URL(request.url).pathname.slice("/answers/".length);
      // Here is the place to check who asks.
      return await respondResumed(request, { store, id });
    }
    const id = crypto.randomUUID();
    const call = { provider: "local", model: "any", messages: [] };
    await resumable(runtime.stream(call), { store, id });
    return new Response(id, { status: 201 });
  }

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    handle,
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    redis,
    server,
  };
}

const first = startServer();
const second = startServer();
const created = await fetch(first.url, { method: "POST" });
const path = `/answers/${await created.text()}`;

// Stands in for a balancer: the first connection goes to the first server, and
// breaks after the first chunk. Further ones go to the second server.
let connections = 0;
async function balancedFetch(
  _: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  if (connections++ > 0) return await fetch(second.url + path, init);
  const response = await fetch(first.url + path, init);
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new Response(value!, response);
}

const answer = await assemble(
  connect(first.url + path, { fetch: balancedFetch }),
);

equal(textOf(answer.message()), "Hello from another server");
equal(connections, 2);
for (const { server, redis } of [first, second]) {
  await server.shutdown();
  redis.close();
}
