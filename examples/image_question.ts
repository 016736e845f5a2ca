/**
 * Asks a question about an image.
 *
 * Run with `deno run examples/image_question.ts`.
 *
 * @module
 */

import { deepEqual, equal } from "node:assert/strict";
import { DeepSeekAdapter } from "../adapters/deepseek/mod.ts";
import {
  assemble,
  createUserMessage,
  LlmRuntime,
  memoryAttachmentStore,
  textOf,
} from "../mod.ts";
import { mockDeepSeek } from "../testing/mod.ts";

/** One red pixel, as PNG. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC";

// The store keeps the bytes: the message only refers to them, and stays small.
const attachments = memoryAttachmentStore();
const pixel = Uint8Array.from(atob(PIXEL), (char) => char.charCodeAt(0));
const attachment = await attachments.put(pixel, "image/png");

// A mock in place of the provider. Any server with this chat format will do: name
// it with `baseURL`, and leave `fetch` out.
const provider = mockDeepSeek([{ text: "It is red" }]);
const runtime = new LlmRuntime();
runtime.registerAdapter(
  ["vision"],
  new DeepSeekAdapter({
    apiKey: "sk-example",
    fetch: provider.fetch,
    models: [{ id: "sees", inputModalities: ["text", "image"] }],
    attachments,
  }),
);

const answer = await assemble(runtime.stream({
  provider: "vision",
  model: "sees",
  messages: [createUserMessage({
    content: [
      { type: "text", text: "Which colour is this?" },
      { type: "image", attachment: { ...attachment, name: "pixel.png" } },
    ],
  })],
}));

const { messages } = provider.requests[0]!.body as {
  messages: { content: unknown[] }[];
};
equal(textOf(answer.message()), "It is red");
deepEqual(messages[0]?.content, [
  { type: "text", text: "Which colour is this?" },
  {
    type: "text",
    text: `[image: pixel.png, ${attachment.attachmentId}, image/png]`,
  },
  {
    type: "image_url",
    image_url: { url: `data:image/png;base64,${PIXEL}` },
  },
]);
