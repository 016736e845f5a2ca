import { assertEquals } from "@std/assert";
import { DeepSeekAdapter } from "../../../adapters/deepseek/adapter.ts";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import type { Message } from "../../../message.ts";
import { assemble } from "../../../runtime/assemble.ts";
import { LlmRuntime } from "../../../runtime/llm_runtime.ts";
import { memoryAttachmentStore } from "../../../runtime/memory_attachment_store.ts";
import { mockDeepSeek } from "../../../testing/mock_deepseek.ts";
import { png } from "../../runtime/_images.ts";
import { message, text } from "./_conversation.ts";

/** What kinds of parts the server gets to see, message by message. */
async function kindsSeen(
  model: string,
  { images, direct = false, ...options }: DeepSeekOptions & {
    images: number;
    direct?: boolean;
  },
): Promise<{ kinds: (string | string[])[]; diagnostics: string[] }> {
  const attachments = memoryAttachmentStore();
  const messages: Message[] = [];
  for (let i = 0; i < images; i++) {
    const attachment = await attachments.put(png(i + 1));
    messages.push(
      message("user", [text("See:"), { type: "image", attachment }]),
    );
  }
  const { fetch, requests } = mockDeepSeek([{ text: "I see" }]);
  const adapter = new DeepSeekAdapter({
    apiKey: "sk-1",
    fetch,
    attachments,
    ...options,
  });
  const runtime = new LlmRuntime();
  const diagnostics: string[] = [];
  runtime.registerAdapter(["ds"], adapter);
  runtime.on("llm/diagnostic", ({ code }) => void diagnostics.push(code));
  const request = { provider: "ds", model, messages };

  await assemble(direct ? adapter.stream(request) : runtime.stream(request));

  const body = requests[0]!.body as {
    messages: { content: string | { type: string }[] }[];
  };
  const kinds = body.messages.map(({ content }) =>
    typeof content === "string" ? "string" : content.map(({ type }) => type)
  );
  return { kinds, diagnostics };
}

const SHOWN = ["text", "text", "image_url"];

for (const direct of [false, true]) {
  const how = direct ? "called by itself" : "called by a runtime";

  Deno.test(`DeepSeekAdapter ${how} sends images to a model that takes them`, async () => {
    const model = "deepseek-v4-flash-vision-exp";

    const { kinds } = await kindsSeen(model, { images: 2, direct });

    assertEquals(kinds, [SHOWN, SHOWN]);
  });

  Deno.test(`DeepSeekAdapter ${how} sends text alone to a model that takes no images`, async () => {
    const { kinds } = await kindsSeen("deepseek-v4-flash", {
      images: 2,
      direct,
    });

    assertEquals(kinds, ["string", "string"]);
  });
}

Deno.test("DeepSeekAdapter sends images to a model that nobody knows", async () => {
  const { kinds } = await kindsSeen("llava", { images: 1 });

  assertEquals(kinds, [SHOWN]);
});

Deno.test("DeepSeekAdapter leaves out the oldest images beyond the limit, and reports it", async () => {
  const { kinds, diagnostics } = await kindsSeen("llava", {
    images: 5,
    maxImages: 4,
  });

  assertEquals(kinds, ["string", "string", "string", SHOWN, SHOWN]);
  assertEquals(
    diagnostics.filter((code) => code === "IMAGES_LEFT_OUT").length,
    1,
  );
});
