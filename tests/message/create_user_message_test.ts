import { assert, assertEquals, assertThrows } from "@std/assert";
import { createUserMessage, type UserMessageInput } from "../../message.ts";

Deno.test("createUserMessage() fixes the user role", () => {
  const input = { content: "Hello", role: "system" };

  assertEquals(createUserMessage(input).role, "user");
});

Deno.test("createUserMessage() takes a person for the source by default", () => {
  assertEquals(createUserMessage({ content: "Hello" }).source, {
    kind: "user",
  });
});

Deno.test("createUserMessage() takes an undefined source for the default", () => {
  const message = createUserMessage({ content: "Hello", source: undefined });

  assertEquals(message.source, { kind: "user" });
});

Deno.test("createUserMessage() keeps a source it is given", () => {
  const source = { kind: "plugin", plugin: "clock" } as const;

  assertEquals(createUserMessage({ content: "Noon", source }).source, source);
});

Deno.test("createUserMessage() takes blocks", () => {
  const content = [{ type: "text", text: "a" }] as const;

  const message = createUserMessage({ content });

  assertEquals(message.content, [{ type: "text", text: "a" }]);
  assert(Object.isFrozen(message.content[0]));
});

Deno.test("createUserMessage() refuses to be called without input", () => {
  assertThrows(
    () => createUserMessage(undefined as unknown as UserMessageInput),
    TypeError,
    'Cannot create message: "input" must be an object',
  );
});

Deno.test("createUserMessage() refuses a null source", () => {
  const input = { content: "a", source: null } as unknown as UserMessageInput;

  assertThrows(
    () => createUserMessage(input),
    TypeError,
    'Cannot create message: "source" must be an object',
  );
});

Deno.test("createUserMessage() says that content may be a string", () => {
  assertThrows(
    () => createUserMessage({ content: 5 as never }),
    TypeError,
    'Cannot create message: "content" must be a string or an array of blocks',
  );
});
