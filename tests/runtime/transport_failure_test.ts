import { assertEquals, assertFalse } from "@std/assert";
import { ProviderRequestId } from "../../message.ts";
import { redactor } from "../../runtime/redactor.ts";
import { transportFailure } from "../../runtime/transport_failure.ts";

const KEY = "sk-0123456789";
const exchange = {
  requestId: ProviderRequestId("r1"),
  redact: redactor([KEY]),
};

Deno.test("transportFailure() says why, without secrets", () => {
  const thrown = new TypeError(`reset by ${KEY}`, {
    cause: new Error("ECONNRESET"),
  });

  const { failure, cause } = transportFailure("Cannot read", thrown, exchange);

  assertEquals({ ...failure }, {
    message: "Cannot read: reset by [redacted]: ECONNRESET",
    code: "TRANSPORT",
    requestId: exchange.requestId,
  });
  assertEquals(String(cause), "Error: reset by [redacted]: ECONNRESET");
});

Deno.test("transportFailure() keeps nothing of the fields of what was thrown", () => {
  const thrown = Object.assign(new Error("reset"), {
    config: { headers: { authorization: `Bearer ${KEY}` } },
  });

  const error = transportFailure("Cannot read", thrown, exchange);

  assertFalse(Deno.inspect(error, { depth: 9 }).includes(KEY));
});
