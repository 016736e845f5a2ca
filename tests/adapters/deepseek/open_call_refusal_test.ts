import { assertEquals, assertRejects } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import { open, scriptBody, scriptFetch } from "./_call.ts";

const KIB = 1024;

Deno.test("openCall() reads 64 KiB of a refusal and stops it", async () => {
  const cancelled: unknown[] = [];
  let reads = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      reads++;
      controller.enqueue(new Uint8Array(16 * KIB).fill(0x61));
      if (reads === 20) controller.close();
    },
    cancel: (reason) => void cancelled.push(reason),
  }, { highWaterMark: 0 });
  const { fetch } = scriptFetch(() => new Response(body, { status: 503 }));

  const error = await assertRejects(
    () => open({ fetch }).source.read(),
    LlmError,
  );

  assertEquals(error.code, "SERVER");
  assertEquals(reads, 4);
  assertEquals(cancelled.length, 1);
});

Deno.test("openCall() takes no word of a refusal beyond 64 KiB", async () => {
  const start = '{"error":{"message":"' + " ".repeat(64 * KIB);
  const { stream } = scriptBody([`${start}secret of the house"}}`]);
  const { fetch } = scriptFetch(() => new Response(stream, { status: 503 }));

  const error = await assertRejects(
    () => open({ fetch }).source.read(),
    LlmError,
  );

  assertEquals(error.message.includes("house"), false);
});
