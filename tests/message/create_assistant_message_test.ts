import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type AssistantMessageInput,
  createAssistantMessage,
} from "../../message.ts";

const source = { provider: "p", model: "m", replayState: { blocks: [1] } };

Deno.test("createAssistantMessage() fixes the assistant role", () => {
  const input = { content: "Hello", source, role: "user" };

  assertEquals(createAssistantMessage(input).role, "assistant");
});

Deno.test("createAssistantMessage() makes a source of kind model", () => {
  const message = createAssistantMessage({ content: "Hello", source });

  assertEquals(message.source, { kind: "model", ...source });
});

Deno.test("createAssistantMessage() lets no other kind through", () => {
  const plugin = { ...source, kind: "plugin" };

  const message = createAssistantMessage({ content: "Hello", source: plugin });

  assertEquals(message.source.kind, "model");
});

Deno.test("createAssistantMessage() detaches and freezes the replay state", () => {
  const { replayState } = createAssistantMessage({ content: "a", source })
    .source;

  assertEquals(replayState, source.replayState);
  assert(replayState !== source.replayState);
  assert(Object.isFrozen((replayState as typeof source.replayState).blocks));
});

Deno.test("createAssistantMessage() refuses to be called without input", () => {
  assertThrows(
    () => createAssistantMessage(undefined as unknown as AssistantMessageInput),
    TypeError,
    'Cannot create message: "input" must be an object',
  );
});

Deno.test("createAssistantMessage() refuses a missing source", () => {
  const input = { content: "a" } as unknown as AssistantMessageInput;

  assertThrows(
    () => createAssistantMessage(input),
    TypeError,
    'Cannot create message: "source" must be an object',
  );
});

Deno.test("createAssistantMessage() refuses a source without a model", () => {
  const input = { content: "a", source: { provider: "p" } };

  assertThrows(
    () => createAssistantMessage(input as unknown as AssistantMessageInput),
    TypeError,
    'Cannot create message: "source.model" must be a non-empty string',
  );
});
