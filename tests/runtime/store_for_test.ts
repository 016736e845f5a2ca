import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { memoryAttachmentStore } from "../../runtime/memory_attachment_store.ts";
import { storeFor } from "../../runtime/store_for.ts";
import { imageRef } from "./_images.ts";

const IMAGE = { attachment: imageRef("a1"), path: "messages[0].content[1]" };

Deno.test("storeFor() returns the store", () => {
  const attachments = memoryAttachmentStore();

  assertStrictEquals(storeFor([IMAGE], attachments), attachments);
});

Deno.test("storeFor() refuses images without a store as UNSUPPORTED_CONTENT, and tells what to do", () => {
  const error = assertThrows(() => storeFor([IMAGE], undefined), LlmError);

  assertEquals(error.code, "UNSUPPORTED_CONTENT");
  assertEquals(
    error.message,
    'Cannot send request: "messages[0].content[1]" must be left out, or "options.attachments" of the adapter be a store that has the image',
  );
});
