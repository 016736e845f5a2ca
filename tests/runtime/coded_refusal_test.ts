import { assertEquals } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { codedRefusal } from "../../runtime/coded_refusal.ts";

Deno.test("codedRefusal() makes an LlmError of a fault", () => {
  const error = codedRefusal("take it", "INVALID")("it is wrong") as LlmError;

  assertEquals(error instanceof LlmError, true);
  assertEquals([error.message, error.code], [
    "Cannot take it: it is wrong",
    "INVALID",
  ]);
});
