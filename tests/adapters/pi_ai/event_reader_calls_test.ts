import { assertEquals } from "@std/assert";
import { answer } from "./_fake.ts";
import { callEvents, done, outcome, read, toolCall } from "./_events.ts";

Deno.test("EventReader keeps the raw arguments of a tool call", () => {
  const call = toolCall({ arguments: { p: 1 } });

  const { chunks } = read([
    ...callEvents(['{ "p"', ":1.0}"], call),
    done("toolUse", { content: [call] }),
  ]);

  assertEquals(chunks.slice(0, -1), [
    { type: "block-start", index: 0, blockType: "tool-call" },
    {
      type: "tool-call-delta",
      index: 0,
      id: "a" as never,
      name: "ls",
      argumentsDelta: "",
    },
    {
      type: "tool-call-delta",
      index: 0,
      id: "a" as never,
      argumentsDelta: '{ "p"',
    },
    {
      type: "tool-call-delta",
      index: 0,
      id: "a" as never,
      argumentsDelta: ":1.0}",
    },
    {
      type: "block-end",
      index: 0,
      block: {
        type: "tool-call",
        id: "a" as never,
        name: "ls",
        arguments: '{ "p":1.0}',
      },
    },
  ]);
  assertEquals(outcome(chunks), "tool-calls");
});

Deno.test("EventReader writes arguments that came in no piece", () => {
  const { chunks } = read(callEvents([], toolCall({ arguments: { p: 1 } })));

  assertEquals(chunks.at(-2), {
    type: "tool-call-delta",
    index: 0,
    id: "a" as never,
    argumentsDelta: '{"p":1}',
  });
});

Deno.test("EventReader completes blank arguments", () => {
  const { chunks } = read(callEvents([" "], toolCall()));

  assertEquals(chunks.at(-2), {
    type: "tool-call-delta",
    index: 0,
    id: "a" as never,
    argumentsDelta: "{}",
  });
});

Deno.test("EventReader completes nothing that the limit has cut", () => {
  const call = toolCall({ argumentsError: "cut" });
  const partial = answer({ content: [call], stopReason: "length" });

  const { chunks, reports } = read([
    ...callEvents([""], call, partial),
    done("length", { content: [call] }),
  ]);

  assertEquals(chunks.at(-2), {
    type: "block-end",
    index: 0,
    block: { type: "tool-call", id: "a" as never, name: "ls", arguments: "" },
  });
  assertEquals([outcome(chunks), reports], ["max-tokens", []]);
});

Deno.test("EventReader passes on arguments that are no object, and says so", () => {
  const call = toolCall({ argumentsError: "no JSON" });

  const { chunks, reports } = read(callEvents(['{"p":'], call));

  assertEquals(chunks.at(-1)?.type, "block-end");
  assertEquals(reports, ["MALFORMED_TOOL_ARGUMENTS"]);
});

Deno.test("EventReader gives a tool call an id that has none, and says what is missing", () => {
  const { chunks, reports } = read(
    callEvents(["{}"], toolCall({ id: "", name: "" })),
  );

  assertEquals(chunks.at(-1), {
    type: "block-end",
    index: 0,
    block: {
      type: "tool-call",
      id: "call-0" as never,
      name: "",
      arguments: "{}",
    },
  });
  assertEquals(reports, ["MISSING_TOOL_CALL_ID", "MISSING_TOOL_CALL_NAME"]);
});

Deno.test("EventReader takes an id and a name that come late", () => {
  const late = toolCall();
  const early = answer({ content: [toolCall({ id: "", name: "" })] });
  const partial = answer({ content: [late] });

  const { chunks } = read([
    { type: "toolcall_start", contentIndex: 0, partial: early },
    { type: "toolcall_delta", contentIndex: 0, delta: "{}", partial },
  ]);

  assertEquals(chunks.slice(1), [
    {
      type: "tool-call-delta",
      index: 0,
      id: "a" as never,
      name: "ls",
      argumentsDelta: "{}",
    },
  ]);
});

Deno.test("EventReader shows the part of an id that a result names, and keeps the whole", () => {
  const call = toolCall({ id: "call_1|fc_1" });

  const { chunks } = read([
    ...callEvents(["{}"], call),
    done("toolUse", { content: [call] }),
  ], { api: "openai-responses" });

  const [, delta] = chunks;
  assertEquals(
    delta?.type === "tool-call-delta" && delta.id,
    "call_1" as never,
  );
  const finish = chunks.at(-1) as { replayState?: { blocks: unknown } };
  assertEquals(finish.replayState?.blocks, [{ id: "call_1|fc_1" }]);
});
