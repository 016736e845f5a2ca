import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { createSessionLog } from "../../../runtime/session/create_session_log.ts";
import { surfaceAt } from "../../../runtime/session/surface_at.ts";
import { APPEND, begin, said, texts } from "./_events.ts";

async function conversation() {
  const log = await begin(createSessionLog());
  for (const content of ["a", "b"]) {
    await log.append("user/message", { message: said(content) }, APPEND);
  }
  const range = { op: "replace", from: 2, to: 3 } as const;
  await log.append("context/replace", { messages: [said("c")] }, {
    surfaceOp: range,
  });
  return log;
}

for (
  const [seq, expected] of [[1, []], [2, ["a"]], [3, ["a", "b"]], [4, [
    "c",
  ]]] as const
) {
  Deno.test(`surfaceAt() finds what the model saw after event ${seq}`, async () => {
    const log = await conversation();

    assertEquals(texts(surfaceAt(log, seq)), [...expected]);
  });
}

Deno.test("surfaceAt() shares nothing with a log that goes on", async () => {
  const log = await conversation();

  const surface = surfaceAt(log, log.revision);
  await log.append("user/message", { message: said("d") }, APPEND);

  assertNotStrictEquals(surface, log.surface);
  assertEquals(texts(surface), ["c"]);
});
