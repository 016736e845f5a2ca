// Whatever was said, a server that checks requests takes the next one.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "../../fast_check.ts";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import type { ContentBlock, ImageBlock, Message } from "../../../message.ts";
import { assemble } from "../../../runtime/assemble.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { memoryAttachmentStore } from "../../../runtime/memory_attachment_store.ts";
import type { GenerateOptions } from "../../../runtime/request.ts";
import { mockDeepSeek } from "../../../testing/mock_deepseek.ts";
import { png } from "../../runtime/_images.ts";
import {
  call,
  message,
  reasoning,
  result,
  serialize,
  text,
} from "./_conversation.ts";

type Wire = Readonly<Record<string, unknown>>;

const words = fc.constantFrom(
  "",
  " ",
  "Hi",
  "你好 🌍",
  '{"a":',
  "null",
  "\u0000",
);

const speech: fc.Arbitrary<ContentBlock[]> = fc.array(
  fc.oneof(words.map(text), words.map(reasoning)),
  { maxLength: 3 },
);

const said = fc.array(words.map(text), { maxLength: 2 });

const attachments = memoryAttachmentStore();
const attachment = await attachments.put(png());
const seen = fc.array(
  fc.oneof(
    words.map(text),
    fc.constant<ImageBlock>({ type: "image", attachment }),
  ),
  { maxLength: 2 },
);

const remark = fc.oneof(
  seen.map((content) => message("user", content)),
  said.map((content) => message("system", content)),
);

/** A turn that calls tools, and what followed it: results, in whatever way. */
function toolTurn(answered: boolean): fc.Arbitrary<Message[]> {
  const outcome = fc.record({
    args: fc.constantFrom("", " ", "{}", '{"p":"/"}', "[", "no JSON"),
    content: seen,
    isError: fc.boolean(),
    apart: fc.boolean(),
    place: fc.nat(),
  });
  return fc.record({
    before: speech,
    after: speech,
    outcomes: fc.array(outcome, { minLength: 1, maxLength: 3 }),
    remarks: fc.array(remark, { maxLength: 2 }),
  }).map(({ before, after, outcomes, remarks }) => {
    const calls = outcomes.map(({ args }, i) => call(`call ${i}`, args));
    const turn = message("assistant", [...before, ...calls, ...after]);
    if (!answered) return [turn, ...remarks];
    const results = outcomes.map(({ content, isError, place }, i) => ({
      place,
      block: result(`call ${i}`, content, isError),
    })).sort((a, b) => a.place - b.place).map(({ block }) => block);
    const messages = outcomes[0]!.apart
      ? results.map((block) => message("user", [block]))
      : [message("user", [text("So:"), ...results])];
    // Somebody may speak while the tools run.
    const at = outcomes[0]!.place % (messages.length + 1);
    return [turn, ...messages.toSpliced(at, 0, ...remarks)];
  });
}

const plainTurn = fc.tuple(remark, speech).map((
  [asked, answer],
) => [asked, message("assistant", answer)]);

function conversation(answered: boolean): fc.Arbitrary<Message[]> {
  return fc.array(fc.oneof(plainTurn, toolTurn(answered)), { maxLength: 4 })
    .map((turns) => [...turns.flat(), message("user", [text("Go on")])]);
}

const settings: fc.Arbitrary<Partial<GenerateOptions>> = fc.record({
  system: fc.constantFrom("", "Be brief"),
  purpose: fc.constantFrom("compaction", "session-title"),
  temperature: fc.constantFrom(0, 1),
  stop: fc.constantFrom([], ["END"]),
  tools: fc.constantFrom([], [{
    name: "ls",
    description: "",
    parameters: { type: "object" },
  }]),
}, { requiredKeys: [] });

Deno.test("DeepSeekAdapter sends every conversation whose calls are answered in a way the server takes", async () => {
  const thinking = fc.constantFrom("enabled", "disabled");

  await fc.assert(
    fc.asyncProperty(
      conversation(true),
      settings,
      thinking,
      async (messages, options, thinking) => {
        const { fetch } = mockDeepSeek([{ text: "Well." }]);
        const runtime = new LlmRuntime();
        const adapter = new DeepSeekAdapter({
          apiKey: "k",
          thinking,
          fetch,
          attachments,
        });
        runtime.registerAdapter(["ds"], adapter);

        const { finish } = await assemble(runtime.stream({
          provider: "ds",
          model: "m",
          messages,
          ...options,
        }));

        assertEquals(finish, { kind: "stop" });
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("serializeMessages() writes every conversation by the server's rules, answered or not", () => {
  fc.assert(
    fc.property(
      fc.oneof(conversation(true), conversation(false)),
      fc.boolean(),
      (messages, thinking) => {
        const wire: readonly Wire[] = serialize(messages, { thinking });

        for (const it of wire) {
          const isText = typeof it["content"] === "string";
          assert(isText || it["role"] === "user", "No text");
          assert(!Object.values(it).includes(null), "A field is null");
          assertStrictEquals(
            typeof it["reasoning_content"] === "string",
            thinking && it["tool_calls"] !== undefined,
          );
          if (it["role"] === "tool") assert(`${it["content"]}`.trim() !== "");
        }
        assertEquals(count(wire, "tool"), countBlocks(messages, "tool-result"));
        assertEquals(
          [...JSON.stringify(wire).matchAll(/"image_url":/g)].length,
          [...JSON.stringify(messages).matchAll(/"type":"image"/g)].length,
        );
        assertEquals(
          wire.flatMap((it) => (it["tool_calls"] ?? []) as unknown[]).length,
          countBlocks(messages, "tool-call"),
        );
      },
    ),
  );
});

function count(wire: readonly Wire[], role: string): number {
  return wire.filter((it) => it["role"] === role).length;
}

function countBlocks(messages: readonly Message[], type: string): number {
  return messages.flatMap(({ content }) => content)
    .filter((block) => block.type === type).length;
}
