import { assertEquals, assertThrows } from "@std/assert";
import {
  AttachmentId,
  CallId,
  type ContentBlock,
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
  type ImageAttachmentRef,
} from "../../../message.ts";
import { estimateMessage } from "../../../runtime/meter/estimate_message.ts";
import { estimateTokens } from "../../../runtime/meter/estimate_tokens.ts";
import { characters as estimate, MESSAGE_TOKENS } from "./_log.ts";

function image(size: Partial<ImageAttachmentRef>): ContentBlock {
  const attachmentId = AttachmentId("a-1");
  return {
    type: "image",
    attachment: { attachmentId, mediaType: "image/png", bytes: 1, ...size },
  };
}

function tokensOf(...content: ContentBlock[]): number {
  return estimateMessage(createUserMessage({ content }), { estimate }) -
    MESSAGE_TOKENS;
}

Deno.test("estimateMessage() counts 4 tokens around the content", () => {
  const message = createUserMessage({ content: [] });

  assertEquals(estimateMessage(message), 4);
});

Deno.test("estimateMessage() estimates text by its script by default", () => {
  const message = createUserMessage({ content: "清晨的集市" });

  assertEquals(estimateMessage(message), 4 + estimateTokens("清晨的集市"));
});

Deno.test("estimateMessage() takes an exact tokenizer", () => {
  const message = createUserMessage({ content: "12345" });

  assertEquals(estimateMessage(message, { estimate }), 4 + 5);
});

Deno.test("estimateMessage() counts every block", () => {
  const tokens = tokensOf(
    { type: "text", text: "123" },
    { type: "text", text: "45" },
  );

  assertEquals(tokens, 5);
});

Deno.test("estimateMessage() counts reasoning", () => {
  assertEquals(tokensOf({ type: "reasoning", text: "1234" }), 4);
});

Deno.test("estimateMessage() counts name and arguments of a tool call, and 8 around", () => {
  const message = createAssistantMessage({
    content: [{
      type: "tool-call",
      id: CallId("a-very-long-id-that-no-model-reads"),
      name: "read",
      arguments: "{}",
    }],
    source: { provider: "p", model: "m" },
  });

  assertEquals(estimateMessage(message, { estimate }), 4 + 8 + 4 + 2);
});

Deno.test("estimateMessage() counts the content of a tool result, and 4 around", () => {
  const message = createToolResultMessage({
    callId: CallId("a-very-long-id-that-no-model-reads"),
    content: "123456",
    isError: false,
  });

  assertEquals(estimateMessage(message, { estimate }), 4 + 4 + 6);
});

Deno.test("estimateMessage() counts results however deep", () => {
  let block: ContentBlock = { type: "text", text: "1" };
  for (let depth = 0; depth < 20_000; depth++) {
    const toolCallId = CallId("c");
    block = { type: "tool-result", toolCallId, content: [block] };
  }
  const message = { ...createUserMessage({ content: "" }), content: [block] };

  assertEquals(estimateMessage(message, { estimate }), 4 + 20_000 * 4 + 1);
});

const IMAGES: [name: string, size: Partial<ImageAttachmentRef>, n: number][] = [
  ["by its size", { width: 750, height: 300 }, 300],
  ["by its size, rounded up", { width: 751, height: 300 }, 301],
  ["as 85 tokens at least", { width: 10, height: 10 }, 85],
  ["as 1,600 tokens at most", { width: 4_000, height: 3_000 }, 1_600],
  ["of unknown size as 1,600 tokens", {}, 1_600],
  ["of unknown height as 1,600 tokens", { width: 10 }, 1_600],
  ["of unknown width as 1,600 tokens", { height: 10 }, 1_600],
];

for (const [name, size, tokens] of IMAGES) {
  Deno.test(`estimateMessage() counts an image ${name}`, () => {
    assertEquals(tokensOf(image(size)), tokens);
  });
}

Deno.test("estimateMessage() counts a block of an unknown type as its JSON", () => {
  const block = { type: "chart", points: [1, 2] } as unknown as ContentBlock;

  assertEquals(tokensOf(block), JSON.stringify(block).length);
});

for (const count of [-1, 1.5, NaN, Infinity, "3"]) {
  Deno.test(`estimateMessage() refuses an estimate of ${count}, a ${typeof count}`, () => {
    const message = createUserMessage({ content: "a" });

    assertThrows(
      () => estimateMessage(message, { estimate: () => count as number }),
      RangeError,
      'Cannot estimate tokens: "options.estimate" must return an integer, 0 or more',
    );
  });
}

Deno.test("estimateMessage() refuses an estimator that is no function", () => {
  const message = createUserMessage({ content: [] });

  assertThrows(
    () => estimateMessage(message, { estimate: 4 as never }),
    TypeError,
    'Cannot estimate tokens: "options.estimate" must be a function',
  );
});

for (const message of [undefined, "a", { content: "a" }]) {
  Deno.test(`estimateMessage() refuses ${JSON.stringify(message)} for a message`, () => {
    assertThrows(
      () => estimateMessage(message as never),
      TypeError,
      'Cannot estimate tokens: "message.content" must be an array of blocks',
    );
  });
}
