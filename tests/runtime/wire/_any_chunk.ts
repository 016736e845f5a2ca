/**
 * Chunks of every type.
 *
 * @module
 */

import fc from "../../fast_check.ts";
import type { StreamChunk } from "../../../message.ts";

/** Any chunk but a finish, then any finish. */
export function anyAnswer(): fc.Arbitrary<StreamChunk[]> {
  return fc.tuple(fc.array(anyPart()), anyFinish())
    .map(([parts, finish]) => [...parts, finish]);
}

/** Any chunk. */
export function anyChunk(): fc.Arbitrary<StreamChunk> {
  return fc.oneof(anyPart(), anyFinish());
}

function anyPart(): fc.Arbitrary<StreamChunk> {
  const index = fc.nat();
  const text = fc.string({ unit: "binary" });
  const count = fc.nat();
  return fc.oneof(
    fc.record({
      type: fc.constantFrom("text-delta", "reasoning-delta"),
      index,
      text,
    }),
    fc.record({
      type: fc.constant("tool-call-delta"),
      index,
      id: text,
      name: text,
      argumentsDelta: text,
    }, { requiredKeys: ["type", "index", "id", "argumentsDelta"] }),
    fc.record({
      type: fc.constant("block-start"),
      index,
      blockType: fc.constantFrom("text", "tool-call", "chart"),
    }),
    fc.record({
      type: fc.constant("block-end"),
      index,
      block: fc.oneof(
        fc.record({ type: fc.constant("text"), text }),
        fc.record({ type: fc.constant("chart"), points: anyJson() }),
      ),
    }),
    fc.record({
      type: fc.constant("usage"),
      usage: fc.record({
        inputTokens: count,
        outputTokens: count,
        cacheReadTokens: count,
      }, { requiredKeys: ["inputTokens", "outputTokens"] }),
    }),
  ) as fc.Arbitrary<StreamChunk>;
}

function anyFinish(): fc.Arbitrary<StreamChunk> {
  return fc.record({
    type: fc.constant("finish"),
    reason: fc.oneof(
      fc.record({ kind: fc.constantFrom("stop", "max-tokens", "paused") }),
      fc.record({
        kind: fc.constantFrom("error", "aborted"),
        failure: fc.record({
          message: fc.string({ minLength: 1 }),
          code: fc.string({ minLength: 1 }),
        }),
      }),
    ),
    replayState: anyJson(),
  }, { requiredKeys: ["type", "reason"] }) as fc.Arbitrary<StreamChunk>;
}

// Shallow: how deep it may be is a rule of its own.
function anyJson(): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 4 });
}
