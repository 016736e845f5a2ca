import { assertEquals, assertFalse } from "@std/assert";
import fc from "fast-check";
import { hideKey } from "../../../../examples/edge_chat/server/hide_key.ts";
import {
  assemble,
  CallId,
  LlmRuntime,
  type StreamChunk,
} from "../../../../mod.ts";
import {
  mockDeepSeek,
  scriptedAdapter,
  textChunks,
} from "../../../../testing/mod.ts";
import { openChat } from "../open_chat.ts";

const KEY = "sk-sk-0123456789abcdef";

function stream(script: StreamChunk[], key = KEY): ReadableStream<StreamChunk> {
  const runtime = new LlmRuntime();
  runtime.on("llm/stream", hideKey(key));
  runtime.registerAdapter(["p"], scriptedAdapter([script]));
  return runtime.stream({ provider: "p", model: "any", messages: [] });
}

async function play(script: StreamChunk[], key = KEY): Promise<StreamChunk[]> {
  return await Array.fromAsync(stream(script, key));
}

Deno.test("hideKey() leaves an answer without the key alone", async () => {
  const script = textChunks(["Hello", " there, ", "skier"]);

  const chunks = await play(script);

  assertEquals(chunks, script);
});

Deno.test("hideKey() takes the key out of text, and keeps the rest", async () => {
  const chunks = await play(textChunks(["It is ", `${KEY}, `, "no more"]));

  assertEquals(chunks, textChunks(["It is ", "[hidden], ", "no more"]));
});

Deno.test("hideKey() holds back what may become the key, and no longer than that", async () => {
  const chunks = await play(textChunks(["ask", "-", "s", " me"]));

  assertEquals(chunks, textChunks(["a", "sk-s me"]));
});

Deno.test("hideKey() sends what it held back before a block ends", async () => {
  const chunks = await play(textChunks(["task", "s"]));

  assertEquals(chunks, textChunks(["ta", "sk", "s"]));
});

Deno.test("hideKey() sends nothing that it held back of an answer that breaks off", async () => {
  const [start, delta] = textChunks(KEY.slice(0, -1));

  const chunks = await play([start!, delta!]);

  assertFalse(JSON.stringify(chunks).includes(KEY.slice(0, 6)));
});

Deno.test("hideKey() takes the key out of tool calls and reasoning", async () => {
  const id = CallId(`call-${KEY}`);
  const block = { type: "reasoning", text: KEY } as const;

  const chunks = await play([
    { type: "block-start", index: 0, blockType: "reasoning" },
    { type: "reasoning-delta", index: 0, text: KEY },
    { type: "block-end", index: 0, block },
    { type: "block-start", index: 1, blockType: "tool-call" },
    {
      type: "tool-call-delta",
      index: 1,
      id,
      name: `tool-${KEY}`,
      argumentsDelta: "",
    },
    {
      type: "tool-call-delta",
      index: 1,
      id,
      argumentsDelta: `{"key":"${KEY.slice(0, 9)}`,
    },
    {
      type: "tool-call-delta",
      index: 1,
      id,
      argumentsDelta: `${KEY.slice(9)}"}`,
    },
    {
      type: "block-end",
      index: 1,
      block: {
        type: "tool-call",
        id,
        name: `tool-${KEY}`,
        arguments: `{"key":"${KEY}"}`,
      },
    },
    { type: "finish", reason: { kind: "tool-calls" } },
  ]);

  const shown = JSON.stringify(chunks);
  const answer = await assemble(ReadableStream.from(chunks));
  assertFalse(shown.includes("0123"), shown);
  assertEquals(answer.blocks(), [
    { type: "reasoning", text: "[hidden]" },
    {
      type: "tool-call",
      id: CallId("call-[hidden]"),
      name: "tool-[hidden]",
      arguments: '{"key":"[hidden]"}',
    },
  ]);
});

Deno.test("hideKey() leaves alone what is too short for a key", async () => {
  const script = textChunks(["none ", "no", "ne"]);

  const chunks = await play(script, "none");

  assertEquals(chunks, script);
});

Deno.test("hideKey() hides the key in any pieces, and sums deltas up to their block", async () => {
  const piece = fc.constantFrom(
    "s",
    "sk-",
    KEY,
    KEY.slice(0, 9),
    KEY.slice(9),
    "x",
  );

  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1 }), async (pieces) => {
      const chunks = await play(textChunks(pieces));

      let sum = "";
      for (const chunk of chunks) {
        if (chunk.type === "text-delta") sum += chunk.text;
      }
      assertEquals(sum, pieces.join("").replaceAll(KEY, "[hidden]"));
      for (const chunk of chunks) {
        if (chunk.type !== "block-end") continue;
        assertEquals(chunk.block, { type: "text", text: sum });
      }
    }),
  );
});

Deno.test("createEdgeChat() shows nobody its key, whatever the provider answers", async () => {
  const { fetch } = mockDeepSeek([{
    reasoning: [KEY.slice(0, 5), KEY.slice(5)],
    text: ["The key is ", KEY],
    toolCalls: [{ name: `tool_${KEY}`, arguments: { key: KEY } }],
  }]);
  const chat = openChat({ fetch, env: { DEEPSEEK_API_KEY: KEY } });
  const path = await chat.begin("Hi");

  const events = await (await chat.ask(path)).text();

  await chat.over();
  assertFalse(events.includes("0123"), events);
});
