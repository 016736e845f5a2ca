import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  CallId,
  type ContentBlock,
  createToolResultMessage,
  createUserMessage,
  type Message,
} from "../../message.ts";
import { type ImageLimits, limitImages } from "../../runtime/limit_images.ts";
import { imagePlaceholder } from "../../runtime/image_text.ts";
import fc from "../fast_check.ts";
import { imageBlock } from "./_images.ts";

const ENDLESS = Number.MAX_SAFE_INTEGER;

/** A message with an image of each size, named by its place among all. */
function asking(sizes: readonly number[], first = 0): Message {
  return createUserMessage({
    content: sizes.map((bytes, i) => imageBlock(`${first + i}`, { bytes })),
  });
}

/** The ids of images in the order they are in, those that were left out too. */
function idsOf(
  messages: readonly Message[],
): { shown: string[]; dropped: string[] } {
  const shown: string[] = [];
  const dropped: string[] = [];
  const visit = (block: ContentBlock): void => {
    if (block.type === "image") shown.push(block.attachment.attachmentId);
    else if (block.type === "tool-result") block.content.forEach(visit);
    else if (block.type === "text") {
      const id = /^\[image not shown: (\d+), image\/png\]$/.exec(block.text);
      if (id) dropped.push(id[1]!);
    }
  };
  messages.forEach(({ content }) => content.forEach(visit));
  return { shown, dropped };
}

function limit(
  sizes: readonly number[],
  limits: Partial<ImageLimits>,
): string[] {
  const all = { maxImages: ENDLESS, maxBytes: ENDLESS, ...limits };
  return idsOf(limitImages([asking(sizes)], all).messages).shown;
}

Deno.test("limitImages() returns the very messages where there is no image", () => {
  const messages = [createUserMessage({ content: "Hi" })];

  const limited = limitImages(messages, { maxImages: 1, maxBytes: 1 });

  assertStrictEquals(limited.messages, messages);
  assertEquals(limited.dropped, 0);
});

Deno.test("limitImages() returns the very messages where nothing is left out", () => {
  const messages = [asking([5, 5])];

  const limited = limitImages(messages, { maxImages: 2, maxBytes: 10 });

  assertStrictEquals(limited.messages, messages);
  assertEquals(limited.dropped, 0);
});

Deno.test("limitImages() puts the stable placeholder in the place of the oldest images", () => {
  const cat = imageBlock("a", { name: "cat.png" });
  const messages = [
    createUserMessage({ content: [cat] }),
    createUserMessage({ content: [imageBlock("b")] }),
  ];

  const limited = limitImages(messages, { maxImages: 1, maxBytes: ENDLESS });

  assertEquals(limited.messages.map(({ content }) => content), [
    [{ type: "text", text: imagePlaceholder(cat.attachment) }],
    messages[1]!.content,
  ]);
  assertEquals(limited.dropped, 1);
});

Deno.test("limitImages() goes down to half as many images", () => {
  const sizes = Array(5).fill(1);

  assertEquals(limit(sizes.slice(0, 4), { maxImages: 4 }).length, 4);
  assertEquals(limit(sizes, { maxImages: 4 }), ["3", "4"]);
});

Deno.test("limitImages() goes down to half as many bytes", () => {
  assertEquals(limit([4, 3, 3], { maxBytes: 10 }).length, 3);
  assertEquals(limit([4, 3, 3, 1], { maxBytes: 10 }), ["2", "3"]);
});

Deno.test("limitImages() keeps the newest image though it is more than half", () => {
  assertEquals(limit([1, 1, 9], { maxBytes: 10 }), ["2"]);
  assertEquals(limit([1, 1, 9], { maxImages: 1 }), ["2"]);
});

Deno.test("limitImages() leaves out an image too large for any request, and no other for it", () => {
  assertEquals(limit([1, 11, 2], { maxBytes: 10 }), ["0", "2"]);
  assertEquals(limit([11], { maxBytes: 10 }), []);
  assertEquals(limit([5, 11, 4, 2], { maxBytes: 10 }), ["3"]);
});

Deno.test("limitImages() counts an image whose size is no size", () => {
  for (const size of [NaN, -5, undefined as unknown as number]) {
    assertEquals(limit([size, 6, 6], { maxBytes: 10 }), ["2"]);
    assertEquals(limit([size, size, size], { maxImages: 2 }), ["2"]);
  }
});

Deno.test("limitImages() counts images in tool results, and in results in those", () => {
  const inner: ContentBlock = {
    type: "tool-result",
    toolCallId: CallId("c2"),
    content: [imageBlock("1")],
  };
  const messages = [
    asking([1]),
    createToolResultMessage({
      callId: CallId("c1"),
      content: [inner, imageBlock("2")],
      isError: false,
    }),
    asking([1], 3),
  ];

  const limited = limitImages(messages, { maxImages: 3, maxBytes: ENDLESS });

  assertEquals(idsOf(limited.messages), {
    shown: ["3"],
    dropped: ["0", "1", "2"],
  });
  assertEquals(limited.dropped, 3);
});

Deno.test("limitImages() survives results 100,000 deep where there is no image", () => {
  let block: ContentBlock = { type: "text", text: "deep" };
  for (let i = 0; i < 100_000; i++) {
    block = { type: "tool-result", toolCallId: CallId("c"), content: [block] };
  }
  const message = { ...createUserMessage({ content: "" }), content: [block] };
  const messages = [message];

  const limited = limitImages(messages, { maxImages: 1, maxBytes: 1 });

  assertStrictEquals(limited.messages, messages);
});

const conversations = fc.array(
  fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  { maxLength: 12 },
).map((sizes) => {
  let count = 0;
  return sizes.map((some) =>
    asking(some, (count += some.length) - some.length)
  );
});

const limits = fc.record({
  maxImages: fc.integer({ min: 1, max: 8 }),
  maxBytes: fc.integer({ min: 6, max: 40 }),
});

function sizeOf(messages: readonly Message[]): number {
  return messages.flatMap(({ content }) => content).reduce(
    (sum, block) => sum + (block.type === "image" ? block.attachment.bytes : 0),
    0,
  );
}

Deno.test("limitImages() never goes over a limit, and keeps the newest image that fits", () => {
  fc.assert(fc.property(conversations, limits, (messages, limits) => {
    const limited = limitImages(messages, limits);

    const { shown, dropped } = idsOf(limited.messages);
    assert(shown.length <= limits.maxImages);
    assert(sizeOf(limited.messages) <= limits.maxBytes);
    assertEquals(limited.dropped, dropped.length);
    const newest = messages.flatMap(({ content }) => content).findLast(
      (block) =>
        block.type === "image" && block.attachment.bytes <= limits.maxBytes,
    );
    assertEquals(
      shown.at(-1),
      newest?.type === "image" ? newest.attachment.attachmentId : undefined,
    );
  }));
});

Deno.test("limitImages() gives the same conversation the same text, and leaves it as it is", () => {
  fc.assert(fc.property(conversations, limits, (messages, limits) => {
    const before = structuredClone(messages);

    const first = limitImages(messages, limits);
    const second = limitImages(structuredClone(messages), limits);

    assertEquals(second, first);
    assertEquals(messages, before);
  }));
});

Deno.test("limitImages() changes the beginning of a growing conversation only where it goes over a limit", () => {
  fc.assert(fc.property(conversations, limits, (messages, limits) => {
    let before = limitImages([], limits);
    for (let length = 1; length <= messages.length; length++) {
      const after = limitImages(messages.slice(0, length), limits);

      const changed = idsOf(after.messages.slice(0, -1)).dropped.length >
        before.dropped;
      const { attachments, bytes } = added(messages[length - 1]!, limits);
      const full = idsOf(before.messages).shown.length + attachments >
          limits.maxImages ||
        sizeOf(before.messages) + bytes > limits.maxBytes;
      assert(!changed || full, "The beginning changed without need");
      if (!full) {
        assertEquals(after.messages.slice(0, -1), before.messages);
      }
      for (const id of idsOf(before.messages).dropped) {
        assert(idsOf(after.messages).dropped.includes(id), "Came back");
      }
      before = after;
    }
  }));
});

/** What of a message may be sent at all. */
function added(
  { content }: Message,
  { maxBytes }: ImageLimits,
): { attachments: number; bytes: number } {
  const fit = content.filter((block) =>
    block.type === "image" && block.attachment.bytes <= maxBytes
  );
  return {
    attachments: fit.length,
    bytes: fit.reduce(
      (sum, block) =>
        sum + (block.type === "image" ? block.attachment.bytes : 0),
      0,
    ),
  };
}

Deno.test("limitImages() changes the beginning once in half the limit where images come one by one", () => {
  const messages = Array.from({ length: 200 }, (_, i) => asking([1], i));
  let dropped = 0;
  let changes = 0;

  for (let length = 1; length <= messages.length; length++) {
    const limited = limitImages(messages.slice(0, length), {
      maxImages: 20,
      maxBytes: ENDLESS,
    });
    if (limited.dropped !== dropped) changes += 1;
    dropped = limited.dropped;
  }

  // With the 21st image, and then with every 11th.
  assertEquals(changes, 17);
});
