import { assertEquals, assertStringIncludes } from "@std/assert";
import { Session } from "../../../runtime/session/session.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { ask, CONFIG, loop, types } from "./_loop.ts";

/** Lists within lists. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let k = 0; k < depth; k++) value = [value];
  return value;
}

// Around what the deepest chunk brings that is logged, messages put more.
for (let depth = 480; depth <= 500; depth++) {
  Deno.test(`request() logs what can be read back of state nested ${depth} deep`, async () => {
    const [start, text, end] = textChunks("a");
    const finish = {
      type: "finish",
      reason: { kind: "stop" },
      replayState: nested(depth),
    } as const;
    const { session, runtime } = await loop({
      script: [[start!, text!, end!, finish]],
    });

    const result = await ask(session);
    const again = await Session.from(session.eventsFrom(1), { runtime });

    const outcome = result.kind === "error" ? result.failure.code : result.kind;
    assertEquals(outcome, depth <= 490 ? "message" : "MALFORMED_RESPONSE");
    assertEquals(await again.settle(), undefined);
    assertEquals(again.revision, session.revision);
  });
}

Deno.test("request() refuses tools that lie too deep to be logged", async () => {
  const script = Array(20).fill(textChunks("a"));
  const { session } = await loop({ script });
  const refused: number[] = [];

  for (let depth = 485; depth < 505; depth++) {
    const parameters = { nested: nested(depth) };
    const tools = [{ name: "look", description: "", parameters }];
    try {
      const { kind } = await session.request({ config: CONFIG, tools }).result;
      assertEquals(kind, "message");
    } catch (error) {
      assertStringIncludes(String(error), "must be nested at most 500 deep");
      // What was refused has logged nothing.
      assertEquals(types(session).at(-1), "turn/end");
      refused.push(depth);
    }
  }

  assertEquals(refused, Array.from({ length: 8 }, (_, k) => 497 + k));
});
