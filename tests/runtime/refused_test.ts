import { assertEquals } from "@std/assert";
import { LlmError } from "../../runtime/error.ts";
import { refused } from "../../runtime/refused.ts";

Deno.test("refused() makes an LlmError of a fault", () => {
  const error = refused("take it", "INVALID")("it is wrong") as LlmError;

  assertEquals(error instanceof LlmError, true);
  assertEquals([error.message, error.code], [
    "Cannot take it: it is wrong",
    "INVALID",
  ]);
});
