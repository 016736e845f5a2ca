import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { WrittenImage } from "../../../adapters/deepseek/serialize_user_message.ts";
import type { WirePart } from "../../../adapters/deepseek/wire_message.ts";
import type { ImageBlock } from "../../../message.ts";
import { imageBlock } from "../../runtime/_images.ts";
import { call, message, result, serialize, text } from "./_conversation.ts";

const CAT = imageBlock("a1", { name: "cat.png" });
const DOG = imageBlock("a2");

/** The parts of an image whose bytes are still to come. */
function shown(line: string): WirePart[] {
  return [
    { type: "text", text: line },
    { type: "image_url", image_url: { url: "" } },
  ];
}

Deno.test("serializeMessages() sends an image after a line that names it", () => {
  const wire = serialize([message("user", [CAT])]);

  assertEquals(wire, [
    { role: "user", content: shown("[image: cat.png, a1, image/png]") },
  ]);
});

Deno.test("serializeMessages() keeps the order of text and images", () => {
  const wire = serialize([
    message("user", [text("Is "), text("this"), CAT, DOG, text("one?")]),
  ]);

  assertEquals(wire, [{
    role: "user",
    content: [
      { type: "text", text: "Is this" },
      ...shown("[image: cat.png, a1, image/png]"),
      ...shown("[image: a2, image/png]"),
      { type: "text", text: "one?" },
    ],
  }]);
});

Deno.test("serializeMessages() sends no empty text among images", () => {
  const wire = serialize([message("user", [text(""), DOG, text("")])]);

  assertEquals(wire, [
    { role: "user", content: shown("[image: a2, image/png]") },
  ]);
});

Deno.test("serializeMessages() tells which images still want their bytes, where they are, and for which part", () => {
  const images: WrittenImage[] = [];

  const wire = serialize([
    message("user", [text("Hi"), CAT]),
    message("assistant", [call("c1")]),
    message("user", [result("c1", [text("Got"), DOG])]),
  ], { images });

  assertEquals(images.map(({ attachment, path }) => [attachment, path]), [
    [CAT.attachment, "messages[0].content[1]"],
    [DOG.attachment, "messages[2].content[0].content[1]"],
  ]);
  const parts = wire.flatMap(({ content }) =>
    typeof content === "string" ? [] : content
  ).filter((part) => part.type === "image_url");
  assertStrictEquals(parts.length, 2);
  for (const [i, { part }] of images.entries()) {
    assertStrictEquals(part, parts[i]);
  }
});

Deno.test("serializeMessages() sends an image in a result after it, and names the call", () => {
  const wire = serialize([
    message("user", [result("c1", [text("Found "), CAT])]),
  ]);

  assertEquals(wire, [
    {
      role: "tool",
      tool_call_id: "c1",
      content: "Found [image: cat.png, a1, image/png]",
    },
    {
      role: "user",
      content: shown("[image from tool call c1: cat.png, a1, image/png]"),
    },
  ]);
});

Deno.test("serializeMessages() does not pass a result of images alone for one without output", () => {
  const [tool] = serialize([message("user", [result("c1", [DOG], true)])]);

  assertEquals(tool?.content, "[image: a2, image/png]");
});

Deno.test("serializeMessages() sends what all results of a turn show in one message, right after them", () => {
  const wire = serialize([
    message("assistant", [call("c1"), call("c2"), call("c3")]),
    message("user", [text("Hurry")]),
    message("user", [text("Please"), result("c1", [CAT])]),
    message("user", [result("c2", [text("none")])]),
    message("user", [result("c3", [DOG]), text("Well?")]),
  ], { thinking: false });

  assertEquals(wire.slice(1), [
    {
      role: "tool",
      tool_call_id: "c1",
      content: "[image: cat.png, a1, image/png]",
    },
    { role: "tool", tool_call_id: "c2", content: "none" },
    { role: "tool", tool_call_id: "c3", content: "[image: a2, image/png]" },
    {
      role: "user",
      content: [
        ...shown("[image from tool call c1: cat.png, a1, image/png]"),
        ...shown("[image from tool call c3: a2, image/png]"),
      ],
    },
    { role: "user", content: "Hurry" },
    { role: "user", content: "Please" },
    { role: "user", content: "Well?" },
  ]);
});

Deno.test("serializeMessages() sends an image of the user after results, on its own", () => {
  const wire = serialize([
    message("user", [CAT, result("c1", [DOG])]),
  ]);

  assertEquals(wire.slice(1), [
    {
      role: "user",
      content: shown("[image from tool call c1: a2, image/png]"),
    },
    { role: "user", content: shown("[image: cat.png, a1, image/png]") },
  ]);
});

Deno.test("serializeMessages() keeps what two turns show apart", () => {
  const turn = (id: string, image: ImageBlock) => [
    message("assistant", [call(id)]),
    message("user", [result(id, [image])]),
  ];

  const wire = serialize([...turn("c1", CAT), ...turn("c2", DOG)]);

  assertEquals(wire.map(({ role }) => role), [
    "assistant",
    "tool",
    "user",
    "assistant",
    "tool",
    "user",
  ]);
});

Deno.test("serializeMessages() writes the beginning of a conversation with images the same when it goes on", () => {
  const messages = [
    message("user", [text("Look"), CAT]),
    message("assistant", [call("c1")]),
    message("user", [result("c1", [DOG]), text("Well?")]),
    message("assistant", [text("Nice")]),
    message("user", [CAT]),
  ];

  const begun = serialize(messages.slice(0, 3));
  const whole = serialize(messages);

  assertEquals(whole.slice(0, begun.length), begun);
  assert(whole.length > begun.length);
});
