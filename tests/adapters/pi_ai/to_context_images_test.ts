import { assertEquals, assertRejects } from "@std/assert";
import { LlmError } from "../../../runtime/error.ts";
import {
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
  ], { attachments: store });

  assertEquals(messages[0]?.content, [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
    { type: "text", text: "[image: A, image/png]" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  ]);
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
