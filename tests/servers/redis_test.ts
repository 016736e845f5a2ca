import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { redisClient } from "../../examples/resume/redis_client.ts";
import { redisResumeStore } from "../../examples/resume/redis_resume_store.ts";
import { testStore } from "../runtime/wire/_store_suite.ts";
import { startRedis } from "./_redis.ts";

testStore({
  name: "redisResumeStore()",
  async open() {
    const redis = await startRedis();
    const address = { hostname: "127.0.0.1", port: redis.port };
    const [one, other] = [redisClient(address), redisClient(address)];
    return {
      store: redisResumeStore(one),
      other: redisResumeStore(other),
      async close() {
        one.close();
        other.close();
        await redis[Symbol.asyncDispose]();
      },
    };
  },
});

Deno.test("redisClient() rejects with what Redis refuses, and goes on", async () => {
  await using redis = await startRedis();
  const client = redisClient({ hostname: "127.0.0.1", port: redis.port });

  await assertRejects(
    () => client.send(["GET"]),
    Error,
    "Redis refuses: ERR wrong number of arguments",
  );
  const reply = await client.send(["ECHO", "a\r\nb"]);
  client.close();

  assertStrictEquals(reply, "a\r\nb");
});

Deno.test("redisClient() closes what waits", async () => {
  await using redis = await startRedis();
  const client = redisClient({ hostname: "127.0.0.1", port: redis.port });
  await client.send(["PING"]);

  const waiting = client.send(["BLPOP", "list", 0]);
  client.close();

  await assertRejects(() => waiting);
});

Deno.test("examples/resume_redis.ts does what it asserts", async () => {
  await using redis = await startRedis();
  const program = new URL("../../examples/resume_redis.ts", import.meta.url);

  const { code, stderr } = await new Deno.Command("deno", {
    args: [
      "run",
      "--no-prompt",
      "--quiet",
      "--allow-net=127.0.0.1",
      program.pathname,
      `${redis.port}`,
    ],
    stdout: "piped",
    stderr: "piped",
  }).output();

  assertEquals(new TextDecoder().decode(stderr), "");
  assertStrictEquals(code, 0);
});
