import { assertEquals, assertThrows } from "@std/assert";
import { MAX_EVENT_LENGTH } from "../../../adapters/deepseek/framing.ts";
import {
  createJsonBody,
  createPageBody,
} from "../../../adapters/deepseek/whole_body.ts";
import { ProviderRequestId } from "../../../message.ts";
import { LlmError } from "../../../runtime/error.ts";

const exchange = {
  requestId: ProviderRequestId("q1"),
  redact: (text: string) => text.replaceAll("secret", "[redacted]"),
};

Deno.test("createJsonBody() parses the text once it is whole", () => {
  const values: unknown[] = [];
  const body = createJsonBody((value) => values.push(value), exchange);

  body.feed('{"a"');
  body.feed(":1}");
  assertEquals(values, []);
  body.end();

  assertEquals(values, [{ a: 1 }]);
});

Deno.test("createJsonBody() refuses text that is no JSON and quotes its start", () => {
  const body = createJsonBody(() => {}, exchange);
  body.feed("{secret");

  const error = assertThrows(() => body.end(), LlmError);

  assertEquals(error.code, "MALFORMED_RESPONSE");
  assertEquals(error.failure.requestId, exchange.requestId);
  assertEquals(
    error.message,
    'Cannot read response: it is not JSON: "{[redacted]"',
  );
});

Deno.test("createJsonBody() refuses text without end", () => {
  const body = createJsonBody(() => {}, exchange);
  const piece = " ".repeat(MAX_EVENT_LENGTH);
  body.feed(piece);

  const error = assertThrows(() => body.feed(" "), LlmError);

  assertEquals(error.code, "MALFORMED_RESPONSE");
});

Deno.test("createJsonBody() passes on what taking the value throws", () => {
  const thrown = new Error("no completion");
  const body = createJsonBody(() => {
    throw thrown;
  }, exchange);
  body.feed("{}");

  assertEquals(assertThrows(() => body.end()), thrown);
});

Deno.test("createPageBody() refuses a page and quotes its title", () => {
  const body = createPageBody(exchange);
  body.feed("<html><title>A secret");
  body.feed(" page</title>");

  const error = assertThrows(() => body.end(), LlmError);

  assertEquals(error.code, "MALFORMED_RESPONSE");
  assertEquals(
    error.message,
    'Cannot read response: it is a page titled "A [redacted] page"',
  );
});

Deno.test("createPageBody() does not wait for the end of a long page", () => {
  const body = createPageBody(exchange);

  const error = assertThrows(() => body.feed("<".repeat(70_000)), LlmError);

  assertEquals(error.message, "Cannot read response: it is a page");
});
