import { assertEquals, assertThrows } from "@std/assert";
import { textChunks } from "../../testing/chunks.ts";
import {
  scriptedAdapter,
  type ScriptedCall,
} from "../../testing/scripted_adapter.ts";

const NO_SCRIPT: [script: unknown, problem: string][] = [
  ["x", '"script" must be an array of calls'],
  [{ chunks: [] }, '"script" must be an array of calls'],
  [
    ["x"],
    '"script[0]" must be chunks, an error, a plan, a stream or a function',
  ],
  [
    [[], null],
    '"script[1]" must be chunks, an error, a plan, a stream or a function',
  ],
  [
    textChunks("x"),
    '"script[0].type" must be left out, it is not part of a plan',
  ],
  [
    [{ toString: [] }],
    '"script[0].toString" must be left out, it is not part of a plan',
  ],
];

for (const [script, problem] of NO_SCRIPT) {
  Deno.test(`scriptedAdapter() refuses ${JSON.stringify(script)}`, () => {
    const error = assertThrows(
      () => scriptedAdapter(script as ScriptedCall[]),
      TypeError,
    );

    assertEquals(error.message, `Cannot play script: ${problem}`);
  });
}

Deno.test("scriptedAdapter() refuses what a function of the script returns", () => {
  const adapter = scriptedAdapter([() => "x" as unknown as ScriptedCall]);

  assertThrows(
    () => adapter.stream({ provider: "p", model: "m", messages: [] }),
    TypeError,
    'Cannot play script: "call" must be ',
  );
});
