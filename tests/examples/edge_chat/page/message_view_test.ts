import { assertEquals } from "@std/assert";
import { createMessageView } from "../../../../examples/edge_chat/page/message_view.ts";
import {
  CallId,
  type ContentBlock,
  type FinishReason,
  LlmError,
  type StreamChunk,
} from "../../../../mod.ts";
import {
  elementsOf,
  type FakeElement,
  fakePage,
  outlineOf,
} from "../fake_page.ts";

function view(chunks: StreamChunk[], firstTokenMs?: number): FakeElement {
  const { element, push, firstToken } = createMessageView(
    fakePage(),
    "assistant",
  );
  if (firstTokenMs !== undefined) firstToken(firstTokenMs);
  for (const chunk of chunks) push(chunk);
  return element as FakeElement;
}

function finish(reason: FinishReason): StreamChunk {
  return { type: "finish", reason };
}

const STOP = finish({ kind: "stop" });
const ID = CallId("1");

Deno.test("createMessageView() grows text", () => {
  const element = view([
    { type: "block-start", index: 0, blockType: "text" },
    { type: "text-delta", index: 0, text: "Hello" },
    { type: "text-delta", index: 0, text: " there" },
  ]);

  assertEquals(
    outlineOf(element),
    "article.answer(h2(Answer) div.text(Hello there))",
  );
});

Deno.test("createMessageView() shows a block that was never said to start", () => {
  const element = view([{ type: "text-delta", index: 0, text: "Hello" }]);

  assertEquals(
    outlineOf(element),
    "article.answer(h2(Answer) div.text(Hello))",
  );
});

Deno.test("createMessageView() folds reasoning away", () => {
  const element = view([{ type: "reasoning-delta", index: 0, text: "Hm" }]);

  assertEquals(
    outlineOf(element),
    "article.answer(h2(Answer) details(summary(Reasoning) div.text(Hm)))",
  );
  assertEquals(
    elementsOf(element).map(({ attributes }) => attributes.has("open")),
    [false, false, false, false],
  );
});

Deno.test("createMessageView() grows a tool call, whose name may come late", () => {
  const element = view([
    { type: "tool-call-delta", index: 0, id: ID, argumentsDelta: '{"a"' },
    {
      type: "tool-call-delta",
      index: 0,
      id: ID,
      name: "find",
      argumentsDelta: ":1}",
    },
  ]);

  assertEquals(
    outlineOf(element),
    'article.answer(h2(Answer) figure(figcaption(Asks for  code(find)) pre({"a":1})))',
  );
});

Deno.test("createMessageView() keeps blocks that arrive at once apart", () => {
  const element = view([
    { type: "text-delta", index: 0, text: "a" },
    { type: "text-delta", index: 1, text: "x" },
    { type: "text-delta", index: 0, text: "b" },
  ]);

  assertEquals(
    outlineOf(element),
    "article.answer(h2(Answer) div.text(ab) div.text(x))",
  );
});

const WHOLE: [block: ContentBlock, outline: string][] = [
  [{ type: "text", text: "Hi" }, "div.text(Hi)"],
  [
    { type: "reasoning", text: "Hm" },
    "details(summary(Reasoning) div.text(Hm))",
  ],
  [
    { type: "tool-call", id: ID, name: "find", arguments: "{}" },
    "figure(figcaption(Asks for  code(find)) pre({}))",
  ],
];

for (const [block, outline] of WHOLE) {
  Deno.test(`createMessageView() shows a block of ${block.type} that comes whole`, () => {
    const element = view([{ type: "block-end", index: 0, block }]);

    assertEquals(outlineOf(element), `article.answer(h2(Answer) ${outline})`);
  });
}

Deno.test("createMessageView() shows no block twice", () => {
  const element = view([
    { type: "text-delta", index: 0, text: "Hi" },
    { type: "block-end", index: 0, block: { type: "text", text: "Hi" } },
  ]);

  assertEquals(element.textContent, "AnswerHi");
});

Deno.test("createMessageView() leaves out what it does not know", () => {
  const block = { type: "chart", points: [1] } as unknown as ContentBlock;

  const element = view([
    { type: "block-start", index: 0, blockType: block.type },
    { type: "block-end", index: 0, block },
  ]);

  assertEquals(element.textContent, "Answer");
});

const MARKUP = [
  '<img src="x" onerror="alert(1)">',
  "<script>alert(1)</script>",
  '<a href="javascript:alert(1)">a link</a>',
  "[a link](javascript:alert(1))",
  "<style>*{display:none}</style>",
];

for (const markup of MARKUP) {
  Deno.test(`createMessageView() takes ${markup} for text`, () => {
    const call = { type: "tool-call-delta", index: 2, id: ID } as const;
    const { failure } = new LlmError(markup, markup);

    const element = view([
      { type: "text-delta", index: 0, text: markup },
      { type: "reasoning-delta", index: 1, text: markup },
      { ...call, name: markup, argumentsDelta: markup },
      finish({ kind: "error", failure }),
    ]);

    assertEquals(
      elementsOf(element).map(({ name }) => name).join(" "),
      "h2 div details summary div figure figcaption code pre p",
    );
    assertEquals(element.textContent?.split(markup).length, 6);
  });
}

Deno.test("createMessageView() tells assistive technology while it grows", () => {
  const growing = view([]);
  const whole = view([STOP]);

  assertEquals(growing.attributes.get("aria-busy"), "true");
  assertEquals(whole.attributes.get("aria-busy"), "false");
});

Deno.test("createMessageView() shows what an answer took", () => {
  const element = view([{
    type: "usage",
    usage: {
      inputTokens: 20,
      cacheReadTokens: 190,
      cacheWriteTokens: 2,
      outputTokens: 96,
      reasoningTokens: 41,
    },
  }, STOP], 415);

  assertEquals(
    outlineOf(element),
    "article.answer(h2(Answer) p.facts(First token after 0.41 s · 212 tokens in, " +
      "190 of them cached · 96 tokens out, 41 of them reasoning))",
  );
});

Deno.test("createMessageView() shows usage without caches and reasoning", () => {
  const usage = { inputTokens: 1, outputTokens: 2 };

  const element = view([{ type: "usage", usage }, STOP]);

  assertEquals(
    outlineOf(element),
    "article.answer(h2(Answer) p.facts(1 token in · 2 tokens out))",
  );
});

const { failure } = new LlmError("Cannot answer: overloaded", "SERVER");
const { failure: gone } = new LlmError("Cannot read response", "HTTP_404", {
  status: 404,
});
const ENDS: [reason: FinishReason, outline: string][] = [
  [{ kind: "stop" }, ""],
  [{ kind: "tool-calls" }, ""],
  [
    { kind: "max-tokens" },
    " p.facts(The answer has reached its greatest length.)",
  ],
  [{ kind: "aborted", failure }, " p.facts(Stopped.)"],
  [{ kind: "error", failure }, " p.failure(Cannot answer: overloaded.)"],
  [
    { kind: "error", failure: gone },
    " p.failure(The answer is no longer there.)",
  ],
  [
    { kind: "paused" } as unknown as FinishReason,
    " p.facts(The answer ended for a reason unknown here.)",
  ],
];

for (const [reason, outline] of ENDS) {
  Deno.test(`createMessageView() shows the end ${JSON.stringify(reason)} in one sentence at most`, () => {
    const element = view([finish(reason)]);

    assertEquals(outlineOf(element), `article.answer(h2(Answer)${outline})`);
  });
}
