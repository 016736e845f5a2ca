import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type { StreamChunk } from "../../message.ts";
import { BlockAssembler } from "../../runtime/block_assembler.ts";
import { finish, text } from "./_assembler_chunks.ts";

Deno.test("BlockAssembler.writable is one stream", () => {
  const assembler = new BlockAssembler();

  assertStrictEquals(assembler.writable, assembler.writable);
});

Deno.test("BlockAssembler.writable pushes what is piped to it", async () => {
  const assembler = new BlockAssembler();

  await ReadableStream.from([text(0, "a"), finish("tool-calls"), text(0, "b")])
    .pipeTo(assembler.writable);

  assertEquals(assembler.blocks(), [{ type: "text", text: "a" }]);
  assertEquals(assembler.finish, { kind: "tool-calls" });
});

Deno.test("BlockAssembler.writable leaves the fold readable when aborted", async () => {
  const assembler = new BlockAssembler();
  const writer = assembler.writable.getWriter();
  await writer.write(text(0, "a"));

  await writer.abort(new Error("enough"));

  assertEquals(assembler.blocks(), [{ type: "text", text: "a" }]);
});

Deno.test("BlockAssembler.writable leaves the fold readable when its source fails", async () => {
  const assembler = new BlockAssembler();
  const chunks = [text(0, "a")];
  const source = new ReadableStream<StreamChunk>({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk) controller.enqueue(chunk);
      else controller.error(new Error("cut"));
    },
  });

  await assertRejects(() => source.pipeTo(assembler.writable), Error, "cut");

  assertEquals(assembler.interruptedBlocks(), [{ type: "text", text: "a" }]);
});

Deno.test("BlockAssembler.writable fails on a chunk of unknown type", async () => {
  const assembler = new BlockAssembler();
  const source = ReadableStream.from([
    text(0, "a"),
    { type: "unheard-of" } as unknown as StreamChunk,
  ]);

  await assertRejects(
    () => source.pipeTo(assembler.writable),
    TypeError,
    "Cannot handle stream chunk",
  );

  assertEquals(assembler.blocks(), [{ type: "text", text: "a" }]);
});
