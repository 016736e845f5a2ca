// Whatever a server sends, what comes out keeps the rules of a response.
import { assert, assertEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import {
  type ContentBlock,
  createUserMessage,
  type StreamChunk,
} from "../../../message.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { faultyBody } from "../../../testing/faulty_body.ts";
import { API_KEY } from "./_call.ts";
import { calls, delta, events, finishOf, fragment } from "./_wire.ts";

const EVENTS: readonly string[] = [
  ...[
    delta({ role: "assistant", content: null, reasoning_content: "" }),
    delta({ reasoning_content: "Hm" }),
    delta({ content: "Hello" }),
    delta({ content: "你好 🌍" }),
    delta({ content: [{ type: "text", text: "a" }, { type: "image" }] }),
    delta({ content: "<｜DSML｜tool_calls>" }),
    calls(fragment({ index: 0, id: "a" }, '{"p":', "ls")),
    calls(fragment({ index: 0 }, '"/"}')),
    calls(fragment({}, "{}", "cat"), fragment({ id: "b" }, { a: 1 }, "cat")),
    calls(fragment({ index: 1, id: "" }, "", "")),
    delta({}, "stop"),
    delta({}, "tool_calls"),
    delta({ content: "!" }, "length"),
    { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
    { choices: null, usage: { prompt_tokens: -1, completion_tokens: null } },
    { error: { message: "Overloaded", code: 503 } },
    { choices: [{ message: { content: "Whole" }, finish_reason: "stop" }] },
  ].map((payload) => events(payload)),
  ": keep-alive\n\n",
  "event: error\ndata: no\n\n",
  "upstream error\n",
  "<html><title>Oops</title>",
  '{"error":"Busy"}\n',
  "\n\n",
  "data: [DONE]\n\n",
];

/** Takes a part out of a text, or puts another in. */
type Mangle = readonly [start: number, length: number, added: string];

const mangle: fc.Arbitrary<Mangle> = fc.tuple(
  fc.nat(2_000),
  fc.nat(12),
  fc.constantFrom("", "\n", "\r", "\n\n", '"', "{", "]", "\\", "\0", "data: "),
);

const body = fc.tuple(
  fc.array(fc.constantFrom(...EVENTS), { maxLength: 8 }),
  fc.oneof(fc.constant([]), fc.array(mangle, { maxLength: 2 })),
).map(([parts, mangles]) =>
  mangles.reduce((text, [start, length, added]) => {
    const at = start % (text.length + 1);
    return text.slice(0, at) + added + text.slice(at + length);
  }, parts.join(""))
);

async function chunksOf(
  text: string,
  cuts: readonly number[],
  end: "close" | "reset",
): Promise<StreamChunk[]> {
  const runtime = new LlmRuntime();
  const fetch = () =>
    Promise.resolve(new Response(faultyBody([text], { cuts, end })));
  runtime.registerAdapter(
    ["ds"],
    new DeepSeekAdapter({ apiKey: API_KEY, fetch }),
  );
  runtime.on("llm/diagnostic", () => {});
  return await Array.fromAsync(runtime.stream({
    provider: "ds",
    model: "m",
    messages: [createUserMessage({ content: "Hi" })],
  }));
}

/** The blocks that deltas make, by their index. Fails on chunks out of order. */
function fold(chunks: readonly StreamChunk[]): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const chunk of chunks) {
    switch (chunk.type) {
      case "block-start":
        assertEquals(chunk.index, blocks.length);
        blocks.push(
          chunk.blockType === "tool-call"
            ? { type: "tool-call", id: "" as never, name: "", arguments: "" }
            : { type: chunk.blockType as "text", text: "" },
        );
        break;
      case "text-delta":
      case "reasoning-delta": {
        const block = blocks[chunk.index];
        assert(block?.type === chunk.type.replace("-delta", ""));
        (block as { text: string }).text += chunk.text;
        break;
      }
      case "tool-call-delta": {
        const block = blocks[chunk.index];
        assert(block?.type === "tool-call");
        block.arguments += chunk.argumentsDelta;
        block.id = chunk.id;
        block.name = chunk.name ?? block.name;
        break;
      }
      case "block-end":
        assertEquals(chunk.block, blocks[chunk.index]);
    }
  }
  return blocks;
}

Deno.test("DeepSeekAdapter keeps the rules of a response, whatever is mangled", async () => {
  const cuts = fc.array(fc.nat(2_000), { maxLength: 30 });
  const end = fc.constantFrom("close" as const, "reset" as const);

  await fc.assert(
    fc.asyncProperty(body, cuts, end, async (text, cuts, end) => {
      const chunks = await chunksOf(text, cuts, end);

      const types = chunks.map(({ type }) => type);
      assertEquals(types.indexOf("finish"), types.length - 1);
      assert([-1, types.length - 2].includes(types.indexOf("usage")));
      const blocks = fold(chunks);
      const { kind } = finishOf(chunks)!;
      if (kind === "error") return;
      assertEquals(
        types.filter((type) => type === "block-end").length,
        blocks.length,
      );
      assert(blocks.length > 0 || kind === "max-tokens");
    }),
    { numRuns: 500 },
  );
});

Deno.test("DeepSeekAdapter makes the same of a mangled body wherever reads begin", async () => {
  const cuts = fc.array(fc.nat(2_000), { maxLength: 30 });

  await fc.assert(
    fc.asyncProperty(body, cuts, async (text, cuts) => {
      const chunks = await chunksOf(text, cuts, "close");

      assertEquals(chunks, await chunksOf(text, [], "close"));
    }),
    { numRuns: 300 },
  );
});
