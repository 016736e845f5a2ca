import { assertEquals } from "@std/assert";
import { readModelList } from "../../runtime/read_model_list.ts";
import type { LlmDiscoveredModel } from "../../runtime/model_discovery.ts";

const CASES: readonly [string, string, LlmDiscoveredModel[] | undefined][] = [
  ["a list of OpenAI", '{"data":[{"id":"a"},{"id":"b"}]}', [
    { id: "a" },
    { id: "b" },
  ]],
  [
    "a list of Anthropic",
    '{"data":[{"id":"a","display_name":"A","max_input_tokens":9,"max_tokens":4}]}',
    [{ id: "a", name: "A", contextWindow: 9, maxTokens: 4 }],
  ],
  [
    "a list of Google",
    '{"models":[{"name":"models/a","displayName":"A","inputTokenLimit":9,"outputTokenLimit":4}]}',
    [{ id: "a", name: "A", contextWindow: 9, maxTokens: 4 }],
  ],
  ["a bare list", '[{"id":"a","context_length":9}]', [
    { id: "a", contextWindow: 9 },
  ]],
  [
    "only what it can count",
    '[{"id":"a","context_length":0,"max_tokens":"4"}]',
    [
      { id: "a" },
    ],
  ],
  ["nothing of what has no id", '{"data":[{"id":""},null,"a",{"id":"b"}]}', [
    { id: "b" },
  ]],
  ["no object without a list", '{"error":"No"}', undefined],
  ["no text", '"models"', undefined],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`readModelList() reads ${name}`, () => {
    assertEquals(readModelList(JSON.parse(text)), expected);
  });
}
