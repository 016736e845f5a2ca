import { assertEquals, assertStrictEquals } from "@std/assert";
import type { DeepSeekOptions } from "../../../adapters/deepseek/options.ts";
import { resolveDeepSeekOptions } from "../../../adapters/deepseek/resolve_options.ts";
import { shownMessages } from "../../../adapters/deepseek/shown_messages.ts";
import type { Message } from "../../../message.ts";
import type { LlmDiagnostic } from "../../../runtime/adapter.ts";
import { withoutImages } from "../../../runtime/without_images.ts";
import { imageBlock } from "../../runtime/_images.ts";
import { message, text } from "./_conversation.ts";

const ASKING = [message("user", [text("This?"), imageBlock("a1")])];

function show(
  options: DeepSeekOptions,
  messages: Message[] = ASKING,
): { shown: Message[]; diagnostics: LlmDiagnostic[] } {
  const diagnostics: LlmDiagnostic[] = [];
  const shown = shownMessages({ model: "m", messages }, {
    config: resolveDeepSeekOptions(options),
    context: {
      diagnostic: (diagnostic) => void diagnostics.push(diagnostic),
      response: () => {},
    },
  });
  return { shown, diagnostics };
}

for (const inputModalities of [["text"], []] as const) {
  Deno.test(`shownMessages() puts text in place of images for a model that takes [${inputModalities}]`, () => {
    const { shown, diagnostics } = show({
      models: [{ id: "m", inputModalities }],
    });

    assertEquals(shown, withoutImages(ASKING));
    assertEquals(diagnostics, []);
  });
}

for (
  const models of [
    [],
    [{ id: "m" }],
    [{ id: "m", inputModalities: ["text", "image"] as const }],
  ]
) {
  Deno.test(`shownMessages() shows images to a model known as ${JSON.stringify(models)}`, () => {
    const { shown, diagnostics } = show({ models });

    assertStrictEquals(shown, ASKING);
    assertEquals(diagnostics, []);
  });
}

Deno.test("shownMessages() keeps to the most images, and reports what it left out", () => {
  const messages = ["a", "b", "c"].map((id) =>
    message("user", [imageBlock(id)])
  );

  const { shown, diagnostics } = show({ maxImages: 2 }, messages);

  assertEquals(shown, [
    ...withoutImages(messages.slice(0, 2)),
    messages[2],
  ]);
  assertEquals(diagnostics, [{
    code: "IMAGES_LEFT_OUT",
    message:
      "Left out images (2): a request carries at most 2, of 15000000 bytes together",
  }]);
});

Deno.test("shownMessages() keeps to the most bytes", () => {
  const messages = [
    message("user", [imageBlock("a", { bytes: 11 })]),
    message("user", [imageBlock("b", { bytes: 10 })]),
  ];

  const { shown, diagnostics } = show({ maxImageBytes: 10 }, messages);

  assertEquals(shown, [...withoutImages(messages.slice(0, 1)), messages[1]]);
  assertEquals(diagnostics.length, 1);
});

Deno.test("shownMessages() works with nobody to report to", () => {
  const config = resolveDeepSeekOptions({ maxImageBytes: 1 });

  const shown = shownMessages({ model: "m", messages: ASKING }, { config });

  assertEquals(shown, withoutImages(ASKING));
});
