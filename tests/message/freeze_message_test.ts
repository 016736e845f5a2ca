import {
  assert,
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertThrows,
} from "@std/assert";
import { freezeMessage, type Message, MessageId } from "../../message.ts";

function stored(): Message {
  return {
    id: MessageId("stored-1"),
    role: "user",
    content: [{ type: "text", text: "Hello" }],
    source: { kind: "user" },
  };
}

Deno.test("freezeMessage() keeps the id and all else", () => {
  assertEquals(freezeMessage(stored()), stored());
});

Deno.test("freezeMessage() keeps fields it does not know", () => {
  const message = { ...stored(), note: ["kept"] };

  assertEquals(freezeMessage(message).note, ["kept"]);
});

Deno.test("freezeMessage() freezes a copy and leaves its argument alone", () => {
  const message = stored();

  const frozen = freezeMessage(message);

  assertNotStrictEquals(frozen, message);
  assert(Object.isFrozen(frozen.content[0]));
  assertFalse(Object.isFrozen(message));
  assertFalse(Object.isFrozen(message.content[0]));
});

Deno.test("freezeMessage() takes a frozen message", () => {
  const frozen = freezeMessage(stored());

  assertEquals(freezeMessage(frozen), frozen);
});

Deno.test("freezeMessage() gives a field named __proto__ no power", () => {
  const message = Object.assign(
    JSON.parse('{"__proto__":{"role":"system"}}'),
    { ...stored(), role: undefined },
  );

  assertThrows(
    () => freezeMessage(message),
    TypeError,
    '"role" must be "system"',
  );
});

for (const value of [undefined, null, "message"]) {
  Deno.test(`freezeMessage() refuses ${JSON.stringify(value)}`, () => {
    assertThrows(
      () => freezeMessage(value as unknown as Message),
      TypeError,
      'Cannot create message: "message" must be an object',
    );
  });
}

Deno.test("freezeMessage() refuses an empty id", () => {
  assertThrows(
    () => freezeMessage({ ...stored(), id: MessageId("") }),
    TypeError,
    'Cannot create message: "id" must be a non-empty string',
  );
});

Deno.test("freezeMessage() checks what it keeps, not what getters show first", () => {
  let reads = 0;
  const block = {
    type: "text",
    get text() {
      return reads++ === 0 ? 1 : "fine by now";
    },
  };
  const content = [block] as unknown as Message["content"];

  assertThrows(
    () => freezeMessage({ ...stored(), content }),
    TypeError,
    '"content[0].text" must be a string',
  );
});
