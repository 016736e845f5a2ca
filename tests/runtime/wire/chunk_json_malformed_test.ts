import { assertStrictEquals, assertThrows } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import { chunkFromJson } from "../../../runtime/wire/chunk_json.ts";

const TEXT = '{"type":"text-delta","index":0,"text":"a"}';
const USAGE = '{"type":"usage","usage":{"inputTokens":1,"outputTokens":1';

const MALFORMED: [text: string, state: string][] = [
  ["", "it is not JSON"],
  ["nonsense", "it is not JSON"],
  [TEXT.slice(0, -1), "it is not JSON"],
  [`${TEXT}x`, "it is not JSON"],
  [`${TEXT.slice(0, -1)}]`, "it is not JSON"],
  ['{"type":"text-delta","index":0,"text":"a\n"}', "it is not JSON"],
  ['{"type":"text-delta","index":00,"text":"a"}', "it is not JSON"],
  ['{"type":"text-delta","index":,"text":"a"}', "it is not JSON"],
  ['{"type":"text-delta","index":NaN,"text":"a"}', "it is not JSON"],
  ["null", "it is not an object"],
  ["[]", "it is not an object"],
  ['"text"', "it is not an object"],
  ["{}", '"type" must be the type of a chunk'],
  ['{"type":"chat"}', '"type" must be the type of a chunk'],
  ['{"type":["finish"]}', '"type" must be the type of a chunk'],
  [
    '{"type":"block-start","index":0}',
    '"blockType" must be a non-empty string',
  ],
  [
    '{"type":"block-start","index":0,"blockType":""}',
    '"blockType" must be a non-empty string',
  ],
  ['{"type":"text-delta","text":"a"}', '"index" must be a number'],
  [
    '{"type":"text-delta","index":-1,"text":"a"}',
    '"index" must be an integer, 0 or more',
  ],
  [
    '{"type":"text-delta","index":1.5,"text":"a"}',
    '"index" must be an integer, 0 or more',
  ],
  [
    '{"type":"text-delta","index":1e999,"text":"a"}',
    '"index" must be an integer, 0 or more',
  ],
  [
    '{"type":"text-delta","index":9007199254740993,"text":"a"}',
    '"index" must be an integer, 0 or more',
  ],
  [
    '{"type":"text-delta","index":"0","text":"a"}',
    '"index" must be a number',
  ],
  ['{"type":"text-delta","index":0}', '"text" must be a string'],
  ['{"type":"text-delta","index":0,"text":1}', '"text" must be a string'],
  [
    '{"type":"reasoning-delta","index":0,"text":null}',
    '"text" must be a string',
  ],
  [
    '{"type":"tool-call-delta","index":0,"argumentsDelta":""}',
    '"id" must be a string',
  ],
  [
    '{"type":"tool-call-delta","index":0,"id":"a","name":null,"argumentsDelta":""}',
    '"name" must be a string',
  ],
  [
    '{"type":"tool-call-delta","index":0,"id":"a","argumentsDelta":{}}',
    '"argumentsDelta" must be a string',
  ],
  [
    '{"type":"tool-call-delta","index":-1,"id":"a","argumentsDelta":""}',
    '"index" must be an integer, 0 or more',
  ],
  [
    '{"type":"tool-call-delta","index":"1","id":"a","argumentsDelta":""}',
    '"index" must be a number',
  ],
  ['{"type":"block-end","index":0}', '"block" must be an object'],
  [
    '{"type":"block-end","index":0,"block":{"type":""}}',
    '"block.type" must be a non-empty string',
  ],
  [
    '{"type":"block-end","index":0,"block":{"type":"text"}}',
    '"block.text" must be a string',
  ],
  [
    '{"type":"block-end","index":0,"block":{"type":"tool-result","toolCallId":"c","content":[{"type":"text"}]}}',
    '"block.content[0].text" must be a string',
  ],
  [
    '{"type":"block-end","index":-1,"block":{"type":"text","text":""}}',
    '"index" must be an integer, 0 or more',
  ],
  ['{"type":"usage"}', '"usage" must be an object'],
  ['{"type":"usage","usage":[]}', '"usage" must be an object'],
  [
    '{"type":"usage","usage":{"outputTokens":1}}',
    '"usage.inputTokens" must be a number',
  ],
  [
    '{"type":"usage","usage":{"inputTokens":1}}',
    '"usage.outputTokens" must be a number',
  ],
  [
    `${USAGE},"cacheReadTokens":-1}}`,
    '"usage.cacheReadTokens" must be a finite number, 0 or more',
  ],
  [
    `${USAGE},"cacheWriteTokens":1e999}}`,
    '"usage.cacheWriteTokens" must be a finite number, 0 or more',
  ],
  [
    `${USAGE},"reasoningTokens":null}}`,
    '"usage.reasoningTokens" must be a number',
  ],
  ['{"type":"finish"}', '"reason" must be an object'],
  ['{"type":"finish","reason":"stop"}', '"reason" must be an object'],
  [
    '{"type":"finish","reason":{}}',
    '"reason.kind" must be a non-empty string',
  ],
  [
    '{"type":"finish","reason":{"kind":"error"}}',
    '"reason.failure" must be a sound failure',
  ],
  [
    '{"type":"finish","reason":{"kind":"aborted","failure":{"code":"ABORTED"}}}',
    '"reason.failure" must be a sound failure',
  ],
  [
    '{"type":"finish","reason":{"kind":"error","failure":{"message":"m","code":"c","status":99}}}',
    '"reason.failure" must be a sound failure',
  ],
];
for (const [text, state] of MALFORMED) {
  Deno.test(`chunkFromJson() refuses ${text || "nothing"}`, () => {
    const error = assertThrows(
      () => chunkFromJson(text, { maxDepth: 64 }),
      LlmError,
    );

    assertStrictEquals(error.code, "MALFORMED_RESPONSE");
    assertStrictEquals(error.message, `Cannot read chunk: ${state}`);
  });
}

function nested(depth: number): string {
  const points = `${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}`;
  return `{"type":"block-end","index":0,"block":{"type":"x","points":${points}}}`;
}

Deno.test("chunkFromJson() reads what is nested as deep as it may be", () => {
  const chunk = chunkFromJson(nested(10), { maxDepth: 10 });

  assertStrictEquals(chunk.type, "block-end");
});

Deno.test("chunkFromJson() refuses what is nested deeper", () => {
  const error = assertThrows(
    () => chunkFromJson(nested(11), { maxDepth: 10 }),
    LlmError,
  );

  assertStrictEquals(
    error.message,
    "Cannot read chunk: it is nested deeper than 10 levels",
  );
});
