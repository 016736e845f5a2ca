import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  mockDeepSeek,
  type MockReplyScript,
} from "../../testing/mock_deepseek.ts";
import type { MockReply } from "../../testing/mock_reply.ts";
import { ask, textOf } from "./ask.ts";

const REFUSED: [replies: unknown, problem: string][] = [
  ["x", '"replies" must be an array of replies'],
  [{ text: "x" }, '"replies" must be an array of replies'],
  [["x"], '"replies[0]" must be a reply or a function'],
  [[{}, null], '"replies[1]" must be a reply or a function'],
  [[[]], '"replies[0]" must be a reply or a function'],
  [
    [{ txt: "x" }],
    '"replies[0].txt" must be left out, it is not part of a reply',
  ],
  [
    [{ toString: "x" }],
    '"replies[0].toString" must be left out, it is not part of a reply',
  ],
];

for (const [replies, problem] of REFUSED) {
  Deno.test(`mockDeepSeek() refuses the script ${JSON.stringify(replies)}`, () => {
    const error = assertThrows(
      () => mockDeepSeek(replies as MockReplyScript[]),
      TypeError,
    );

    assertEquals(error.message, `Cannot mock DeepSeek: ${problem}`);
  });
}

Deno.test("mockDeepSeek().push() refuses what is not a reply and adds nothing", async () => {
  const mock = mockDeepSeek([{ text: "a" }]);

  assertThrows(
    () => mock.push({ text: "b" }, { txt: "c" } as MockReply),
    TypeError,
    '"replies[1].txt"',
  );
  const first = await textOf(await ask(mock));
  const second = await textOf(await ask(mock));

  assertEquals([first, second], ["a", "a"]);
});

Deno.test("mockDeepSeek() refuses what a function of the script returns", async () => {
  const mock = mockDeepSeek([() => ({ txt: "x" }) as MockReply]);

  await assertRejects(
    () => ask(mock),
    TypeError,
    'Cannot mock DeepSeek: "reply.txt" must be left out',
  );
});
