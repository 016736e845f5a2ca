import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isHarnessError } from "../../../runtime/error.ts";
import {
  type LoadedLog,
  readSessionLog,
} from "../../../runtime/session/read_session_log.ts";
import { event, history, inReads, said, toLines } from "./_events.ts";

const REPLACED = event(6, {
  type: "context/replace",
  data: { messages: [said("ü")] },
  surfaceOp: { op: "replace", from: 2, to: 4 },
});
const LINES = toLines([...history(), REPLACED]);
const BYTES = new TextEncoder().encode(LINES);

/** Reads a log, or tells with what code that fails. */
async function read(
  bytes: Uint8Array,
  upTo?: "corruption",
): Promise<LoadedLog | string> {
  try {
    return await readSessionLog(inReads(bytes, 100), { upTo });
  } catch (error) {
    assert(isHarnessError(error), String(error));
    return error.code;
  }
}

function linesOf({ store }: LoadedLog): string[] {
  const cursor = store.seek(1);
  const lines: string[] = [];
  for (let some = store.read(cursor); some !== undefined;) {
    for (let k = 0; k < some.length; k++) {
      lines.push(JSON.stringify(some.at(k)));
    }
    some = store.read(cursor);
  }
  return lines;
}

const damage = fc.record({
  at: fc.nat({ max: BYTES.length - 1 }),
  cut: fc.nat({ max: 40 }),
  put: fc.uint8Array({ maxLength: 3 }),
});

Deno.test("readSessionLog() reads a damaged log as one of sound events, or names the damage", async () => {
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, cut, put }) => {
      const bytes = Uint8Array.of(
        ...BYTES.subarray(0, at),
        ...put,
        ...BYTES.subarray(at + cut),
      );

      const loaded = await read(bytes);

      if (typeof loaded === "string") {
        assert(["CORRUPT_LOG", "UNSUPPORTED_LOG_VERSION"].includes(loaded));
        return;
      }
      const seqs = linesOf(loaded).map((line) => JSON.parse(line).seq);
      assertEquals(seqs, seqs.map((_, k) => k + 1));
      assertEquals(loaded.end.revision, seqs.length);
    }),
    { numRuns: 300 },
  );
});

Deno.test("readSessionLog() reads what comes before the damage, byte for byte", async () => {
  const lines = LINES.trimEnd().split("\n");
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, cut, put }) => {
      const bytes = Uint8Array.of(
        ...BYTES.subarray(0, at),
        ...put,
        ...BYTES.subarray(at + cut),
      );
      const before = new TextDecoder().decode(BYTES.subarray(0, at))
        .split("\n").length - 1;

      const loaded = await read(bytes, "corruption");

      if (typeof loaded === "string") {
        // Without its start there is no session.
        assertEquals(before, 0);
        return;
      }
      assertEquals(linesOf(loaded).slice(0, before), lines.slice(0, before));
    }),
    { numRuns: 300 },
  );
});
