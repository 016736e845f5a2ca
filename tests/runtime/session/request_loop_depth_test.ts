import { assertEquals } from "@std/assert";
import { Session } from "../../../runtime/session/session.ts";
import { textChunks } from "../../../testing/chunks.ts";
import { ask, loop } from "./_loop.ts";

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
