import { assertEquals } from "@std/assert";
import type { AnswerEnd } from "../../../../examples/edge_chat/page/conversation.ts";
import { createMessageView } from "../../../../examples/edge_chat/page/message_view.ts";
import {
  CallId,
  type ContentBlock,
  type StreamChunk,
} from "../../../../mod.ts";
import {
  elementsOf,
  type FakeElement,
  fakePage,
  outlineOf,
} from "../fake_page.ts";

function view(chunks: StreamChunk[], end?: AnswerEnd): FakeElement {
  const view = createMessageView(fakePage(), "assistant");
  for (const chunk of chunks) view.push(chunk);
  if (end !== undefined) view.end(end);
  return view.element as FakeElement;
}

const WHOLE_END = { facts: "", sentence: undefined, failed: false };
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

    const element = view([
      { type: "text-delta", index: 0, text: markup },
      { type: "reasoning-delta", index: 1, text: markup },
      { ...call, name: markup, argumentsDelta: markup },
    ], { facts: markup, sentence: markup, failed: true });

    assertEquals(
      elementsOf(element).map(({ name }) => name).join(" "),
      "h2 div details summary div figure figcaption code pre p p",
    );
    assertEquals(element.textContent?.split(markup).length, 7);
  });
}

Deno.test("createMessageView() tells assistive technology while it grows", () => {
  const growing = view([]);
  const whole = view([], WHOLE_END);

  assertEquals(growing.attributes.get("aria-busy"), "true");
  assertEquals(whole.attributes.get("aria-busy"), "false");
});

const ENDS: [end: AnswerEnd, outline: string][] = [
  [WHOLE_END, ""],
  [{ ...WHOLE_END, facts: "2 tokens" }, " p.facts(2 tokens)"],
  [
    { ...WHOLE_END, facts: "2 tokens", sentence: "Stopped." },
    " p.facts(2 tokens) p.facts(Stopped.)",
  ],
  [
    { ...WHOLE_END, sentence: "Cannot answer.", failed: true },
    " p.failure(Cannot answer.)",
  ],
];

for (const [end, outline] of ENDS) {
  Deno.test(`createMessageView() shows the end ${JSON.stringify(end)}`, () => {
    const element = view([], end);

    assertEquals(outlineOf(element), `article.answer(h2(Answer)${outline})`);
  });
}
