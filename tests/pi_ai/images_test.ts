import { assertEquals } from "@std/assert";
import { PiAiAdapter } from "../../adapters/pi_ai/adapter.ts";
import type { PiAiApi } from "../../adapters/pi_ai/protocols.ts";
import {
  CallId,
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
  type ImageBlock,
  type Message,
} from "../../message.ts";
import { LlmRuntime } from "../../runtime/llm_runtime.ts";
import {
  type MemoryAttachmentStore,
  memoryAttachmentStore,
} from "../../runtime/memory_attachment_store.ts";
import { load } from "./_package.ts";
import { events, serve, type Server } from "./_server.ts";

const GIF = "R0lGODlhAQABAAAAADs=";
const callId = CallId("c1");

/** A question about an image, and two more that a tool took. */
async function conversation(store: MemoryAttachmentStore): Promise<Message[]> {
  const bytes = Uint8Array.from(atob(GIF), (char) => char.charCodeAt(0));
  const attachment = { ...await store.put(bytes), name: "a.gif" };
  const image: ImageBlock = { type: "image", attachment };
  const other: ImageBlock = {
    type: "image",
    attachment: { ...attachment, name: "b.gif" },
  };
  return [
    createUserMessage({ content: [image] }),
    createAssistantMessage({
      content: [{ type: "tool-call", id: callId, name: "look", arguments: "" }],
      source: { provider: "other", model: "other" },
    }),
    createToolResultMessage({
      callId,
      content: [image, other],
      isError: false,
    }),
  ];
}

/** What a server is sent of it: texts and images, one after the other. */
async function shownBy(
  api: PiAiApi,
  { url, got }: Server,
  input: ("text" | "image")[] = ["text", "image"],
): Promise<string[]> {
  const attachments = memoryAttachmentStore();
  const route = {
    api,
    baseURL: url,
    apiKey: "sk-0123456789",
    models: [{ id: "m", input }],
  };
  const routes = { gateway: route };
  const runtime = new LlmRuntime();
  runtime.registerAdapter(
    ["gateway"],
    new PiAiAdapter({ routes, attachments, load }),
  );
  const messages = await conversation(attachments);
  const call = { provider: "gateway", model: "m", messages };
  await Array.fromAsync(runtime.stream(call));
  const id = "sha256-[0-9a-f]{64}, image/gif";
  const parts = JSON.stringify(got[0]!.body).matchAll(
    new RegExp(`\\[image[^\\]]*?(?=, ${id})|${GIF}`, "g"),
  );
  return Array.from(parts, ([part]) => part === GIF ? "image" : part);
}

const SHOWN: readonly [PiAiApi, string[]][] = [
  ["openai-completions", [
    "[image: a.gif",
    "image",
    "[image: a.gif",
    "[image: b.gif",
    "[image from tool call c1: a.gif",
    "image",
    "[image from tool call c1: b.gif",
    "image",
  ]],
  ["anthropic-messages", [
    "[image: a.gif",
    "image",
    "[image: a.gif",
    "image",
    "[image: b.gif",
    "image",
  ]],
  ["openai-responses", [
    "[image: a.gif",
    "image",
    "[image: a.gif",
    "[image: b.gif",
    "image",
    "image",
  ]],
];

for (const [api, shown] of SHOWN) {
  Deno.test(`PiAiAdapter names the images it sends, by ${api}`, async () => {
    await using server = serve(events());

    assertEquals(await shownBy(api, server), shown);
  });

  Deno.test(`PiAiAdapter sends text for images the model does not take, by ${api}`, async () => {
    await using server = serve(events());

    assertEquals(await shownBy(api, server, ["text"]), [
      "[image not shown: a.gif",
      "[image not shown: a.gif",
      "[image not shown: b.gif",
    ]);
  });
}
