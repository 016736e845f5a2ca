import { assertEquals, assertRejects } from "@std/assert";
import type {
  PiAiImage,
  PiAiText,
} from "../../../adapters/pi_ai/pi_ai_module.ts";
import { LlmError } from "../../../runtime/error.ts";
import {
  call,
  context,
  image,
  message,
  result,
  store,
  text,
} from "./_conversation.ts";

Deno.test("toContext() takes what results hold, however deep", async () => {
  const { messages } = await context([
    message("user", [result("1", text("a"), result("2", text("b"), image()))]),
  ], { attachments: store, api: "anthropic-messages" });

  assertEquals(messages[0]?.content, [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
    { type: "text", text: "[image: A, image/png]" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  ]);
});

const SHOWN: PiAiImage = {
  type: "image",
  data: "iVBORw0KGgo=",
  mimeType: "image/png",
};

/** The line before an image of a result. */
function lineOf(callId: string): PiAiText {
  return {
    type: "text",
    text: `[image from tool call ${callId}: A, image/png]`,
  };
}

Deno.test("toContext() shows what results hold in a message of its own, where they take text alone", async () => {
  const { messages } = await context([
    message("user", [result("1", text("a"), result("2", text("b"), image()))]),
  ], { attachments: store });

  assertEquals(messages.map(({ content }) => content), [
    [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "text", text: "[image: A, image/png]" },
    ],
    [lineOf("1"), SHOWN],
  ]);
});

Deno.test("toContext() shows the images of a turn together, once it has all results", async () => {
  const { messages } = await context([
    message("assistant", [call("1"), call("2")]),
    message("user", [result("1", image()), text("here")]),
    message("user", [result("2", image())]),
    message("assistant", [call("3")]),
    message("user", [result("3", image())]),
  ], { attachments: store });

  assertEquals(messages.map(({ role }) => role), [
    "assistant",
    "toolResult",
    "toolResult",
    "user",
    "user",
    "assistant",
    "toolResult",
    "user",
  ]);
  assertEquals(messages[3]?.content, [lineOf("1"), SHOWN, lineOf("2"), SHOWN]);
  assertEquals(messages[4]?.content, "here");
  assertEquals(messages[7]?.content, [lineOf("3"), SHOWN]);
});

Deno.test("toContext() shows the images of results before what was said meanwhile", async () => {
  const { messages } = await context([
    message("assistant", [call("1")]),
    message("user", [text("here")]),
    message("user", [result("1", image())]),
  ], { attachments: store });

  assertEquals(messages.slice(2).map(({ content }) => content), [
    [lineOf("1"), SHOWN],
    "here",
  ]);
});

Deno.test("toContext() shows the images of results that no turn called for", async () => {
  const { messages } = await context([
    message("user", [text("a")]),
    message("user", [result("1", image())]),
    message("user", [text("b")]),
  ], { attachments: store });

  assertEquals(messages.map(({ role }) => role), [
    "user",
    "toolResult",
    "user",
    "user",
  ]);
  assertEquals(messages[2]?.content, [lineOf("1"), SHOWN]);
});

Deno.test("toContext() writes images after the line that names them", async () => {
  const { messages } = await context(
    [message("user", [text("see"), image()])],
    { attachments: store },
  );

  assertEquals(messages[0]?.content, [
    { type: "text", text: "see" },
    { type: "text", text: "[image: A, image/png]" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  ]);
});

Deno.test("toContext() leaves out the oldest images of too many, and says so", async () => {
  const { messages, diagnostics } = await context([
    message("user", [image()]),
    message("user", [image()]),
  ], { attachments: store, maxImages: 1 });

  assertEquals(messages.map(({ content }) => typeof content), [
    "string",
    "object",
  ]);
  assertEquals(diagnostics.map(({ code }) => code), ["IMAGES_LEFT_OUT"]);
});

Deno.test("toContext() writes text for images a model does not take", async () => {
  const { messages } = await context([message("user", [image()])], {
    input: ["text"],
  });

  assertEquals(messages[0]?.content, "[image not shown: A, image/png]");
});

Deno.test("toContext() refuses an image without a store", async () => {
  const error = await assertRejects(
    () => context([message("user", [image()])]),
    LlmError,
    '"messages[0].content[0]"',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
});

Deno.test("toContext() refuses an image that is not what its reference says", async () => {
  const error = await assertRejects(
    () => context([message("user", [image(9)])], { attachments: store }),
    LlmError,
    '"messages[0].content[0]',
  );

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
});
